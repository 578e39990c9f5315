// Every form in which a program writes a graph, with what it gives: types are part of the test.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "weft/tests/support/matchers.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

Outputs run_all(const Graph& graph, const AnyValues& outputs, const Feeds& feeds) {
  return run(compile(graph, outputs).value(), feeds).value();
}

TEST(UsageForms, Hello) {
  Graph graph;
  auto text = graph.input<String>("text", {-1, 3});
  auto head = substr(text, 0, 8, {.unit = TextUnit::kUtf8Char});
  auto line = reduce_join(head, {.axes = {-1}, .separator = ","}).named("line");
  Plan plan = compile(graph, {line}).value();

  Tensor batch = Tensor::of<String>({{"a", "b", "c"}, {"d", "e", "fghijklmno"}});
  Engine engine({.threads = 8});
  Result<Outputs> out = engine.run(plan, {{text, batch}});
  Tensor lines = (*out)[line];
  EXPECT_THAT(lines, TensorIs(of<String>({"a,b,c", "d,e,fghijklm"})));
}

TEST(UsageForms, PositionsOfSubstr) {
  Graph graph;
  Value<String> text = graph.input<String>("text");
  Value<std::int32_t> pos = graph.input<std::int32_t>("pos");
  const std::vector<Value<String>> cuts = {substr(text, 0, 1), substr(text, pos, 2),
                                           substr(text, pos, pos), substr(text, 0L, 3LL)};
  const Outputs out = run_all(graph, cuts, {{text, "Hello"}, {pos, 1}});
  EXPECT_THAT(out[0], TensorIs(of<String>("H")));
  EXPECT_THAT(out[1], TensorIs(of<String>("el")));
  EXPECT_THAT(out[2], TensorIs(of<String>("e")));
  EXPECT_THAT(out[3], TensorIs(of<String>("Hel")));
}

TEST(UsageForms, PlainOperandsOfAdd) {
  Graph graph;
  Value<String> text = graph.input<String>("text");
  Value<float> x = graph.input<float>("x", {-1});
  Value<std::int8_t> small = graph.input<std::int8_t>("small");
  const std::vector<Value<float>> sums = {add(x, 1), add(1, x), add(x, 0.1), add(x, x)};
  const std::vector<Value<String>> texts = {add(text, "!"), add("> "s, text), add(text, "a\0b"sv)};
  Value<std::int8_t> bumped = add(small, 100);
  const Outputs out =
      run_all(graph, {sums[0], sums[1], sums[2], sums[3], texts[0], texts[1], texts[2], bumped},
              {{text, "t"}, {x, {1, 2}}, {small, 27}});
  EXPECT_THAT(out[0], TensorIs(of<float>({2, 3})));
  EXPECT_THAT(out[1], TensorIs(of<float>({2, 3})));
  EXPECT_THAT(out[2], TensorIs(of<float>({1.0f + 0.1f, 2.0f + 0.1f})));
  EXPECT_THAT(out[3], TensorIs(of<float>({2, 4})));
  EXPECT_THAT(out[4], TensorIs(of<String>("t!")));
  EXPECT_THAT(out[5], TensorIs(of<String>("> t")));
  EXPECT_THAT(out[6], TensorIs(of<String>("ta\0b"sv)));
  EXPECT_THAT(out[7], TensorIs(of<std::int8_t>(127)));
}

TEST(UsageForms, Comparisons) {
  Graph graph;
  Value<String> text = graph.input<String>("text");
  Value<float> x = graph.input<float>("x");
  Value<bool> mask = not_equal(text, "@");
  const std::vector<Value<bool>> masks = {mask, not_equal(x, -1), equal(mask, true),
                                          equal(text, text)};
  const Outputs out = run_all(graph, masks, {{text, {"@", "a"}}, {x, {-1, 0.5}}});
  EXPECT_THAT(out[0], TensorIs(of<bool>({false, true})));
  EXPECT_THAT(out[1], TensorIs(of<bool>({false, true})));
  EXPECT_THAT(out[2], TensorIs(of<bool>({false, true})));
  EXPECT_THAT(out[3], TensorIs(of<bool>({true, true})));
}

TEST(UsageForms, PartsOfStringJoin) {
  Graph graph;
  Value<String> text = graph.input<String>("text");
  Value<String> first = substr(text, 0, 1);
  const std::vector<Value<String>> joins = {
      string_join({text, "…"}),
      string_join({text, "…"}, {.separator = "-"}),
      string_join({"<"sv, text, first, ">"s}),
      string_join({text, first}),
      string_join({text}),
      string_join(std::vector{text, first}, {.separator = "-"}),
      string_join(graph, {}),
      string_join(graph, {"a", "b"}, {.separator = "+"})};
  const Outputs out = run_all(graph, joins, {{text, {"xy"}}});
  EXPECT_THAT(out[0], TensorIs(of<String>({"xy…"})));
  EXPECT_THAT(out[1], TensorIs(of<String>({"xy-…"})));
  EXPECT_THAT(out[2], TensorIs(of<String>({"<xyx>"})));
  EXPECT_THAT(out[3], TensorIs(of<String>({"xyx"})));
  EXPECT_THAT(out[4], TensorIs(of<String>({"xy"})));
  EXPECT_THAT(out[5], TensorIs(of<String>({"xy-x"})));
  EXPECT_THAT(out[6], TensorIs(of<String>("")));
  EXPECT_THAT(out[7], TensorIs(of<String>("a+b")));
}

