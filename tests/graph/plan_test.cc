#include "weft/graph/plan.h"

#include <thread>

#include "weft/engine/engine.h"
#include "weft/graph/graph.h"
#include "weft/graph/plan_state.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

TEST(Plan, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text", {-1, 3});
  auto line = graph.add_op<String>(pass_on("shout"), {text}).named("line");
  weft::Plan plan = graph.build({line}).value();
  EXPECT_EQ(plan.num_nodes(), 1U);
  EXPECT_EQ(plan.to_string(),
            "text: input -> string[?,3]\n"
            "line: shout(text) -> string[?,3]\n");
}

// x   c
//  \ /
//  pair
//  |  \_____
//  |        |
//  pass     join <- y      unused <- z
TEST(Plan, OnlyWhatOutputsNeedIsKept) {
  Graph graph;
  const auto x = graph.input<float>("x", {2});
  const auto y = graph.input<float>("y");
  const auto z = graph.input<float>("z");
  const auto c = graph.constant<float>({1, 2});
  graph.constant<float>(7);
  const auto pair = graph.add_op(pass_on("pair", 2), {x, c});
  graph.add_op(pass_on("unused"), {z});
  const auto pass = graph.add_op(pass_on("pass"), {pair[0]}).front();
  const auto join = graph.add_op(pass_on("join"), {pair[1], y}).front();
  EXPECT_EQ(graph.build({join, pass})->to_string(),
            "x: input -> float32[2]\n"
            "y: input -> float32[...]\n"
            "constant_1: constant float32[2] [1,2]\n"
            "pair_1: pair(x, constant_1) -> float32[2], float32[2]\n"
            "pass_1: pass(pair_1) -> float32[2]\n"
            "join_1: join(pair_1:1, y) -> float32[2]\n");
  EXPECT_EQ(graph.build({pass})->num_nodes(), 2U);
  EXPECT_EQ(graph.build({pair[1]})->num_nodes(), 1U);
  EXPECT_EQ(graph.build({x})->to_string(), "x: input -> float32[2]\n");
}

TEST(Plan, OutputsCarryTheNamesOfTheirNodes) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto pair = graph.add_op(pass_on("pair", 2), {x});
  const Plan plan = graph.build({pair[1], x, pair[0], pair[1]}).value();
  std::vector<std::string> names;
  for (const PlanOutput& output : plan.state()->outputs) names.push_back(output.name);
  EXPECT_THAT(names, ElementsAre("pair_1:1", "x", "pair_1", "pair_1:1"));
}

TEST(Plan, SlotsAreInputsThenConstantsAndNodesInOrder) {
  Graph graph;
  const auto c = graph.constant<String>("c");
  const auto x = graph.input<float>("x");
  const auto pair = graph.add_op(pass_on("pair", 2), {x});
  const auto last = graph.add_op(pass_on("pass"), {c}).front();
  const Plan plan = graph.build({last, pair[1]}).value();
  const PlanState& state = *plan.state();
  ASSERT_EQ(state.nodes.size(), 2U);
  EXPECT_EQ(state.nodes[0].first_output_slot, 2U);
  EXPECT_EQ(state.nodes[0].num_outputs, 2U);
  EXPECT_EQ(state.nodes[1].first_output_slot, 4U);
  EXPECT_THAT(state.inputs_of(state.nodes[0]), ElementsAre(state.inputs[0].slot));
  EXPECT_THAT(state.inputs_of(state.nodes[1]), ElementsAre(state.constants[0].slot));
  EXPECT_EQ(state.slot_dtypes[4], DType::kString);
  EXPECT_THAT(state.slot_dtypes, testing::SizeIs(5));
  EXPECT_EQ(state.graph_identity.get(), graph_identity(x));
  EXPECT_EQ(graph_identity(AnyValue()), nullptr);
}

TEST(Plan, OutlivesGraphAndHandles) {
  const Plan plan = [] {
    Graph graph;
    const auto x = graph.input<float>("x");
    return graph.build({graph.add_op(pass_on("pass"), {x}).front()}).value();
  }();
  const Plan copy = plan;
  EXPECT_EQ(copy.state(), plan.state());
  EXPECT_THAT((*run(copy, {{"x", of<float>(3)}}))["pass_1"], TensorIs(of<float>(3)));
}

TEST(Plan, LaterChangesOfTheGraphDoNotReachIt) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto y = graph.add_op(pass_on("pass"), {x}).front();
  const Plan plan = graph.build({y}).value();
  y.named("renamed");
  graph.input<float>("later");
  graph.add_op(refuses("bad"), {x});
  EXPECT_EQ(plan.to_string(), "x: input -> float32[...]\npass_1: pass(x) -> float32[...]\n");
  EXPECT_THAT(run(plan, {{x, 1}}), IsOk());
}

TEST(Plan, ManyThreadsRunOne) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto y = graph.add_op(pass_on("pass"), {x}).front();
  const Plan plan = graph.build({y}).value();
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      const Tensor fed = Tensor::of<float>({1, 2, i});
      for (int k = 0; k < 100; ++k) {
        const Plan copy = plan;
        if (!same_tensor((*run(copy, {{x, fed}}))[y], fed)) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Plan, AThousandNodesInAChain) {
  Graph graph;
  AnyValue value = graph.input("x", DType::kInt64);
  for (int i = 0; i < 1000; ++i) value = graph.add_op(pass_on("pass"), {value}).front();
  const Plan plan = graph.build({value}).value();
  EXPECT_EQ(plan.num_nodes(), 1000U);
  EXPECT_THAT((*run(plan, {{"x", of<std::int64_t>(9)}}))["pass_1000"],
              TensorIs(of<std::int64_t>(9)));
}

}  // namespace
}  // namespace weft::test
