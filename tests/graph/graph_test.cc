#include "weft/graph/graph.h"

#include <optional>
#include <stdexcept>

#include "weft/engine/engine.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> texts_of(const std::vector<Status>& errors) {
  std::vector<std::string> texts;
  for (const Status& error : errors) texts.push_back(error.to_string());
  return texts;
}

TEST(Graph, ApiExample) {
  weft::Graph graph;
  auto text = graph.input<weft::String>("text", {-1, 3});
  weft::Plan plan = graph.build({text}).value();
  EXPECT_EQ(plan.to_string(), "text: input -> string[?,3]\n");
}

TEST(Graph, AnEmptyOneBuildsAndRuns) {
  const Graph graph;
  const Plan plan = graph.build({}).value();
  EXPECT_EQ(plan.num_nodes(), 0U);
  EXPECT_EQ(run(plan, {})->size(), 0U);
}

TEST(Graph, InputsAndConstantsAreOutputsToo) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto c = graph.constant<String>({"a", "b"});
  const Plan plan = graph.build({c, x, c}).value();
  const Outputs out = run(plan, {{x, {1, 2}}}).value();
  EXPECT_EQ(out.size(), 3U);
  EXPECT_THAT(out[0], TensorIs(of<String>({"a", "b"})));
  EXPECT_THAT(out[1], TensorIs(of<float>({1, 2})));
  EXPECT_THAT(out[2], TensorIs(of<String>({"a", "b"})));
}

TEST(Graph, ConstantsFromLiteralsAndTensors) {
  Graph graph;
  const Tensor tensor = of<std::int32_t>({{1, 2}, {3, 4}});
  const Value<float> literal = graph.constant<float>({{0.1f, -1}, {5, 2}});
  const Value<float> none = graph.constant<float>({});
  const Value<String> text = graph.constant<String>("text");
  const AnyValue any = graph.constant(tensor);
  const Value<std::int32_t> typed = graph.constant<std::int32_t>(tensor);
  EXPECT_EQ(literal.shape(), PartialShape({2, 2}));
  EXPECT_EQ(none.shape(), PartialShape({0}));
  EXPECT_EQ(text.shape(), PartialShape());
  EXPECT_EQ(any.dtype(), DType::kInt32);
  const Outputs out = run(graph.build({any, typed}).value(), {}).value();
  EXPECT_EQ(out[0].data(), tensor.data());
  EXPECT_EQ(out[1].data(), tensor.data());
  const Value<float> wrong = graph.constant<float>(tensor);
  EXPECT_THAT(graph.build({wrong}),
              StatusIs(StatusCode::kInvalidArgument,
                       "constant_6 (constant): output 0 is int32, not float32"));
}

TEST(Graph, WrongLiteralsAreRootCauses) {
  Graph graph;
  graph.constant<float>({{1, 2}, {3}});
  const auto poisoned = graph.constant<std::int8_t>({1, 300});
  graph.add_op(pass_on("pass"), {poisoned});
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("the lists of the literal have different lengths or depths",
                          "300 does not fit int8"));
}

TEST(Graph, InputsWithWrongNamesOrShapes) {
  Graph graph;
  graph.input<float>("");
  const auto x = graph.input<float>("x", {2, -2});
  graph.input<float>("y", PartialShape(std::vector<std::int64_t>(255, 1)));
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("input_1 (input): an input needs a name",
                          "x (input): shape [2,-2] has a dimension of -2",
                          "y (input): rank 255 is above the highest rank, 254"));
  // The shape is as good as unknown, so that no op finds further fault with it.
  EXPECT_EQ(x.shape(), PartialShape::unknown_rank());
}

// x -> bad -> after -> last
//       \--------------/
TEST(Graph, PoisonedHandlesStaySilent) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto bad = graph.add_op<float>(refuses("bad"), {x});
  const auto after = graph.add_op<String>(pass_on("after"), {bad});
  const auto last = graph.add_op(pass_on("last", 2), {after, bad, x});
  EXPECT_THAT(last, SizeIs(1));
  EXPECT_EQ(last[0].dtype(), DType::kFloat32);
  EXPECT_EQ(last[0].shape(), PartialShape::unknown_rank());
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("bad_1 (bad): refused"));
  EXPECT_THAT(graph.build({x}), StatusIs(StatusCode::kInvalidArgument, "bad_1 (bad): refused"));
  EXPECT_THAT(graph.build(last), StatusIs(StatusCode::kInvalidArgument, "bad_1 (bad): refused"));
}

