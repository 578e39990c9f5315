#include "weft/ops/compile.h"

#include <new>
#include <numeric>

#include "weft/engine/engine.h"
#include "weft/graph/plan_state.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/run_all_ways.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

// sum(a, ...): of int32 scalars and vectors of one length; refuses negative numbers when it runs.
std::shared_ptr<const Op> sum(int* runs = nullptr, OpForm form = {.pure = true}) {
  return fake_op(
      "sum",
      [](std::span<const TensorSpec> inputs) -> Result<Specs> {
        return Specs{{.dtype = DType::kInt32, .shape = inputs[0].shape}};
      },
      [runs](OpContext& context) -> Status {
        if (runs) ++*runs;
        WEFT_TRY_ASSIGN(auto out, context.allocate<std::int32_t>(0, context.input(0).shape()));
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = 0;
          for (std::size_t k = 0; k < context.num_inputs(); ++k)
            out[i] += context.input(k).values<std::int32_t>()[i];
          if (out[i] < 0) return invalid_argument("negative").at({static_cast<std::int64_t>(i)});
        }
        return Status();
      },
      form);
}

TEST(Compile, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto line = graph.add_op<String>(pass_on("shout"), {text}).named("line");
  weft::Plan plan = weft::compile(graph, {line}).value();
  EXPECT_EQ(plan.num_nodes(), 1U);
  EXPECT_THAT(run(plan, {{text, {"a"}}}), IsOk());
}

// 1   2
//  \ /
//  sum   x
//    \  /
//    sum
TEST(Compile, OpsOnConstantsRunAtOnce) {
  int runs = 0;
  Graph graph;
  const auto x = graph.input<std::int32_t>("x", {});
  const auto three = graph.add_op<std::int32_t>(
      sum(&runs), {graph.constant<std::int32_t>(1), graph.constant<std::int32_t>(2)});
  const auto total = graph.add_op<std::int32_t>(sum(), {three, x}).named("total");
  const Plan plan = compile(graph, {total}).value();
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(plan.to_string(),
            "x: input -> int32[]\n"
            "sum_1: constant int32[] 3\n"
            "total: sum(sum_1, x) -> int32[]\n");
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT((*run(plan, {{x, 10}}))[total], TensorIs(of<std::int32_t>(13)));
  EXPECT_EQ(runs, 1);
}

TEST(Compile, FoldingCanBeSwitchedOff) {
  int runs = 0;
  Graph graph;
  const auto c = graph.constant<std::int32_t>({1, 2});
  const auto total = graph.add_op<std::int32_t>(sum(&runs), {c, c});
  const Plan plain = compile(graph, {total}, {.constant_folding = false}).value();
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(plain.num_nodes(), 1U);
  EXPECT_EQ(plain.to_string(), graph.build({total})->to_string());
  const Plan folded = compile(graph, {total}).value();
  EXPECT_EQ(folded.num_nodes(), 0U);
  const Tensor want = (*run(plain, {}))[total];
  EXPECT_THAT((*run(folded, {}))[total], TensorIs(want));
}

TEST(Compile, OnlyPureOpsAreFolded) {
  int runs = 0;
  Graph graph;
  const auto c = graph.constant<std::int32_t>(1);
  const auto impure = graph.add_op<std::int32_t>(sum(&runs, {.pure = false}), {c});
  const auto after = graph.add_op<std::int32_t>(sum(&runs), {impure});
  const Plan plan = compile(graph, {after}).value();
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(plan.num_nodes(), 2U);
  EXPECT_THAT((*run(plan, {}))[after], TensorIs(of<std::int32_t>(1)));
  EXPECT_EQ(runs, 2);
}

TEST(Compile, ChainsOfConstantsFoldToTheirEnd) {
  Graph graph;
  Value<std::int32_t> value = graph.constant<std::int32_t>({1, 2, 3});
  for (int i = 0; i < 10; ++i) value = graph.add_op<std::int32_t>(sum(), {value, value});
  const Plan plan = compile(graph, {value.named("end")}).value();
  EXPECT_EQ(plan.to_string(), "end: constant int32[3] [1024,2048,3072]\n");
}

TEST(Compile, LargeResultsAreNotKeptInThePlan) {
  for (const std::int64_t size : {4096, 4097}) {
    Graph graph;
    const std::vector<std::int32_t> numbers(static_cast<std::size_t>(size), 1);
    const auto c = graph.constant<std::int32_t>(Tensor::of<std::int32_t>({size}, numbers).value());
    const auto total = graph.add_op<std::int32_t>(sum(), {c, c});
    EXPECT_EQ(compile(graph, {total})->num_nodes(), size == 4096 ? 0U : 1U);
  }
}

