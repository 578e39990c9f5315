#include "weft/ops/substr.h"

#include <limits>

#include "weft/tests/reference/substr.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/string_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

Result<Tensor> substr_of(const Tensor& input, const Tensor& pos, const Tensor& len,
                         TextUnit unit = TextUnit::kByte) {
  return run_op({input, pos, len}, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return substr(in[0], in[1], in[2], {.unit = unit});
  });
}

Result<Tensor> substr_of(const Tensor& input, std::int64_t pos, std::int64_t len,
                         TextUnit unit = TextUnit::kByte) {
  return substr_of(input, of<std::int64_t>(pos), of<std::int64_t>(len), unit);
}

TEST(Substr, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto part = substr(text, 1, 3);
  Plan plan = compile(graph, {part}).value();
  Outputs out = run(plan, {{text, {"Hello", "World"}}}).value();
  EXPECT_THAT(out[part], TensorIs(of<String>({"ell", "orl"})));

  EXPECT_THAT(substr_of(of<String>("日本語"), -2, 1, TextUnit::kUtf8Char),
              IsOkAndHolds(TensorIs(of<String>("本"))));
  EXPECT_THAT(substr_of(of<String>("Hello"), of<std::int32_t>({0, 5}), of<std::int32_t>({2, 2})),
              IsOkAndHolds(TensorIs(of<String>({"He", ""}))));
}

struct Cut {
  std::int64_t pos;
  std::int64_t len;
  // nullptr: an error.
  const char* want;
};

// cases B12, B14
TEST(Substr, EdgesOfHello) {
  const std::vector<Cut> cuts = {
      {0, 0, ""},         {0, -1, "Hello"},   {2, -7, "llo"},      {5, 3, ""},
      {6, 0, nullptr},    {-5, 99, "Hello"},  {-6, 1, nullptr},    {-2, 0, ""},
      {-2, -1, "lo"},     {-3, -3, "llo"},    {0, kMax, "Hello"},  {1, kMin, "ello"},
      {kMin, 1, nullptr}, {kMax, 1, nullptr}, {-1, kMax, "o"},     {kMin, kMin, nullptr},
      {5, kMin, ""},      {5, -1, ""},        {-5, kMin, "Hello"}, {1, -1, "ello"},
      {-3, -1, "llo"},    {3, kMax, "lo"},    {-2, kMax, "lo"}};
  for (const TextUnit unit : {TextUnit::kByte, TextUnit::kUtf8Char}) {
    for (const Cut& cut : cuts) {
      SCOPED_TRACE(testing::Message() << "pos " << cut.pos << ", len " << cut.len);
      // A literal is known to be ASCII, borrowed text is not: both paths must agree.
      const std::vector<std::string_view> views = {"Hello"};
      for (const Tensor& input :
           {of<String>("Hello"), Tensor::borrow(views, nullptr).reshaped({}).value()}) {
        const Result<Tensor> result = substr_of(input, cut.pos, cut.len, unit);
        if (cut.want)
          EXPECT_THAT(result, IsOkAndHolds(TensorIs(of<String>(cut.want))));
        else
          EXPECT_THAT(result, StatusIs(StatusCode::kInvalidArgument,
                                       HasSubstr("pos " + std::to_string(cut.pos))));
      }
    }
  }
}

// case B13: the whole column in ASCII or not, a column of views, positions for all or for each.
TEST(Substr, APositionBeforeTheBeginningIsAnErrorOnEveryPath) {
  const std::vector<std::string_view> ascii = {"abc", "xyz"};
  const std::vector<std::string_view> mixed = {"abc", "é"};
  for (const TextUnit unit : {TextUnit::kByte, TextUnit::kUtf8Char}) {
    for (const auto& [pos, len] : {std::pair{-12, 3}, {-4, 2}}) {
      for (const auto& texts : {ascii, mixed}) {
        for (const Tensor& input : {Tensor::strings(texts), Tensor::borrow(texts, nullptr)}) {
          const auto error = StatusIs(StatusCode::kInvalidArgument,
                                      HasSubstr("pos " + std::to_string(pos) + " is outside the"));
          EXPECT_THAT(substr_of(input, pos, len, unit), error);
          EXPECT_THAT(
              substr_of(input, of<std::int32_t>({pos, 0}), of<std::int32_t>({len, 1}), unit),
              error);
        }
      }
    }
  }
}

TEST(Substr, Int32PositionsMayBeTheLargest) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  EXPECT_THAT(substr_of(of<String>("example"), of<std::int32_t>(3), of<std::int32_t>(kMost - 1)),
              IsOkAndHolds(TensorIs(of<String>("mple"))));
}

