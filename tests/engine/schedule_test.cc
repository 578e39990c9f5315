#include "weft/engine/schedule.h"

#include "weft/ops/compile.h"
#include "weft/tests/support/lambda_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using Nodes = std::vector<std::uint32_t>;

AnyValue node(Graph& graph, const AnyValues& inputs) {
  return graph.add_op(sum_op(0), inputs).front();
}
AnyValue view(Graph& graph, const AnyValue& input) {
  return graph
      .add_op(op_giving<std::int64_t>("view", [](OpContext&) { return Status(); },
                                      {.constant_time = true}),
              {input})
      .front();
}

std::vector<Nodes> clusters_of(const Graph& graph, const AnyValues& outputs) {
  const Plan plan = compile(graph, outputs).value();
  std::vector<Nodes> clusters;
  const Schedule schedule(*plan.state());
  for (const Cluster& cluster : schedule.clusters()) clusters.push_back(cluster.nodes);
  return clusters;
}

//   x ── 0 ── 1 ── 2
TEST(Schedule, AChainIsOneCluster) {
  Graph graph;
  const AnyValue x = graph.input<std::int64_t>("x");
  const AnyValue last = node(graph, {node(graph, {node(graph, {x})})});
  EXPECT_EQ(clusters_of(graph, {last}), (std::vector<Nodes>{{0, 1, 2}}));
}

//            ┌── 1 ──┐
//   x ── 0 ──┤       ├── 3 ── 4
//            └── 2 ──┘
TEST(Schedule, BranchesAreClustersOfTheirOwn) {
  Graph graph;
  const AnyValue a = node(graph, {graph.input<std::int64_t>("x")});
  const AnyValue left = node(graph, {a});
  const AnyValue right = node(graph, {a});
  const AnyValue last = node(graph, {node(graph, {left, right})});
  EXPECT_EQ(clusters_of(graph, {last}), (std::vector<Nodes>{{0}, {1}, {2}, {3, 4}}));
  const Plan plan = compile(graph, {last}).value();
  const Schedule schedule(*plan.state());
  EXPECT_EQ(schedule.clusters()[3].predecessors, (Nodes{1, 2}));
  EXPECT_EQ(schedule.clusters()[0].successors, (Nodes{1, 2}));
}

//   x ── 0 ──┬── view 1        the view costs nothing, so it goes along
//            └── 2
TEST(Schedule, AnOpOfConstantTimeStaysWithWhatFeedsIt) {
  Graph graph;
  const AnyValue a = node(graph, {graph.input<std::int64_t>("x")});
  const AnyValue cheap = view(graph, a);
  const AnyValue other = node(graph, {a});
  EXPECT_EQ(clusters_of(graph, {cheap, other}), (std::vector<Nodes>{{0, 1}, {2}}));
}

TEST(Schedule, NodesThatReadOnlyInputsStandAlone) {
  Graph graph;
  const AnyValue x = graph.input<std::int64_t>("x");
  EXPECT_EQ(clusters_of(graph, {node(graph, {x}), node(graph, {x})}),
            (std::vector<Nodes>{{0}, {1}}));
}

TEST(Schedule, SerialReleasesComeAfterTheLastReader) {
  Graph graph;
  const AnyValue x = graph.input<std::int64_t>("x");
  const AnyValue a = node(graph, {x});
  const AnyValue b = node(graph, {a, x});
  const AnyValue c = node(graph, {b, a});
  const Plan plan = compile(graph, {c}).value();
  // Slots: x 0, a 1, b 2, c 3.
  const SlotReleases releases(*plan.state());
  EXPECT_THAT(std::span(releases.counts(), 3), testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(std::span(releases.slots(), 3), testing::ElementsAre(0, 1, 2));
}

TEST(Schedule, ValuesOfSeveralClustersAreCounted) {
  Graph graph;
  const AnyValue x = graph.input<std::int64_t>("x");
  const AnyValue last = node(graph, {node(graph, {x}), node(graph, {x})});
  const Plan plan = compile(graph, {last}).value();
  const Schedule schedule(*plan.state());
  ASSERT_EQ(schedule.shared_slots().size(), 1U);
  EXPECT_EQ(schedule.shared_slots()[0].slot, 0U);
  EXPECT_EQ(schedule.shared_slots()[0].num_readers, 2U);
}

TEST(CostEstimate, GrowsWithRowsAndLearns) {
  Graph graph;
  const AnyValue x = graph.input<std::int64_t>("x");
  const Plan plan = compile(graph, {node(graph, {x})}).value();
  CostEstimate cost(*plan.state());
  const auto estimate = [&](std::int64_t rows) {
    std::vector<Tensor> slots(plan.state()->slot_dtypes.size());
    slots[0] = Tensor::builder<std::int64_t>({rows}).value().values().empty()
                   ? Tensor::of<std::int64_t>({})
                   : std::move(*Tensor::builder<std::int64_t>({rows})).build();
    return cost.nanoseconds(*plan.state(), slots);
  };
  const std::int64_t before = estimate(1000);
  EXPECT_GT(before, estimate(10));
  for (int i = 0; i < 50; ++i) cost.learn(estimate(1000), 1000000);
  EXPECT_NEAR(static_cast<double>(estimate(1000)), 1e6, 1e5);
  for (int i = 0; i < 50; ++i) cost.learn(estimate(1000), 1000);
  EXPECT_LT(estimate(1000), 2000);
}

}  // namespace
}  // namespace weft::test
