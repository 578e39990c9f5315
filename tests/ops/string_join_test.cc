#include "weft/ops/string_join.h"

#include "weft/tests/reference/string_join.h"
#include "weft/tests/support/guarded_text.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/string_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Result<Tensor> join_of(const std::vector<Tensor>& parts, const std::string& separator = "") {
  return run_op(parts, [&](Graph& graph, const std::vector<AnyValue>& in) -> AnyValue {
    if (in.empty()) return string_join(graph, {}, {.separator = separator});
    return string_join(in, {.separator = separator});
  });
}

TEST(StringJoin, ApiExample) {
  Graph graph;
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  auto dashed = string_join({a, "-", b});
  auto listed = string_join({a, b}, {.separator = ", "});
  auto nothing = string_join(graph, {});
  Plan plan = compile(graph, {dashed, listed, nothing}).value();
  Outputs out = run(plan, {{a, {"a", "b"}}, {b, {"c", "d"}}}).value();
  EXPECT_THAT(out[dashed], TensorIs(of<String>({"a-c", "b-d"})));
  EXPECT_THAT(out[listed], TensorIs(of<String>({"a, c", "b, d"})));
  EXPECT_THAT(out[nothing], TensorIs(of<String>("")));
}

// case B07
TEST(StringJoin, OnlyScalarsBroadcast) {
  struct Case {
    std::vector<Tensor> parts;
    Tensor want;
  };
  const Tensor none = of<String>({});
  const std::vector<Case> cases = {
      {{of<String>({"a", "b"}), of<String>("x")}, of<String>({"a-x", "b-x"})},
      {{of<String>("x"), of<String>({{"a", "b"}})}, of<String>({{"x-a", "x-b"}})},
      {{none, of<String>("x")}, none},
      {{of<String>("x"), of<String>("y")}, of<String>("x-y")},
      {{of<String>({"a"}), of<String>({"b"}), of<String>({"c"})}, of<String>({"a-b-c"})},
      {{of<String>({"", "", "a"}), of<String>({"", "b", ""})}, of<String>({"-", "-b", "a-"})},
      {{of<String>({"alone"})}, of<String>({"alone"})},
      {{}, of<String>("")}};
  for (const Case& c : cases) EXPECT_THAT(join_of(c.parts, "-"), IsOkAndHolds(TensorIs(c.want)));

  EXPECT_THAT(join_of({of<String>({"a", "b"}), of<String>({{"a"}, {"b"}})}, "-"),
              StatusIs(StatusCode::kInvalidArgument,
                       "string_join_1 (string_join): parts[0] has shape [2], parts[1] has shape "
                       "[2,1]; all parts but scalars must have the same shape"));
  EXPECT_THAT(join_of({of<String>("x"), of<String>({"a"}), of<String>("y"), none}),
              StatusIs(StatusCode::kInvalidArgument,
                       HasSubstr("parts[1] has shape [1], parts[3] has shape [0]")));
}

TEST(StringJoin, TakesStringsOnly) {
  EXPECT_THAT(join_of({of<String>("a"), of<std::int32_t>(1)}),
              StatusIs(StatusCode::kInvalidArgument,
                       "string_join_1 (string_join): parts[1] is int32; it must be string"));
}

TEST(StringJoin, BytesAreBytes) {
  const std::string zeros("\0\xFF\0", 3);
  EXPECT_THAT(
      join_of({of<String>({zeros, "\xC3"}), of<String>({"\xA9", "\xA9"})}, zeros),
      IsOkAndHolds(TensorIs(of<String>({zeros + zeros + "\xA9", "\xC3" + zeros + "\xA9"}))));
  // case B17
  EXPECT_THAT(join_of({of<String>("\xC3"), of<String>("\xA9")}),
              IsOkAndHolds(TensorIs(of<String>("é"))));
}

TEST(StringJoin, InfersWhatIsKnown) {
  Graph graph;
  int inputs = 0;
  const auto input = [&](const PartialShape& shape) {
    return graph.input<String>(std::to_string(inputs++), shape);
  };
  const auto any = input(PartialShape::unknown_rank());
  EXPECT_EQ(string_join({any, any}).shape(), PartialShape::unknown_rank());
  EXPECT_EQ(string_join({any, "x"}).shape(), PartialShape::unknown_rank());
  // A part of unknown rank is a scalar, or has the shape of the others.
  EXPECT_EQ(string_join({any, input({-1, 3})}).shape(), (PartialShape{-1, 3}));
  EXPECT_EQ(string_join({input({-1, 3}), input({2, -1})}).shape(), (PartialShape{2, 3}));
  EXPECT_EQ(string_join({input({}), "x"}).shape(), PartialShape());
  // No two dims that are next to each other contradict: the first two parts together do.
  string_join({input({-1, 3}), input({2, -1}), input({4, 3})}).named("wrong");
  EXPECT_THAT(compile(graph, {any}),
              StatusIs(StatusCode::kInvalidArgument,
                       "wrong (string_join): parts[1] has shape [2,?], parts[2] has shape [4,3]; "
                       "all parts but scalars must have the same shape"));
}

