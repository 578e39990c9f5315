#include "weft/ops/add.h"

#include <sys/mman.h>

#include <limits>

#include "weft/tests/reference/add.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/string_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Result<Tensor> sum_of(const Tensor& a, const Tensor& b) {
  return run_op({a, b}, [](Graph&, const std::vector<AnyValue>& in) { return add(in[0], in[1]); });
}

TEST(Add, ApiExample) {
  Graph graph;
  auto x = graph.input<std::int32_t>("x");
  auto text = graph.input<String>("text");
  Value<std::int32_t> next = add(x, 1);
  Value<String> quoted = add("> ", text);
  Plan plan = compile(graph, {next, quoted}).value();
  Outputs out = run(plan, {{x, {1, 2}}, {text, {"a", "b"}}}).value();
  EXPECT_THAT(out[next], TensorIs(of<std::int32_t>({2, 3})));
  EXPECT_THAT(out[quoted], TensorIs(of<String>({"> a", "> b"})));

  EXPECT_THAT(sum_of(of<float>({{1}, {2}}), of<float>({10, 20})),
              IsOkAndHolds(TensorIs(of<float>({{11, 21}, {12, 22}}))));
  EXPECT_THAT(sum_of(of<std::int8_t>(127), of<std::int8_t>(1)),
              IsOkAndHolds(TensorIs(of<std::int8_t>(-128))));
}

template <class T>
class AddIntegers : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(AddIntegers, Integers);

TYPED_TEST(AddIntegers, WrapAround) {
  constexpr TypeParam kLowest = std::numeric_limits<TypeParam>::min();
  constexpr TypeParam kHighest = std::numeric_limits<TypeParam>::max();
  constexpr auto kMinusOne = static_cast<TypeParam>(-1);
  constexpr auto kMinusTwo = static_cast<TypeParam>(-2);
  EXPECT_THAT(sum_of(of<TypeParam>({kHighest, kLowest, kHighest, kLowest, 3}),
                     of<TypeParam>({1, kMinusOne, kHighest, kLowest, 4})),
              IsOkAndHolds(TensorIs(of<TypeParam>({kLowest, kHighest, kMinusTwo, 0, 7}))));
}

TEST(Add, FloatsAreIeee) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kHighest = std::numeric_limits<float>::max();
  // The sum of two denormal numbers is not flushed to zero.
  EXPECT_THAT(sum_of(of<float>({0x1p-140F, -0.0F, kHighest, kInfinity, kNan, 0.1F}),
                     of<float>({0x1p-140F, -0.0F, kHighest, -kInfinity, 1, 0.2F})),
              IsOkAndHolds(TensorIs(of<float>({0x1p-139F, -0.0F, kInfinity, kNan, kNan, 0.3F}))));
  EXPECT_THAT(sum_of(of<double>({0.1, 1e308}), of<double>({0.2, 1e308})),
              IsOkAndHolds(TensorIs(
                  of<double>({0.30000000000000004, std::numeric_limits<double>::infinity()}))));
}

TEST(Add, JoinsBytes) {
  using namespace std::string_literals;
  EXPECT_THAT(
      sum_of(of<String>({"a\0"s, "", "\xC3"s, "日"}), of<String>({"\0b"s, "", "\xA9", "本"})),
      IsOkAndHolds(TensorIs(of<String>({"a\0\0b"s, "", "é", "日本"}))));
  EXPECT_THAT(sum_of(of<String>({{"a"}, {"b"}}), of<String>({{"x", "y"}})),
              IsOkAndHolds(TensorIs(of<String>({{"ax", "ay"}, {"bx", "by"}}))));
  EXPECT_THAT(sum_of(of<String>({"a"}), of<String>({"x", "y", "z"})),
              IsOkAndHolds(TensorIs(of<String>({"ax", "ay", "az"}))));
  EXPECT_THAT(sum_of(of<String>({"", ""}), of<String>({{""}, {""}})),
              IsOkAndHolds(TensorIs(of<String>({{"", ""}, {"", ""}}))));
}

TEST(Add, BroadcastsManyAlternatingDims) {
  // Rank 254, and dims of 1 that no two neighbours share.
  std::vector<std::int64_t> a_dims(254, 1);
  std::vector<std::int64_t> b_dims(254, 1);
  for (std::size_t axis = 0; axis < 10; ++axis) (axis % 2 == 0 ? a_dims : b_dims)[25 * axis] = 2;
  Random random(7);
  const Tensor a = random.numbers<std::int32_t>(Shape(a_dims));
  const Tensor b = random.numbers<std::int32_t>(Shape(b_dims));
  EXPECT_THAT(sum_of(a, b), IsOkAndHolds(TensorIs(*reference::add<std::int32_t>(a, b))));
}

TEST(Add, WithoutElementsAllocatesNothing) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 40;
  for (const DType dtype : {DType::kString, DType::kFloat64}) {
    Random random(1);
    const Result<Tensor> result =
        sum_of(random.tensor(dtype, {kHuge, 1, 0}), random.tensor(dtype, {1, kHuge, 0}));
    ASSERT_THAT(result, IsOk());
    EXPECT_EQ(result->shape(), (Shape{kHuge, kHuge, 0}));
    EXPECT_EQ(result->bytes_pinned(), 0);
  }
}

