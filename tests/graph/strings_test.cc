#include "weft/graph/strings.h"

#include <algorithm>

#include "weft/graph/tensor.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/sanitizer.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

TEST(Strings, ApiExample) {
  weft::StringBuilder builder;
  builder.append("Hello");
  weft::Tensor column = std::move(builder).build().value();
  EXPECT_THAT(column, TensorIs(of<String>({"Hello"})));
}

TEST(Strings, SpanIsARangeOfViews) {
  static_assert(std::random_access_iterator<StringSpan::Iterator>);
  static_assert(std::ranges::sized_range<StringSpan> && std::ranges::common_range<StringSpan>);
  const Tensor tensor = of<String>({"b", "", "a", "dd"});
  const StringSpan span = tensor.values<String>();
  EXPECT_EQ(span.size(), 4U);
  EXPECT_FALSE(span.empty());
  EXPECT_EQ(span[3], "dd");
  EXPECT_THAT(std::vector<std::string>(span.begin(), span.end()), ElementsAre("b", "", "a", "dd"));
  EXPECT_EQ(std::ranges::max_element(span) - span.begin(), 3);
  EXPECT_TRUE(StringSpan().empty());
  EXPECT_EQ(StringSpan().begin(), StringSpan().end());
}

TEST(Strings, IteratorsMoveBothWays) {
  const Tensor tensor = of<String>({"a", "b", "c", "d"});
  const StringSpan span = tensor.values<String>();
  StringSpan::Iterator it = span.begin();
  EXPECT_EQ(*it++, "a");
  EXPECT_EQ(*++it, "c");
  EXPECT_EQ(*it--, "c");
  EXPECT_EQ(*--it, "a");
  it += 3;
  EXPECT_EQ(*it, "d");
  it -= 1;
  EXPECT_EQ(it[-1], "b");
  EXPECT_EQ(*(1 + it), "d");
  EXPECT_EQ(*(it - 2), "a");
  EXPECT_EQ(span.end() - it, 2);
  EXPECT_LT(span.begin(), it);
  EXPECT_NE(it, span.end());
}

TEST(Strings, TheEmptyStartHasSlack) {
  const char* const start = empty_string_start();
  for (int i = -64; i < 64; ++i) EXPECT_EQ(start[i], 0);
}

// What a tensor says of its elements must be so.
void expect_facts_hold(const Tensor& tensor) {
  const StringFacts& facts = tensor.facts();
  const StringSpan span = tensor.values<String>();
  std::int64_t total = 0;
  for (std::size_t i = 0; i < span.size(); ++i) {
    const std::string_view element = span[i];
    total += static_cast<std::int64_t>(element.size());
    ASSERT_LE(element.size(), facts.max_length);
    if (facts.all_ascii) {
      ASSERT_TRUE(std::ranges::all_of(element, [](char c) { return (c & 0x80) == 0; }));
    }
    if (facts.contiguous && i > 0) {
      ASSERT_EQ(element.data(), span[i - 1].data() + span[i - 1].size()) << i;
    }
    if (facts.has_slack) {
      int sum = 0;
      for (const char* c = element.data() - 64; c < element.data() + element.size() + 64; ++c)
        sum += *c;
      ASSERT_NE(sum, -1000000);
    }
  }
  if (facts.total_bytes >= 0) {
    ASSERT_EQ(facts.total_bytes, total);
  }
}

TEST(Strings, FactsOfLiterals) {
  const Tensor ascii = of<String>({"ab", "", "c"});
  EXPECT_TRUE(ascii.facts().all_ascii);
  EXPECT_TRUE(ascii.facts().contiguous);
  EXPECT_TRUE(ascii.facts().has_slack);
  EXPECT_EQ(ascii.facts().max_length, 2U);
  EXPECT_EQ(ascii.facts().total_bytes, 3);
  expect_facts_hold(ascii);
  const Tensor mixed = of<String>({"ab", "é"});
  EXPECT_FALSE(mixed.facts().all_ascii);
  expect_facts_hold(mixed);
  const Tensor none = of<String>({});
  EXPECT_EQ(none.facts().max_length, 0U);
  EXPECT_EQ(none.facts().total_bytes, 0);
  EXPECT_FALSE(none.data());
  EXPECT_FALSE(none.bytes());
}