TEST(UsageForms, Ranges) {
  Graph graph;
  Value<float> x = graph.input<float>("x", {-1});
  Value<std::int32_t> limit = graph.input<std::int32_t>("limit");
  Value<std::int32_t> count = range(graph, 0, 6);
  Value<std::int64_t> wide = range(graph, std::int64_t{0}, 3);
  Value<double> halves = range(graph, 0, 1, 0.5);
  Value<std::int32_t> rows = range(graph, 0, element(shape_of(x), 0));
  Value<std::int32_t> same = range(0, element(shape_of(x), 0), 1);
  Value<std::int32_t> from_handle = range(limit, 7, 2);
  Value<std::int64_t> wide_rows = range(0, element(shape_of<std::int64_t>(x), 0));
  const Outputs out = run_all(graph, {count, wide, halves, rows, same, from_handle, wide_rows},
                              {{x, {1, 2, 3}}, {limit, 4}});
  EXPECT_THAT(out[count], TensorIs(of<std::int32_t>({0, 1, 2, 3, 4, 5})));
  EXPECT_THAT(out[wide], TensorIs(of<std::int64_t>({0, 1, 2})));
  EXPECT_THAT(out[halves], TensorIs(of<double>({0, 0.5})));
  EXPECT_THAT(out[rows], TensorIs(of<std::int32_t>({0, 1, 2})));
  EXPECT_THAT(out[same], TensorIs(of<std::int32_t>({0, 1, 2})));
  EXPECT_THAT(out[from_handle], TensorIs(of<std::int32_t>({4, 6})));
  EXPECT_THAT(out[wide_rows], TensorIs(of<std::int64_t>({0, 1, 2})));
}

TEST(UsageForms, ShapesAndCasts) {
  Graph graph;
  Value<String> text = graph.input<String>("text");
  Value<bool> mask = not_equal(text, "b");
  Value<std::int32_t> length = string_length(text, {.unit = TextUnit::kUtf8Char});
  Value<std::int32_t> ones = cast<std::int32_t>(mask);
  const std::vector<Value<String>> texts = {cast<String>(text),
                                            reshape(text, {2, -1}),
                                            reshape(reshape(substr(text, 0, 1), {2}), {2, 1}),
                                            reshape(text, shape_of(length)),
                                            concat({text, text}, 0),
                                            stack({text, text}, -1),
                                            stack(std::vector{text, text}, 0),
                                            identity(text),
                                            element(text, -1)};
  const Outputs out = run_all(graph, texts, {{text, {"é", "b"}}});
  EXPECT_THAT(out[0], TensorIs(of<String>({"é", "b"})));
  EXPECT_THAT(out[1], TensorIs(of<String>({{"é"}, {"b"}})));
  EXPECT_EQ(out[2].shape(), Shape({2, 1}));
  EXPECT_THAT(out[3], TensorIs(of<String>({"é", "b"})));
  EXPECT_THAT(out[4], TensorIs(of<String>({"é", "b", "é", "b"})));
  EXPECT_THAT(out[5], TensorIs(of<String>({{"é", "é"}, {"b", "b"}})));
  EXPECT_THAT(out[6], TensorIs(of<String>({{"é", "b"}, {"é", "b"}})));
  EXPECT_THAT(out[7], TensorIs(of<String>({"é", "b"})));
  EXPECT_THAT(out[8], TensorIs(of<String>("b")));
  const Outputs numbers = run_all(graph, {length, ones}, {{text, {"é", "b"}}});
  EXPECT_THAT(numbers[length], TensorIs(of<std::int32_t>({1, 1})));
  EXPECT_THAT(numbers[ones], TensorIs(of<std::int32_t>({1, 0})));
}

TEST(UsageForms, PartitionAndStitch) {
  Graph graph;
  Value<float> x = graph.input<float>("x", {-1});
  auto ids = cast<std::int32_t>(not_equal(x, -1));
  auto parts = dynamic_partition(x, ids, 2);
  auto index_parts = dynamic_partition(range(graph, 0, element(shape_of(x), 0)), ids, 2);
  parts[1] = add(parts[1], 1.0f);
  const std::vector<Value<float>> stitched = {
      dynamic_stitch(index_parts, parts), dynamic_stitch(index_parts, {parts[0], parts[1]}),
      dynamic_stitch({index_parts[0], index_parts[1]}, parts),
      parallel_dynamic_stitch(index_parts, parts).named("stitched"),
      dynamic_stitch({index_parts[1]}, {parts[1]})};
  const Outputs out = run_all(graph, stitched, {{x, {0.1, -1, 5.2, 4.3, -1, 7.4}}});
  const Tensor want = of<float>({0.1f + 1.0f, -1, 5.2f + 1.0f, 4.3f + 1.0f, -1, 7.4f + 1.0f});
  for (int i = 0; i < 4; ++i) EXPECT_THAT(out[i], TensorIs(want));
  EXPECT_THAT(out["stitched"], TensorIs(want));
  EXPECT_EQ(out[4].shape(), Shape({6}));
}