// case B16
TEST(Substr, NegativePositionsCountCharacters) {
  const Tensor text = of<String>("日本語");
  const auto cut = [&](std::int64_t pos, std::int64_t len) {
    return substr_of(text, pos, len, TextUnit::kUtf8Char);
  };
  EXPECT_THAT(cut(-1, 1), IsOkAndHolds(TensorIs(of<String>("語"))));
  EXPECT_THAT(cut(-2, 2), IsOkAndHolds(TensorIs(of<String>("本語"))));
  EXPECT_THAT(cut(-3, 1), IsOkAndHolds(TensorIs(of<String>("日"))));
  EXPECT_THAT(cut(-4, 1), StatusIs(StatusCode::kInvalidArgument,
                                   HasSubstr("pos -4 is outside the string of 3 characters")));
}

// case B18: an element that ends in the lead byte of a longer character, with more text behind it.
TEST(Substr, CutCharactersTakeNothingOfTheNextElement) {
  const std::string bytes = "ab\xF0ZZa\xF0\x62\x9F\x92\xA9";
  const std::string_view all = bytes;
  const std::vector<std::string_view> rows = {all.substr(0, 3), all.substr(3, 2), all.substr(5, 3),
                                              all.substr(8)};
  EXPECT_THAT(substr_of(Tensor::borrow(rows, nullptr), of<std::int32_t>({1, 0, 1, 0}),
                        of<std::int32_t>({3, 1, 9, 1}), TextUnit::kUtf8Char),
              IsOkAndHolds(TensorIs(of<String>({"b\xF0", "Z", "\xF0\x62", "\x9F\x92\xA9"}))));
}

TEST(Substr, MalformedTextIsCutAtLeadBytes) {
  struct Case {
    std::string text;
    std::int64_t pos;
    std::int64_t len;
    std::string want;
  };
  const std::vector<Case> cases = {{"\x80\x80\x61", 0, 1, "\x80\x80"},
                                   {"\x80\x80\x61", 1, 1, "\x61"},
                                   {"\x80\x80\x61", -2, 1, "\x80\x80"},
                                   {"\xE2\x82", 0, 1, "\xE2\x82"},
                                   {"\xFF\xFE", 1, 1, "\xFE"},
                                   {"\xC3\x61", 1, 1, "\x61"},
                                   {"ab\xF0", 1, 3, "b\xF0"},
                                   {"a\xF0\x62", 1, 9, "\xF0\x62"},
                                   {std::string("\0\0", 2), 1, 1, std::string("\0", 1)}};
  for (const Case& c : cases)
    EXPECT_THAT(substr_of(of<String>(c.text), c.pos, c.len, TextUnit::kUtf8Char),
                IsOkAndHolds(TensorIs(of<String>(c.want))));
}

// case B22
TEST(Substr, BroadcastsBothWaysAtAnyRank) {
  EXPECT_THAT(substr_of(of<String>({{"ab"}, {"cd"}}), of<std::int32_t>({0, 1, 2}),
                        of<std::int32_t>({1, 1, 1})),
              IsOkAndHolds(TensorIs(of<String>({{"a", "b", ""}, {"c", "d", ""}}))));
  EXPECT_THAT(
      substr_of(of<String>("thirteen"), of<std::int32_t>({1, 5, 7}), of<std::int32_t>({3, 2, 1})),
      IsOkAndHolds(TensorIs(of<String>({"hir", "ee", "n"}))));
  EXPECT_THAT(substr_of(of<String>({{{"ab"}}, {{"c"}}}), of<std::int64_t>({{{0}, {1}}}),
                        of<std::int64_t>({{{1}, {1}}})),
              IsOkAndHolds(TensorIs(of<String>({{{"a"}, {"b"}}, {{"c"}, {""}}}))));
  const auto every_third = of<std::int32_t>({{{0}, {1}, {2}}});
  EXPECT_THAT(substr_of(of<String>({{{"abc"}}, {{"xyz"}}}), every_third,
                        of<std::int32_t>({{{1}, {1}, {1}}})),
              IsOkAndHolds(TensorIs(of<String>({{{"a"}, {"b"}, {"c"}}, {{"x"}, {"y"}, {"z"}}}))));
}

// case B21
TEST(Substr, NothingIsCheckedWithoutElements) {
  EXPECT_THAT(substr_of(of<String>({}), 99, 1), IsOkAndHolds(TensorIs(of<String>({}))));
  EXPECT_THAT(substr_of(of<String>("abc"), of<std::int32_t>({}), of<std::int32_t>({})),
              IsOkAndHolds(TensorIs(of<String>({}))));
  EXPECT_THAT(substr_of(Tensor(Shape{0, 3}, StringColumns()), of<std::int32_t>({9, 9, 9}),
                        of<std::int32_t>({1, 1, 1})),
              IsOkAndHolds(TensorIs(Tensor(Shape{0, 3}, StringColumns()))));
  EXPECT_THAT(substr_of(of<String>({"a", "b", "c"}), of<std::int32_t>({}), of<std::int32_t>({})),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("[3]")));
}