TEST(Graph, BuildReportsEveryRootCauseOnceInOrder) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto first = graph.add_op(refuses("bad", "first"), {x}).front().named("a");
  graph.add_op(pass_on("pass"), {first});
  graph.constant<std::int8_t>(300);
  graph.add_op(refuses("bad", "second"), {x});
  graph.fail(unimplemented("third"));
  const Result<Plan> plan = graph.build({x, first, first});
  EXPECT_THAT(plan, StatusIs(StatusCode::kInvalidArgument,
                             "a (bad): first\n"
                             "300 does not fit int8\n"
                             "bad_2 (bad): second\n"
                             "third"));
  const Status status = plan.status();
  EXPECT_EQ(status.node(), "a");
  EXPECT_EQ(status.op(), "bad");
  EXPECT_THAT(graph.errors(), SizeIs(4));
  EXPECT_EQ(graph.errors()[3].code(), StatusCode::kUnimplemented);
  // Building changes nothing.
  EXPECT_EQ(graph.build({x}).status().to_string(), status.to_string());
}

TEST(Graph, TheFirstCauseGivesCodeAndPosition) {
  Graph graph;
  graph.fail(resource_exhausted("large").at({2, 1}));
  graph.fail(invalid_argument("small"));
  const Status status = graph.build({}).status();
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_THAT(status.position(), ElementsAre(2, 1));
  EXPECT_EQ(status.to_string(), "large\nsmall");
}

TEST(Graph, OutputsThatAreNoHandlesOfTheGraph) {
  Graph graph;
  Graph other;
  const auto x = graph.input<float>("x");
  EXPECT_THAT(graph.build({x, Value<float>()}),
              StatusIs(StatusCode::kInvalidArgument, "output 1 is an empty handle"));
  EXPECT_THAT(graph.build({other.input<float>("y"), x, AnyValue()}),
              StatusIs(StatusCode::kInvalidArgument,
                       "output 0 is a handle of another graph\noutput 2 is an empty handle"));
  EXPECT_THAT(graph.errors(), IsEmpty());
  EXPECT_THAT(graph.build({x}), IsOk());
}

TEST(Graph, HandlesOfTwoGraphsDoNotMix) {
  Graph graph;
  Graph other;
  const auto x = graph.input<float>("x");
  const auto y = other.input<float>("y");
  const auto mixed = graph.add_op(pass_on("mix"), {x, y}).front();
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("mix_1 (mix): input 1 is a handle of another graph"));
  EXPECT_THAT(other.errors(), IsEmpty());
  EXPECT_THAT(graph.build({mixed}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("another")));
}

TEST(Graph, EmptyHandlesAsInputs) {
  Graph graph;
  const auto x = graph.input<float>("x");
  graph.add_op(pass_on("pass"), {x, AnyValue()});
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("pass_1 (pass): input 1 is an empty handle"));
}

// Operands that belong to no graph get one of their own, which tells whoever builds.
TEST(Graph, OrphansAreReportedByWhoeverUsesThem) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const AnyValue orphan = add_op(pass_on("pass"), {AnyValue()}).front();
  const std::string cause = "no operand belongs to a graph; pass the graph first";
  EXPECT_THAT(graph.build({orphan}), StatusIs(StatusCode::kInvalidArgument, HasSubstr(cause)));
  EXPECT_THAT(graph.build({x}), IsOk());
  graph.add_op(pass_on("join"), {x, orphan}).front().named("line");
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("line (join): " + cause));
}

TEST(Graph, AnOrphanIsReportedOnce) {
  const AnyValue orphan = graph_of(std::span<const Operand>()).constant(of<float>(1));
  const Result<Plan> plan = Graph().build({orphan, orphan});
  EXPECT_THAT(plan, StatusIs(StatusCode::kInvalidArgument,
                             "no operand belongs to a graph; pass the graph first"));
}

TEST(Graph, AGraphOfItsOwnGoesBeforeAnOrphan) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const AnyValue orphan = graph_of(std::span<const AnyValue>()).constant(of<float>(1));
  EXPECT_EQ(graph_of(std::vector<AnyValue>{orphan, x}).state(), graph.state());
  EXPECT_EQ(graph_of(std::vector<Operand>{1, orphan, x}).state(), graph.state());
  EXPECT_EQ(graph_of(std::vector<Operand>{1, orphan}).state(), orphan.state());
  EXPECT_EQ(graph_of(std::vector<AnyValue>{AnyValue(), x}).state(), graph.state());
  // So the build that knows the other operands reports it, whatever the outputs are.
  add_op(pass_on("pass"), {orphan, x});
  EXPECT_THAT(graph.build({x}),
              StatusIs(StatusCode::kInvalidArgument,
                       "pass_1 (pass): no operand belongs to a graph; pass the graph first"));
}