TEST(Add, ShapesAndDtypesAreChecked) {
  EXPECT_THAT(sum_of(of<String>({"a", "b"}), of<String>({"x", "y", "z"})),
              StatusIs(StatusCode::kInvalidArgument,
                       "add_1 (add): a has shape [2], b has shape [3]; they do not broadcast"));
  EXPECT_THAT(sum_of(of<float>({}), of<float>({1, 2})),
              StatusIs(StatusCode::kInvalidArgument,
                       "add_1 (add): a has shape [0], b has shape [2]; they do not broadcast"));
  EXPECT_THAT(sum_of(of<std::int32_t>({1, 2}), of<std::int64_t>({1, 2})),
              StatusIs(StatusCode::kInvalidArgument,
                       "add_1 (add): a is int32, b is int64; they must be the same"));
  EXPECT_THAT(sum_of(of<bool>(true), of<bool>(true)),
              StatusIs(StatusCode::kInvalidArgument,
                       "add_1 (add): a is bool; it must be a number or a string"));
}

TEST(Add, PlainOperandsMustFitTheOthersDtype) {
  Graph graph;
  auto small = graph.input<std::int8_t>("small");
  add(small, 300).named("far");
  const AnyValue any = graph.input("any", DType::kInt32);
  add(any, "x").named("text");
  EXPECT_THAT(compile(graph, {small}), StatusIs(StatusCode::kInvalidArgument,
                                                "far (add): 300 does not fit int8\n"
                                                "text (add): the text \"x\" does not fit int32"));
}

TEST(Add, SharesTheOtherSideOfEmptyText) {
  const Tensor input = Tensor::strings({"ab", "cd"});
  Graph graph;
  auto text = graph.input<String>("text");
  auto column = graph.input<String>("column");
  Plan plan = compile(graph, {add(text, ""), add("", text), add(column, text)}).value();
  const Outputs out = run(plan, {{text, input}, {column, {{""}}}}).value();
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i].data(), input.data());
    EXPECT_EQ(out[i].lengths(), input.lengths());
    EXPECT_EQ(out[i].bytes(), input.bytes());
  }
  EXPECT_EQ(out[2].shape(), (Shape{1, 2}));
}

TEST(Add, StatesWhatIsTrueOfTheResult) {
  const Tensor result =
      sum_of(of<String>({{"a"}, {"bcd"}}), Tensor::strings({"xy", "", "é"})).value();
  const StringSpan elements = result.values<String>();
  EXPECT_FALSE(result.facts().all_ascii);
  EXPECT_EQ(result.facts().max_length, 5);
  EXPECT_EQ(result.facts().total_bytes, 3 * 4 + 2 * 4);
  ASSERT_TRUE(result.facts().contiguous);
  for (std::size_t i = 1; i < elements.size(); ++i)
    EXPECT_EQ(elements[i].data(), elements[i - 1].data() + elements[i - 1].size());
  EXPECT_TRUE(sum_of(of<String>({"a"}), of<String>({"b"}))->facts().all_ascii);
}

// case B40
TEST(Add, AnElementOf4GiBIsTooLong) {
  constexpr std::size_t kHalf = std::size_t{1} << 31;
  // Address space only: nothing is written, so no memory is used.
  void* memory =
      mmap(nullptr, 2 * kHalf, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  const std::shared_ptr<void> owner(memory, [](void* mapped) { munmap(mapped, 2 * kHalf); });
  const char* text = static_cast<const char*>(memory);
  const std::vector<std::string_view> left = {{text, 1}, {text, kHalf}, {text, 2 * kHalf - 1}};
  const std::vector<std::string_view> right = {{text, 2}, {text, kHalf}, {text, 1}};
  const Result<Tensor> result = sum_of(Tensor::borrow(left, owner), Tensor::borrow(right, owner));
  EXPECT_THAT(result, StatusIs(StatusCode::kResourceExhausted,
                               "add_1 (add): an element of 4294967296 bytes at [1] is longer than "
                               "4294967295"));
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1));
  EXPECT_THAT(sum_of(Tensor::borrow(left, owner), of<String>({{"x"}, {""}})),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("4294967296 bytes at [0,2] is")));
}

// All of them in one chunk: what the elements claim to be long is not known in advance.
TEST(Add, TheLowestElementOf4GiBIsReported) {
  const std::uint32_t half = 1U << 31;
  const Tensor long_ones = pretended_strings({5}, {1, half, 1, half + 1, half + 2});
  EXPECT_THAT(sum_of(long_ones, long_ones),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("4294967296 bytes at [1] is")));
}

TEST(Add, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 120; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    if (dtype == DType::kBool) continue;
    const auto [a_shape, b_shape] = random.broadcast_shapes();
    const bool borrowed = dtype == DType::kString && random.chance(0.5);
    const Tensor a = borrowed ? random.borrowed_strings(a_shape) : random.tensor(dtype, a_shape);
    const Tensor b = borrowed ? random.borrowed_strings(b_shape) : random.tensor(dtype, b_shape);
    visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      if constexpr (!std::same_as<T, bool>) {
        ASSERT_THAT(sum_of(a, b), IsOkAndHolds(TensorIs(*reference::add<T>(a, b))));
      }
    });
  }
}

}  // namespace
}  // namespace weft::test
