// What tensors of weft/graph/tensor.h share, borrow and keep alive.
#include <array>
#include <optional>

#include "weft/graph/tensor.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

// A shared owner that counts how often it was let go.
std::shared_ptr<const void> counting_owner(int& releases) {
  return std::shared_ptr<const void>(&releases, [&releases](const void*) { ++releases; });
}

TEST(TensorMemory, BorrowedNumbersAreNotCopied) {
  const std::vector<float> floats = {1, 2, 3, 4};
  const Tensor all = Tensor::borrow(floats, nullptr);
  EXPECT_EQ(all.dtype(), DType::kFloat32);
  EXPECT_EQ(all.shape(), Shape({4}));
  EXPECT_EQ(all.values<float>().data(), floats.data());
  EXPECT_FALSE(all.data().has_slack());
  EXPECT_EQ(all.bytes_pinned(), 16);
  const Tensor part = Tensor::borrow(std::span<const float>(floats).subspan(1, 2), nullptr);
  EXPECT_EQ(part.values<float>().data(), floats.data() + 1);
  EXPECT_THAT(part, TensorIs(of<float>({2, 3})));
  const std::array<std::int64_t, 2> array = {5, 6};
  EXPECT_THAT(Tensor::borrow(array, nullptr), TensorIs(of<std::int64_t>({5, 6})));
}

TEST(TensorMemory, BorrowedTextIsNotCopied) {
  const std::vector<std::string> texts = {"one", "", "three"};
  const Tensor tensor = Tensor::borrow(texts, nullptr);
  const StringSpan span = tensor.values<String>();
  EXPECT_EQ(span[0].data(), texts[0].data());
  EXPECT_EQ(span[2].data(), texts[2].data());
  EXPECT_FALSE(tensor.facts().has_slack);
  EXPECT_FALSE(tensor.facts().all_ascii);
  EXPECT_FALSE(tensor.facts().contiguous);
  EXPECT_EQ(tensor.facts().max_length, 5U);
  EXPECT_EQ(tensor.facts().total_bytes, 8);
  EXPECT_EQ(Tensor::borrow(std::span<const std::string>(), nullptr).size(), 0);
  const char* const pointers[] = {"a", "b"};
  const Tensor two = Tensor::borrow(pointers, nullptr);
  EXPECT_EQ(two.values<String>()[1].data(), pointers[1]);
}

TEST(TensorMemory, TheOwnerGoesWithTheLastTensor) {
  const std::vector<float> floats = {1, 2};
  const std::vector<std::string> texts = {"a", "b"};
  int releases = 0;
  std::optional<Tensor> numbers = Tensor::borrow(floats, counting_owner(releases));
  std::optional<Tensor> strings = Tensor::borrow(texts, counting_owner(releases));
  std::optional<Tensor> view = strings->reshaped({2, 1}).value();
  const Tensor copy = numbers->copied().value();
  EXPECT_EQ(releases, 0);
  numbers.reset();
  EXPECT_EQ(releases, 1);
  strings.reset();
  EXPECT_EQ(releases, 1);
  view.reset();
  EXPECT_EQ(releases, 2);
  EXPECT_THAT(copy, TensorIs(of<float>({1, 2})));
}

TEST(TensorMemory, AnOwnerThatHoldsTheDataItself) {
  auto owner =
      std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"kept", "alive"});
  Tensor tensor = Tensor::borrow(*owner, owner);
  owner.reset();
  EXPECT_THAT(tensor, TensorIs(of<String>({"kept", "alive"})));
}

// A range that makes its elements when they are read: nothing could be borrowed from it.
struct MadeTexts {
  struct Iterator {
    using value_type = std::string;
    using difference_type = std::ptrdiff_t;
    std::string operator*() const { return "made"; }
    Iterator& operator++() { return *this; }
    Iterator operator++(int) { return *this; }
    bool operator==(const Iterator&) const { return true; }
  };
  Iterator begin() const { return {}; }
  Iterator end() const { return {}; }
};

template <class R>
concept Borrowable = requires(R&& range) { Tensor::borrow(std::forward<R>(range), nullptr); };

TEST(TensorMemory, OnlyWhatOutlivesTheCallIsBorrowed) {
  static_assert(Borrowable<std::vector<std::string>&> && Borrowable<const std::vector<float>&>);
  static_assert(Borrowable<std::span<const std::string_view>> &&
                Borrowable<const char* const(&)[2]>);
  static_assert(!Borrowable<std::vector<std::string>> && !Borrowable<std::vector<float>>);
  static_assert(RangeOfText<MadeTexts&> && !Borrowable<MadeTexts&>);
  const Tensor texts = of<String>({"a", "b"});
  const StringSpan span = texts.values<String>();
  const Tensor again = Tensor::borrow(span, nullptr);
  EXPECT_EQ(again.values<String>()[1].data(), span[1].data());
}

TEST(TensorMemory, BorrowedTextOf4GiBThrows) {
  // The size is looked at before the bytes, so they need not exist.
  const char* volatile bytes = "x";
  const std::vector<std::string_view> texts = {"a", {bytes, std::size_t{1} << 32}};
  try {
    (void)Tensor::borrow(texts, nullptr);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.status(),
                StatusIs(StatusCode::kResourceExhausted,
                         "an element of 4294967296 bytes is longer than 4294967295"));
  }
}