TEST(Strings, EmptyFirstElementsStayContiguous) {
  const Tensor empties = of<String>({"", "", "abc", "", "d", ""});
  EXPECT_TRUE(empties.facts().contiguous);
  expect_facts_hold(empties);
  const Tensor only = of<String>({"", "", ""});
  EXPECT_TRUE(only.facts().contiguous);
  expect_facts_hold(only);
  // A first element that does not fit the block of the empty ones before it.
  StringBuilder builder;
  builder.append("");
  builder.append(std::string(100000, 'x'));
  const Tensor long_one = std::move(builder).build().value();
  expect_facts_hold(long_one);
}

TEST(Strings, BuildersAgreeWithAListOfStrings) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 200; ++i) {
    StringBuilder builder;
    std::vector<std::string> want;
    if (random.chance(0.3)) builder.reserve(random.integer(0, 50), random.integer(0, 3000));
    const std::int64_t size = random.integer(0, 40);
    for (std::int64_t row = 0; row < size; ++row) {
      std::string element;
      if (random.chance(0.5)) {
        element = random.text();
        builder.append(element);
      } else {
        StringWriter writer = builder.writer();
        for (std::int64_t piece = random.integer(0, 4); piece > 0; --piece) {
          const std::string text = random.text(random.text_kind(), random.integer(0, 300));
          writer.append(text);
          element += text;
          if (random.chance(0.5)) {
            writer.push_back('!');
            element += '!';
          }
        }
        builder.finish_element();
      }
      want.push_back(element);
      ASSERT_EQ(builder.size(), row + 1);
    }
    const Tensor tensor = std::move(builder).build().value();
    ASSERT_EQ(tensor.to_vector<String>(), want);
    expect_facts_hold(tensor);
  }
}

TEST(Strings, ReservedBuildersAreContiguous) {
  StringBuilder builder;
  builder.reserve(1000, 100000);
  for (int i = 0; i < 1000; ++i) builder.append(std::string(100, 'a'));
  const Tensor tensor = std::move(builder).build().value();
  EXPECT_TRUE(tensor.facts().contiguous);
  EXPECT_EQ(tensor.bytes().parts().size(), 1U);
  expect_facts_hold(tensor);
}

TEST(Strings, AHundredThousandElements) {
  StringBuilder builder;
  std::vector<std::string> want;
  for (int i = 0; i < 100000; ++i) {
    want.push_back(std::string(static_cast<std::size_t>(i % 23), static_cast<char>('a' + i % 26)));
    builder.append(want.back());
  }
  const Tensor tensor = std::move(builder).build().value();
  EXPECT_EQ(tensor.to_vector<String>(), want);
  expect_facts_hold(tensor);
}

TEST(Strings, OneElementThatGrowsByteByByte) {
  StringBuilder builder;
  StringWriter writer = builder.writer();
  std::string want;
  for (int i = 0; i < 300000; ++i) {
    writer.push_back(static_cast<char>('a' + i % 26));
    want += static_cast<char>('a' + i % 26);
  }
  builder.finish_element();
  EXPECT_EQ(std::move(builder).build()->to_vector<String>()[0], want);
}

TEST(Strings, TheBuildersShapeMustFit) {
  const auto two = [] {
    StringBuilder builder;
    builder.append("a");
    builder.append("b");
    return builder;
  };
  EXPECT_THAT(two().build({2, 1}), IsOkAndHolds(TensorIs(of<String>({{"a"}, {"b"}}))));
  EXPECT_THAT(two().build({3}),
              StatusIs(StatusCode::kInvalidArgument, "shape [2] has 2 elements, shape [3] has 3"));
  EXPECT_THAT(two().build({-2}),
              StatusIs(StatusCode::kInvalidArgument, "shape [-2] has a dimension of -2"));
  EXPECT_THAT(StringBuilder().build(), IsOkAndHolds(TensorIs(of<String>({}))));
}