TEST(Compile, LongTextIsNotKeptInThePlan) {
  // Each doubles the text: few elements, many bytes.
  const auto doubled = fake_op(
      "doubled",
      [](std::span<const TensorSpec> inputs) -> Result<Specs> {
        return Specs{{.dtype = DType::kString, .shape = inputs[0].shape}};
      },
      [](OpContext& context) {
        const Tensor& in = context.input(0);
        const std::string text(in.values<String>()[0]);
        context.set_output(0, Tensor::of<String>(text + text));
        return Status();
      },
      {.pure = true});
  Graph graph;
  Value<String> text = graph.constant<String>("0123456789abcdef");
  for (int i = 0; i < 20; ++i) text = graph.add_op<String>(doubled, {text});
  const Plan plan = compile(graph, {text}).value();
  EXPECT_GT(plan.num_nodes(), 0U);
  EXPECT_LT(plan.num_nodes(), 20U);
  for (const PlanConstant& constant : plan.state()->constants)
    EXPECT_LE(constant.tensor.bytes_used(), 1 << 20);
  EXPECT_EQ((*run(plan, {}))[text].bytes_used(), 12 + (16 << 20));
}

TEST(Compile, UnknownShapesAreNotFolded) {
  Graph graph;
  const auto c = graph.constant<std::int32_t>(1);
  const auto hidden = fake_op(
      "hidden",
      [](std::span<const TensorSpec>) -> Result<Specs> {
        return Specs{{.dtype = DType::kInt32, .shape = {-1}}};
      },
      [](OpContext& context) {
        context.set_output(0, of<std::int32_t>({7}));
        return Status();
      },
      {.pure = true});
  const auto value = graph.add_op<std::int32_t>(hidden, {c});
  const Plan plan = compile(graph, {value}).value();
  EXPECT_EQ(plan.num_nodes(), 1U);
  EXPECT_THAT((*run(plan, {}))[value], TensorIs(of<std::int32_t>({7})));
}

TEST(Compile, AFoldThatFailsReportsAtEveryRun) {
  Graph graph;
  const auto x = graph.input<std::int32_t>("x");
  const auto bad =
      graph.add_op<std::int32_t>(sum(), {graph.constant<std::int32_t>({1, -2})}).named("bad");
  const auto after = graph.add_op<std::int32_t>(sum(), {bad, x});
  const Result<Plan> plan = compile(graph, {after});
  ASSERT_THAT(plan, IsOk());
  EXPECT_EQ(plan->num_nodes(), 2U);
  for (int i = 0; i < 2; ++i) {
    const Result<Outputs> out = run_all_ways(*plan, {{x, {1, 1}}});
    EXPECT_THAT(out, StatusIs(StatusCode::kInvalidArgument, "bad (sum): negative"));
    EXPECT_THAT(out.status().position(), testing::ElementsAre(1));
  }
}

TEST(Compile, AFoldThatThrowsReportsAtEveryRun) {
  const auto throwing = [](std::string name, auto exception) {
    return fake_op(
        std::move(name),
        [](std::span<const TensorSpec> inputs) -> Result<Specs> { return Specs{inputs[0]}; },
        [exception](OpContext&) -> Status { throw exception; }, {.pure = true});
  };
  Graph graph;
  const auto c = graph.constant<float>(1);
  const auto oh = graph.add_op<float>(throwing("oh", std::runtime_error("oh")), {c});
  const auto large = graph.add_op<float>(throwing("large", std::bad_alloc()), {c});
  const Result<Plan> plan = compile(graph, {oh});
  ASSERT_THAT(plan, IsOk());
  EXPECT_THAT(run(*plan, {}),
              StatusIs(StatusCode::kInternal, "oh_1 (oh): threw std::runtime_error: oh"));
  EXPECT_THAT(run(compile(graph, {large}).value(), {}),
              StatusIs(StatusCode::kResourceExhausted, "large_1 (large): out of memory"));
}

TEST(Compile, AFoldThatBreaksItsPromiseReportsAtEveryRun) {
  const auto liar = fake_op(
      "liar",
      [](std::span<const TensorSpec>) -> Result<Specs> {
        return Specs{{.dtype = DType::kInt32, .shape = {}}};
      },
      [](OpContext& context) {
        context.set_output(0, of<double>(1));
        return Status();
      },
      {.pure = true});
  Graph graph;
  const auto value = graph.add_op<std::int32_t>(liar, {graph.constant<float>(1)});
  const auto after = graph.add_op<std::int32_t>(sum(), {value});
  const Result<Plan> plan = compile(graph, {after});
  ASSERT_THAT(plan, IsOk());
  EXPECT_THAT(run(*plan, {}),
              StatusIs(StatusCode::kInternal, HasSubstr("liar_1 (liar): output 0")));
}