TEST(TensorMemory, CopiedHasMemoryOfItsOwn) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int dtype = 0; dtype < 12; ++dtype) {
    const Tensor tensor = random.tensor(static_cast<DType>(dtype), {3, 2});
    const Tensor copy = tensor.copied().value();
    EXPECT_THAT(copy, TensorIs(tensor));
    EXPECT_NE(copy.data(), tensor.data());
    EXPECT_NE(copy.data().data(), tensor.data().data());
    const Tensor none = random.tensor(static_cast<DType>(dtype), {3, 0}).copied().value();
    EXPECT_EQ(none.shape(), Shape({3, 0}));
    EXPECT_FALSE(none.data());
    EXPECT_EQ(none.bytes_pinned(), 0);
  }
}

TEST(TensorMemory, CopiedTextIsPacked) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  const Tensor borrowed = random.borrowed_strings({20});
  const Tensor copy = borrowed.copied().value();
  EXPECT_THAT(copy, TensorIs(borrowed));
  EXPECT_TRUE(copy.facts().has_slack);
  EXPECT_TRUE(copy.facts().contiguous);
  EXPECT_EQ(copy.facts().total_bytes, borrowed.facts().total_bytes);
  const StringSpan span = copy.values<String>();
  for (std::size_t i = 1; i < span.size(); ++i)
    EXPECT_EQ(span[i].data(), span[i - 1].data() + span[i - 1].size());
  EXPECT_THAT(of<String>({"", ""}).copied(), IsOkAndHolds(TensorIs(of<String>({"", ""}))));
}

// The elements begin..end of a string tensor, as an op would make them: new columns, shared bytes.
Tensor view_of(const Tensor& tensor, std::size_t begin, std::size_t end) {
  const StringSpan span = tensor.values<String>();
  const auto count = static_cast<std::int64_t>(end - begin);
  StringColumns columns{.starts = Buffer::allocate(count * 8).value(),
                        .lengths = Buffer::allocate(count * 4).value(),
                        .bytes = tensor.bytes()};
  std::copy(span.starts() + begin, span.starts() + end, columns.starts.mutable_as<const char*>());
  std::copy(span.lengths() + begin, span.lengths() + end,
            columns.lengths.mutable_as<std::uint32_t>());
  return Tensor(Shape{count}, std::move(columns));
}

Tensor large_text() {
  StringBuilder builder;
  builder.reserve(1000, 200000);
  for (int i = 0; i < 1000; ++i) builder.append(std::string(200, static_cast<char>('a' + i % 26)));
  return std::move(builder).build().value();
}

// case B42
TEST(TensorMemory, AViewKeepsWhatItPoints) {
  std::optional<Tensor> all = large_text();
  const Tensor part = view_of(*all, 10, 12);
  EXPECT_EQ(all->bytes().use_count(), 2);
  all.reset();
  EXPECT_EQ(part.bytes().use_count(), 1);
  EXPECT_EQ(part.values<String>()[1], std::string(200, 'l'));
}

// case B43
TEST(TensorMemory, UsedAndPinnedBytesAreCounted) {
  const Tensor numbers = of<std::int32_t>({1, 2, 3});
  EXPECT_EQ(numbers.bytes_used(), 12);
  EXPECT_EQ(numbers.bytes_pinned(), 64);
  EXPECT_EQ(Tensor().bytes_used(), 0);
  EXPECT_EQ(Tensor().bytes_pinned(), 0);

  const Tensor all = large_text();
  EXPECT_EQ(all.bytes_used(), 1000 * 212);
  EXPECT_GE(all.bytes_pinned(), all.bytes_used());
  EXPECT_LE(all.bytes_pinned(), all.bytes_used() + 200);
  const Tensor part = view_of(all, 3, 13);
  EXPECT_EQ(part.bytes_used(), 10 * 212);
  EXPECT_GE(part.bytes_pinned(), 200000);

  // Of borrowed memory what was borrowed counts.
  const std::vector<std::string> texts = {std::string(1000, 'x'), "y"};
  const Tensor borrowed = Tensor::borrow(texts, nullptr);
  EXPECT_EQ(borrowed.bytes_used(), 2 * 12 + 1001);
  EXPECT_EQ(borrowed.bytes_pinned(), 64 + 64 + 1001);
}

TEST(TensorMemory, CompactLetsGoOfWhatIsNotUsed) {
  std::optional<Tensor> all = large_text();
  const Buffer bytes = all->bytes();
  const Tensor part = view_of(*all, 0, 10).compact().value();
  EXPECT_NE(part.bytes(), bytes);
  EXPECT_LE(part.bytes_pinned(), 2 * part.bytes_used());
  EXPECT_THAT(part, TensorIs(view_of(*all, 0, 10)));
  all.reset();
  EXPECT_EQ(bytes.use_count(), 1);
}

TEST(TensorMemory, CompactLeavesAloneWhatHoldsNothingElse) {
  const Tensor all = large_text();
  EXPECT_EQ(all.compact()->bytes(), all.bytes());
  EXPECT_EQ(all.compact()->data(), all.data());
  const Tensor numbers = of<float>({1, 2});
  EXPECT_EQ(numbers.compact()->data(), numbers.data());
  EXPECT_THAT(Tensor().compact(), IsOk());
}

// case B46
TEST(TensorMemory, MakingAndDroppingManyTensors) {
  for (int i = 0; i < 20000; ++i) {
    const Tensor one = Tensor::strings({std::string(64, 'x'), std::string(64, 'y')});
    const Tensor two = one;
    ASSERT_EQ(two.values<String>()[1].size(), 64U);
  }
}

}  // namespace
}  // namespace weft::test