TEST(Substr, ErrorsNameTheLowestRow) {
  const Tensor input = of<String>({{"good", "good"}, {"bad", "x"}});
  EXPECT_THAT(substr_of(input, 4, 1),
              StatusIs(StatusCode::kInvalidArgument,
                       "substr_1 (substr): pos 4 is outside the string of 3 bytes at [1,0], value "
                       "\"bad\""));
  EXPECT_THAT(substr_of(of<String>("日本"), 3, 1, TextUnit::kUtf8Char),
              StatusIs(StatusCode::kInvalidArgument,
                       "substr_1 (substr): pos 3 is outside the string of 2 characters, value "
                       "\"日本\""));
  const Result<Tensor> result = substr_of(input, 4, 1);
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1, 0));
  EXPECT_EQ(result.status().node(), "substr_1");
  EXPECT_EQ(result.status().op(), "substr");
}

// case B32
TEST(Substr, ShapesAndDtypesAreChecked) {
  EXPECT_THAT(
      substr_of(of<String>("abc"), of<std::int32_t>({1, 2}), of<std::int32_t>(1)),
      StatusIs(StatusCode::kInvalidArgument,
               "substr_1 (substr): pos has shape [2], len has shape []; they must be the same"));
  EXPECT_THAT(substr_of(of<String>("abc"), of<std::int32_t>({1, 2}), of<std::int32_t>({1})),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("pos has shape [2], len has")));
  EXPECT_THAT(substr_of(of<String>("abc"), of<std::int32_t>({1, 2}), of<std::int32_t>({{1, 2}})),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("pos has shape [2], len has")));
  EXPECT_THAT(
      substr_of(of<String>({"a", "b", "c"}), of<std::int32_t>({1, 2}), of<std::int32_t>({1, 2})),
      StatusIs(StatusCode::kInvalidArgument,
               "substr_1 (substr): input has shape [3], pos has shape [2]; they do not "
               "broadcast"));
  EXPECT_THAT(substr_of(of<float>(1), 0, 1),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("float32")));
  EXPECT_THAT(substr_of(of<String>("a"), of<std::int32_t>(0), of<std::int64_t>(0)),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("pos is int32, len is int64")));
  EXPECT_THAT(substr_of(of<String>("a"), of<std::uint8_t>(0), of<std::uint8_t>(0)),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("uint8")));
}

TEST(Substr, PlainOperandsMustFitTheOthersDtype) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto pos = graph.input<std::int32_t>("pos");
  substr(text, pos, kMax).named("cut");
  EXPECT_THAT(compile(graph, {text}),
              StatusIs(StatusCode::kInvalidArgument,
                       "cut (substr): 9223372036854775807 does not fit int32"));
}

TEST(Substr, CopiesNoText) {
  Graph graph;
  auto text = graph.input<String>("text");
  Plan plan = compile(graph, {substr(text, 1, 2), substr(text, 0, 2), substr(text, 0, -1)}).value();
  const Tensor input = Tensor::strings({"abcd", "efgh"});
  const Outputs out = run(plan, {{text, input}}).value();
  const StringSpan from = input.values<String>();
  const Tensor middle = out[0];
  EXPECT_EQ(middle.values<String>()[1].data(), from[1].data() + 1);
  EXPECT_EQ(middle.bytes(), input.bytes());
  // From the front the column of starts is shared too, and with no limit that of lengths.
  EXPECT_EQ(out[1].data(), input.data());
  EXPECT_EQ(out[2].lengths(), input.lengths());
}

// The limit is one of characters, which may be of four bytes each.
TEST(Substr, KnowsNoLimitOfBytesFromOneOfCharacters) {
  Graph graph;
  auto text = graph.input<String>("text");
  Plan plan =
      compile(graph, {substr(text, 0, 2, {.unit = TextUnit::kUtf8Char}), substr(text, 0, 2)})
          .value();
  const Outputs out = run(plan, {{text, {"日本語", "𝒳𝒴𝒵"}}}).value();
  EXPECT_THAT(out[0], HasTrueFacts());
  EXPECT_THAT(out[1], HasTrueFacts());
  EXPECT_EQ(out[1].facts().max_length, 2U);
}

TEST(Substr, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 150; ++i) {
    const auto unit = random.chance(0.5) ? TextUnit::kByte : TextUnit::kUtf8Char;
    const auto [text_shape, pos_shape] = random.broadcast_shapes();
    const Tensor input =
        random.chance(0.5) ? random.strings(text_shape) : random.borrowed_strings(text_shape);
    const std::int64_t widest = random.chance(0.9) ? 3 : 300;
    const auto index = [&](const Shape& shape) {
      if (random.chance(0.1)) return random.numbers<std::int64_t>(shape);
      return random.integers<std::int64_t>(shape, -widest, widest);
    };
    const Tensor pos = index(pos_shape);
    const Tensor len = index(pos_shape);
    const Result<Tensor> want = reference::substr<std::int64_t>(input, pos, len, unit);
    const Result<Tensor> got = substr_of(input, pos, len, unit);
    if (want.ok()) {
      ASSERT_THAT(got, IsOkAndHolds(TensorIs(*want)));
    } else {
      ASSERT_EQ(got.status().code(), want.status().code());
      ASSERT_TRUE(std::ranges::equal(got.status().position(), want.status().position()));
    }
  }
}

}  // namespace
}  // namespace weft::test