TEST(UsageForms, AxesOfReduceJoin) {
  Graph graph;
  auto text = graph.input<String>("text", {-1, 2});
  auto wanted = graph.input<std::int32_t>("axes");
  const std::vector<std::int64_t> from_file = {0, 1};
  const std::vector<Value<String>> joins = {
      reduce_join(text),
      reduce_join(text, {}),
      reduce_join(text, {.axes = {-1}}),
      reduce_join(text, {.axes = {0, 1}, .keep_dims = true, .separator = ", "}),
      reduce_join(text, {.axes = {}}),
      reduce_join(text, {.axes = Axes::all()}),
      reduce_join(text, {.axes = Axes(from_file)}),
      reduce_join(text, {.separator = ","}),
      reduce_join(text, wanted),
      reduce_join(text, wanted, {.separator = ","})};
  const Outputs out = run_all(graph, joins, {{text, {{"a", "b"}, {"c", "d"}}}, {wanted, 0}});
  const std::vector<Tensor> want = {of<String>("abcd"),
                                    of<String>("abcd"),
                                    of<String>({"ab", "cd"}),
                                    of<String>({{"a, c, b, d"}}),
                                    of<String>({{"a", "b"}, {"c", "d"}}),
                                    of<String>("abcd"),
                                    of<String>("acbd"),
                                    of<String>("a,b,c,d"),
                                    of<String>({"ac", "bd"}),
                                    of<String>({"a,c", "b,d"})};
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_THAT(out[i], TensorIs(want[i])) << i;
  EXPECT_FALSE(ReduceJoinOptions{.axes = {}}.axes.is_all());
  EXPECT_TRUE(ReduceJoinOptions().axes.is_all());
}

// The same functions on handles whose dtype is known only when the graph is built.
TEST(UsageForms, AnyValues) {
  Graph graph;
  AnyValue any = graph.input("any", DType::kString, {-1});
  AnyValue other = graph.input("other", DType::kString);
  Value<std::int32_t> ids = graph.input<std::int32_t>("ids");
  AnyValue sum = add(any, other);
  sum = add(any, "x");
  Value<String> typed = add(any, Value<String>(other));
  Value<String> head = substr(any, ids, 8);
  head = substr(any, 0, 1);
  Value<String> joined = reduce_join(any, {.axes = {0}});
  joined = string_join({any, "x", head});
  Value<bool> mask = not_equal(any, other);
  std::vector<AnyValue> parts = dynamic_partition(any, ids, 2);
  const std::vector<AnyValue> indices = {ids, ids};
  AnyValue merged = dynamic_stitch(indices, {any, other});
  AnyValue ids_any = ids;
  AnyValue counted = range(0, element(ids_any, 0), 1);
  AnyValue as = cast(ids_any, DType::kFloat32);
  Value<float> back(as);
  Value<std::int64_t> dims = shape_of<std::int64_t>(any);
  const Outputs out =
      run_all(graph,
              {sum, typed, head, joined, mask, parts[1], merged.named("merged"), counted, back,
               dims, concat({any, other}, 0)},
              {{"any", of<String>({"a", "b"})}, {"other", of<String>({"c", "d"})}, {ids, {1, 0}}});
  EXPECT_THAT(out[sum], TensorIs(of<String>({"ax", "bx"})));
  EXPECT_THAT(out[typed], TensorIs(of<String>({"ac", "bd"})));
  EXPECT_THAT(out[head], TensorIs(of<String>({"a", "b"})));
  EXPECT_THAT(out[joined], TensorIs(of<String>({"axa", "bxb"})));
  EXPECT_THAT(out[mask], TensorIs(of<bool>({true, true})));
  EXPECT_THAT(out[parts[1]], TensorIs(of<String>({"a"})));
  EXPECT_THAT(out["merged"], TensorIs(of<String>({"d", "c"})));
  EXPECT_THAT(out[counted], TensorIs(of<std::int32_t>({0})));
  EXPECT_THAT(out[back], TensorIs(of<float>({1, 0})));
  EXPECT_THAT(out[dims], TensorIs(of<std::int64_t>({2})));
  EXPECT_THAT(out[10], TensorIs(of<String>({"a", "b", "c", "d"})));
}

}  // namespace
}  // namespace weft::test