TEST(Graph, AnOpThatIsNone) {
  Graph graph;
  const auto outputs = graph.add_op(nullptr, {});
  EXPECT_THAT(outputs, SizeIs(1));
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("add_op was given no op"));
}

TEST(Graph, InferThatThrowsIsARootCause) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto throws = [](auto exception) {
    return fake_op("thrower",
                   [exception](std::span<const TensorSpec>) -> Result<Specs> { throw exception; });
  };
  const auto poisoned = graph.add_op(throws(std::logic_error("oh")), {x}).front().named("first");
  graph.add_op(throws(Error(unimplemented("not yet"))), {x});
  graph.add_op(throws(std::bad_alloc()), {x});
  graph.add_op(pass_on("pass"), {poisoned});
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("first (thrower): threw std::logic_error: oh",
                          "thrower_2 (thrower): not yet", "thrower_3 (thrower): out of memory"));
  EXPECT_EQ(graph.errors()[2].code(), StatusCode::kResourceExhausted);
}

TEST(Graph, InferThatGivesImpossibleShapes) {
  Graph graph;
  const auto x = graph.input<float>("x");
  graph.add_op(gives("odd", {.dtype = DType::kBool, .shape = {-7}}), {x});
  graph.add_op(gives("odd", {.shape = PartialShape(std::vector<std::int64_t>(300, 1))}), {x});
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("odd_1 (odd): shape [-7] has a dimension of -7",
                          "odd_2 (odd): rank 300 is above the highest rank, 254"));
}

TEST(Graph, OpsWithAnyNumberOfOutputs) {
  Graph graph;
  const auto x = graph.input<float>("x");
  EXPECT_THAT(graph.add_op(pass_on("none", 0), {x}), IsEmpty());
  const std::vector<AnyValue> pair = graph.add_op(pass_on("pair", 2), {x});
  ASSERT_THAT(pair, SizeIs(2));
  EXPECT_EQ(pair[0].node(), pair[1].node());
  EXPECT_EQ(pair[1].output(), 1U);
  const Outputs out = run(graph.build(pair).value(), {{x, {1, 2}}}).value();
  EXPECT_THAT(out[pair[0]], TensorIs(of<float>({1, 2})));
  EXPECT_THAT(out[pair[1]], TensorIs(of<float>({1, 2})));
}

TEST(Graph, ATypedAddOpWantsOneOutputOfItsDtype) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto two = graph.add_op<float>(pass_on("pair", 2), {x}).named("two");
  graph.add_op<float>(pass_on("none", 0), {x});
  graph.add_op<std::int32_t>(pass_on("pass"), {x}).named("typed");
  graph.add_op(pass_on("after"), {two});
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("two (pair): has 2 outputs; add_op<T> takes an op with one",
                          "none_1 (none): has 0 outputs; add_op<T> takes an op with one",
                          "pass_1 (pass): output 0 is float32, not int32"));
}

TEST(Graph, InferSeesWhatIsKnown) {
  Graph graph;
  const auto x = graph.input<float>("x", {-1, 2});
  const auto c = graph.constant<std::int32_t>({7, 8});
  Specs seen;
  const auto op = fake_op("see", [&](std::span<const TensorSpec> inputs) -> Result<Specs> {
    seen.assign(inputs.begin(), inputs.end());
    return Specs{{.dtype = DType::kBool, .shape = {3}}};
  });
  const AnyValue out = graph.add_op(op, {x, c}).front();
  ASSERT_THAT(seen, SizeIs(2));
  EXPECT_EQ(seen[0].dtype, DType::kFloat32);
  EXPECT_EQ(seen[0].shape, PartialShape({-1, 2}));
  EXPECT_FALSE(seen[0].constant);
  EXPECT_EQ(seen[1].shape, PartialShape({2}));
  EXPECT_THAT(*seen[1].constant, TensorIs(of<std::int32_t>({7, 8})));
  EXPECT_EQ(out.dtype(), DType::kBool);
  EXPECT_EQ(out.shape(), PartialShape({3}));
}

TEST(Graph, TheStateDiesWithItsHandles) {
  std::weak_ptr<GraphState> state;
  std::optional<Plan> plan;
  {
    Graph graph;
    state = graph.state();
    const auto x = graph.input<float>("x");
    const auto y = graph.add_op<float>(pass_on("pass"), {x});
    plan = graph.build({y}).value();
  }
  EXPECT_TRUE(state.expired());
  EXPECT_THAT(run(*plan, {{"x", of<float>(1)}}), IsOk());
}

}  // namespace
}  // namespace weft::test