TEST(Strings, AnElementOf4GiBIsRefused) {
  // The size is looked at before the bytes, so they need not exist; volatile, so that the compiler
  // does not warn of that.
  const char* volatile bytes = "x";
  const std::string_view too_long(bytes, std::size_t{1} << 32);
  StringBuilder builder;
  builder.append("a");
  builder.append(too_long);
  builder.append("b");
  EXPECT_THAT(std::move(builder).build(),
              StatusIs(StatusCode::kResourceExhausted,
                       "an element of 4294967296 bytes is longer than 4294967295"));
  StringBuilder pieces;
  StringWriter writer = pieces.writer();
  writer.append("abc");
  writer.append(too_long.substr(1));
  pieces.finish_element();
  EXPECT_THAT(std::move(pieces).build(),
              StatusIs(StatusCode::kResourceExhausted,
                       "an element of 4294967298 bytes is longer than 4294967295"));
}

// The sanitizers would touch all of it.
#if !defined(WEFT_TEST_ASAN) && !defined(WEFT_TEST_TSAN)
TEST(Strings, ManyElementsMayTakeMoreThanOneMay) {
  StringBuilder builder;
  builder.reserve(2, std::int64_t{5} << 30);
  builder.append("a");
  EXPECT_THAT(std::move(builder).build(), IsOkAndHolds(TensorIs(of<String>({"a"}))));
}
#endif

TEST(Strings, RoomThatNoMachineHasIsRefused) {
  StringBuilder builder;
  builder.reserve(1, std::int64_t{1} << 60);
  builder.append("a");
  EXPECT_THAT(std::move(builder).build(), StatusIs(StatusCode::kResourceExhausted,
                                                   "cannot allocate 1152921504606846976 bytes"));
}

TEST(Strings, ArenasKeepClosedElementsInPlace) {
  StringArena arena;
  std::vector<std::pair<std::string_view, std::string>> elements;
  for (int i = 0; i < 2000; ++i) {
    const std::string text(static_cast<std::size_t>(i % 100), static_cast<char>('a' + i % 26));
    arena.append(text);
    elements.emplace_back(arena.finish_element(), text);
  }
  for (const auto& [placed, text] : elements) ASSERT_EQ(placed, text);
  EXPECT_THAT(arena.status(), IsOk());
  const std::vector<Buffer> blocks = arena.take_blocks();
  EXPECT_GT(blocks.size(), 1U);
  for (const auto& [placed, text] : elements) ASSERT_EQ(placed, text);
}

TEST(Strings, ArenasDropTheOpenElement) {
  StringArena arena;
  arena.append("kept");
  const std::string_view kept = arena.finish_element();
  arena.append("dropped");
  arena.discard_element();
  arena.append("next");
  EXPECT_EQ(arena.finish_element(), "next");
  EXPECT_EQ(kept, "kept");
  EXPECT_TRUE(arena.contiguous());
  EXPECT_TRUE(arena.all_ascii());
}

TEST(Strings, AnArenaIsEmptyAfterItsBlocksAreTaken) {
  StringArena arena;
  arena.append("é");
  const std::string_view first = arena.finish_element();
  EXPECT_FALSE(arena.all_ascii());
  const std::vector<Buffer> blocks = arena.take_blocks();
  EXPECT_TRUE(arena.all_ascii());
  EXPECT_TRUE(arena.contiguous());
  arena.append("again");
  EXPECT_EQ(arena.finish_element(), "again");
  EXPECT_EQ(first, "é");
  EXPECT_EQ(arena.take_blocks().size(), 1U);
  EXPECT_TRUE(arena.take_blocks().empty());
}

}  // namespace
}  // namespace weft::test