TEST(StringJoin, PlainTextAloneNeedsAGraph) {
  Graph graph;
  auto joined = string_join(graph, {"a", "b"}, {.separator = "-"});
  Plan plan = compile(graph, {joined}).value();
  EXPECT_THAT(run(plan, {}).value()[joined], TensorIs(of<String>("a-b")));
  EXPECT_THAT(compile(graph, {string_join({"a", "b"})}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("pass the graph first")));
}

// case B40
TEST(StringJoin, TooLongIsAnErrorThatNamesTheSize) {
  const std::uint32_t quarter = 1U << 30;
  const Tensor scalar = pretended_strings({}, {quarter});
  const Tensor rows = pretended_strings({3}, {5, quarter, 4294967295U});
  const Result<Tensor> result = join_of({scalar, scalar, scalar, rows}, "ab");
  EXPECT_THAT(result, StatusIs(StatusCode::kResourceExhausted,
                               "string_join_1 (string_join): the joined string would have "
                               "4294967302 bytes at [1]; an element holds at most 4294967295"));
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1));
  // Every row would do, but not all of them.
  constexpr std::int64_t kRows = 65536;
  const Tensor many = pretended_strings({kRows}, std::vector<std::uint32_t>(kRows, 4294967290U));
  EXPECT_THAT(join_of({many, pretended_strings({}, {3})}),
              StatusIs(StatusCode::kResourceExhausted,
                       HasSubstr(std::to_string(kRows * 4294967293) + " bytes")));
}

TEST(StringJoin, OnePartIsShared) {
  Graph graph;
  auto text = graph.input<String>("text");
  Plan plan = compile(graph, {string_join({text}, {.separator = "-"})}).value();
  const Tensor input = Tensor::strings({"abc", "de"});
  const Outputs out = run(plan, {{text, input}}).value();
  EXPECT_EQ(out[0].bytes(), input.bytes());
  EXPECT_EQ(out[0].data(), input.data());
}

TEST(StringJoin, NothingIsAllocatedWithoutElements) {
  const Tensor none =
      Tensor::of<String>({0, std::int64_t{1} << 40}, std::vector<std::string>()).value();
  const Result<Tensor> result = join_of({none, of<String>("x")});
  ASSERT_THAT(result, IsOkAndHolds(TensorIs(none)));
  EXPECT_EQ(result->bytes_pinned(), 0);
}

// Whole vectors may be copied only of text that says it has bytes to spare, whatever stands beside.
TEST(StringJoin, BorrowedTextBesideOwnedOneIsReadToItsEndOnly) {
  for (const std::size_t length : {std::size_t{1}, std::size_t{15}, std::size_t{33}}) {
    const std::string text(length, 'g');
    const Tensor guarded = guarded_strings(text, 3);
    const Tensor owned = Tensor::strings({"a", "b", "c"});
    EXPECT_THAT(join_of({owned, guarded}),
                IsOkAndHolds(TensorIs(of<String>({"a" + text, "b" + text, "c" + text}))));
    EXPECT_THAT(join_of({guarded, owned}, "-"),
                IsOkAndHolds(TensorIs(of<String>({text + "-a", text + "-b", text + "-c"}))));
  }
}

TEST(StringJoin, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 60; ++i) {
    const Shape shape = random.chance(0.2) ? Shape{random.integer(0, 600)} : random.shape();
    std::vector<Tensor> parts;
    for (std::int64_t n = random.integer(1, 6); n > 0; --n) {
      const Shape own = random.chance(0.3) ? Shape() : random.chance(0.03) ? random.shape() : shape;
      parts.push_back(random.chance(0.5) ? random.strings(own) : random.borrowed_strings(own));
    }
    const std::string separator = random.chance(0.3)   ? ""
                                  : random.chance(0.5) ? "-"
                                                       : random.text();
    const Result<Tensor> want = reference::string_join(parts, separator);
    const Result<Tensor> got = join_of(parts, separator);
    ASSERT_EQ(got.status().code(), want.status().code());
    if (!want.ok()) continue;
    ASSERT_THAT(got, IsOkAndHolds(TensorIs(*want)));
    ASSERT_THAT(got, IsOkAndHolds(HasTrueFacts()));
  }
}

}  // namespace
}  // namespace weft::test