TEST(Compile, OutputsMayBeConstants) {
  Graph graph;
  const auto x = graph.input<std::int32_t>("x");
  const auto c = graph.constant<std::int32_t>({1, 2}).named("given");
  const auto folded = graph.add_op<std::int32_t>(sum(), {c, c}).named("folded");
  const auto pair = graph.add_op(pass_on("pair", 2), {folded});
  const Plan plan = compile(graph, {folded, c, pair[1], folded, x}).value();
  EXPECT_EQ(plan.num_nodes(), 0U);
  const Outputs out = run_all_ways(plan, {{x, 5}}).value();
  EXPECT_THAT(out[folded], TensorIs(of<std::int32_t>({2, 4})));
  EXPECT_THAT(out["folded"], TensorIs(of<std::int32_t>({2, 4})));
  EXPECT_THAT(out["given"], TensorIs(of<std::int32_t>({1, 2})));
  EXPECT_THAT(out[pair[1]], TensorIs(of<std::int32_t>({2, 4})));
  EXPECT_THAT(out["pair_1:1"], TensorIs(of<std::int32_t>({2, 4})));
  EXPECT_THAT(out[3], TensorIs(of<std::int32_t>({2, 4})));
  EXPECT_THAT(out[x], TensorIs(of<std::int32_t>(5)));
}

TEST(Compile, ConstantsThatNobodyReadsAnyMoreAreLeftOut) {
  Graph graph;
  const auto x = graph.input<std::int32_t>("x", {});
  const auto a = graph.constant<std::int32_t>(1).named("a");
  const auto b = graph.constant<std::int32_t>(2).named("b");
  const auto pair = graph.add_op(pass_on("pair", 2), {a});
  const auto last = graph.add_op(sum(), {pair[1], b, x}).front();
  const std::string text = compile(graph, {last})->to_string();
  EXPECT_EQ(text,
            "x: input -> int32[]\n"
            "b: constant int32[] 2\n"
            "pair_1:1: constant int32[] 1\n"
            "sum_1: sum(pair_1:1, b, x) -> int32[]\n");
}

// A short piece must not keep a long constant in memory for as long as the plan lives.
TEST(Compile, AFoldedPieceLetsGoOfTheWhole) {
  const auto first_byte = fake_op(
      "first_byte",
      [](std::span<const TensorSpec>) -> Result<Specs> {
        return Specs{{.dtype = DType::kString, .shape = {}}};
      },
      [](OpContext& context) -> Status {
        StringColumns columns = context.input(0).columns();
        WEFT_TRY_ASSIGN(columns.lengths, context.allocate_buffer(4));
        *columns.lengths.mutable_as<std::uint32_t>() = 1;
        columns.facts = {.max_length = 1, .total_bytes = 1};
        context.set_output(0, Tensor({}, std::move(columns)));
        return Status();
      },
      {.pure = true});
  Graph graph;
  const auto c = graph.constant<String>(std::string(1000000, 'x'));
  const auto piece = graph.add_op<String>(first_byte, {c});
  const Plan plan = compile(graph, {piece}).value();
  ASSERT_EQ(plan.num_nodes(), 0U);
  EXPECT_LT(plan.state()->constants.front().tensor.bytes_pinned(), 10000);
  EXPECT_THAT((*run(plan, {}))[piece], TensorIs(of<String>("x")));
}

TEST(Compile, FeedsAreCheckedAsInTheUnfoldedPlan) {
  Graph graph;
  const auto x = graph.input<std::int32_t>("x", {2});
  const auto c = graph.constant<std::int32_t>({1, 2});
  graph.input<float>("unused");
  const auto y = graph.add_op<std::int32_t>(sum(), {graph.add_op(sum(), {c, c}).front(), x});
  const Plan plan = compile(graph, {y}).value();
  EXPECT_THAT(run(plan, {}), StatusIs(StatusCode::kInvalidArgument, "x (input): was not fed"));
  EXPECT_THAT(
      run(plan, {{x, {1, 1}}, {"unused", of<std::int32_t>(1)}}),
      StatusIs(StatusCode::kInvalidArgument, "unused (input): is float32, the feed is int32"));
  EXPECT_THAT((*run(plan, {{x, {1, 1}}}))[y], TensorIs(of<std::int32_t>({3, 5})));
}

TEST(Compile, ReportsWhatBuildReports) {
  Graph graph;
  const auto x = graph.input<float>("x");
  graph.add_op(refuses("bad"), {x});
  EXPECT_THAT(compile(graph, {x}), StatusIs(StatusCode::kInvalidArgument, "bad_1 (bad): refused"));
  EXPECT_THAT(compile(graph, {Value<float>()}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("output 0 is an empty handle")));
  EXPECT_THAT(compile(Graph(), {}), IsOk());
}

}  // namespace
}  // namespace weft::test
