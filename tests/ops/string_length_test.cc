#include "weft/ops/string_length.h"

#include "weft/tests/reference/string_length.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/string_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Result<Tensor> length_of(const Tensor& input, TextUnit unit = TextUnit::kByte) {
  return run_op({input}, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return string_length(in[0], {.unit = unit});
  });
}

TEST(StringLength, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  Value<std::int32_t> bytes = string_length(text);
  Value<std::int32_t> characters = string_length(text, {.unit = TextUnit::kUtf8Char});
  Plan plan = compile(graph, {bytes, characters}).value();
  Outputs out = run(plan, {{text, {"Hello", "日本語", ""}}}).value();
  EXPECT_THAT(out[bytes], TensorIs(of<std::int32_t>({5, 9, 0})));
  EXPECT_THAT(out[characters], TensorIs(of<std::int32_t>({5, 3, 0})));
}

TEST(StringLength, KeepsTheShape) {
  EXPECT_THAT(length_of(of<String>("abc")), IsOkAndHolds(TensorIs(of<std::int32_t>(3))));
  EXPECT_THAT(length_of(of<String>({{"a", ""}, {"bc", "def"}})),
              IsOkAndHolds(TensorIs(of<std::int32_t>({{1, 0}, {2, 3}}))));
  EXPECT_THAT(length_of(of<String>({})), IsOkAndHolds(TensorIs(of<std::int32_t>({}))));
  Graph graph;
  EXPECT_EQ(string_length(graph.input<String>("text", {-1, 3})).shape(), (PartialShape{-1, 3}));
}

// case B08
TEST(StringLength, MalformedTextCountsLeadBytes) {
  struct Case {
    std::string text;
    std::int32_t want;
  };
  const std::vector<Case> cases = {{"\xF0", 1},
                                   {"\xC0\xC0\xC0", 3},
                                   {"\x80\x80", 0},
                                   {"\xC2\x41", 2},
                                   {"", 0},
                                   {"\x80\x61", 1},
                                   {std::string("\0\0", 2), 2},
                                   {"\x7F\x80\xBF\xC0\xFF", 3},
                                   // case B20: code points, not graphemes
                                   {"e\u0301x", 3}};
  for (const Case& c : cases) {
    SCOPED_TRACE(quote(c.text));
    EXPECT_THAT(length_of(of<String>(c.text), TextUnit::kUtf8Char),
                IsOkAndHolds(TensorIs(of<std::int32_t>(c.want))));
  }
}

// case B09
TEST(StringLength, WhatInt32CannotHoldIsAnError) {
  const std::uint32_t most = 0x7FFFFFFFU;
  EXPECT_THAT(length_of(pretended_strings({2}, {5, most})),
              IsOkAndHolds(TensorIs(of<std::int32_t>({5, 0x7FFFFFFF}))));
  const Result<Tensor> result = length_of(pretended_strings({2, 2}, {5, most, most + 6, most + 1}));
  EXPECT_THAT(result, StatusIs(StatusCode::kInvalidArgument,
                               "string_length_1 (string_length): the string has 2147483653 bytes "
                               "at [1,0]; a length must fit int32"));
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1, 0));
  EXPECT_THAT(length_of(pretended_strings({}, {0xFFFFFFFFU})),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("4294967295 bytes; a length")));
}

TEST(StringLength, TakesStringsOnly) {
  EXPECT_THAT(length_of(of<std::int64_t>({1})),
              StatusIs(StatusCode::kInvalidArgument,
                       "string_length_1 (string_length): input is int64; it must be string"));
}

TEST(StringLength, SharesTheLengths) {
  Graph graph;
  auto text = graph.input<String>("text");
  Plan plan =
      compile(graph, {string_length(text), string_length(text, {.unit = TextUnit::kUtf8Char})})
          .value();
  const Tensor ascii = Tensor::strings({"abc", "de"});
  const Outputs out = run(plan, {{text, ascii}}).value();
  EXPECT_EQ(out[0].data(), ascii.lengths());
  EXPECT_EQ(out[1].data(), ascii.lengths());
  const Tensor other = Tensor::strings({"äbc", "de"});
  const Outputs counted = run(plan, {{text, other}}).value();
  EXPECT_EQ(counted[0].data(), other.lengths());
  EXPECT_FALSE(counted[1].data() == other.lengths());
}

TEST(StringLength, CountsTextOfEveryLength) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  std::vector<std::string> texts;
  for (std::int64_t bytes = 0; bytes < 40; ++bytes)
    texts.push_back(random.text(Text::kBytes, bytes));
  // Around what counters of one byte each hold, for eight at a time.
  for (std::int64_t bytes = 2036; bytes < 2060; ++bytes) texts.emplace_back(bytes, 'x');
  const Tensor input = Tensor::strings(texts);
  EXPECT_THAT(length_of(input, TextUnit::kUtf8Char),
              IsOkAndHolds(TensorIs(reference::string_length(input, TextUnit::kUtf8Char))));
}

TEST(StringLength, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 60; ++i) {
    const Shape shape = random.chance(0.2) ? Shape{random.integer(0, 700)} : random.shape();
    const Tensor input =
        random.chance(0.5) ? random.strings(shape) : random.borrowed_strings(shape);
    for (const TextUnit unit : {TextUnit::kByte, TextUnit::kUtf8Char})
      ASSERT_THAT(length_of(input, unit),
                  IsOkAndHolds(TensorIs(reference::string_length(input, unit))));
  }
}

}  // namespace
}  // namespace weft::test
