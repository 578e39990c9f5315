#include "weft/tests/support/run_all_ways.h"

#include <gtest/gtest.h>

#include <string>

#include "weft/ops/compile.h"
#include "weft/tests/support/engine_ways.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {

namespace {

// Made once.
const std::vector<EngineWay>& all_ways() {
  static const std::vector<EngineWay> kWays = engine_ways();
  return kWays;
}

void expect_same(const Result<Outputs>& expected, const Result<Outputs>& actual) {
  if (!expected.ok() || !actual.ok()) {
    const Status a = expected.status();
    const Status b = actual.status();
    EXPECT_EQ(a.code(), b.code());
    EXPECT_EQ(a.to_string(), b.to_string());
    EXPECT_TRUE(std::equal(a.position().begin(), a.position().end(), b.position().begin(),
                           b.position().end()));
    return;
  }
  ASSERT_EQ(expected->size(), actual->size());
  for (std::size_t i = 0; i < expected->size(); ++i)
    EXPECT_THAT((*actual)[i], TensorIs((*expected)[i]));
}

}  // namespace

Result<Outputs> run_all_ways(const Plan& plan, const Feeds& feeds) {
  Result<Outputs> expected = run(plan, feeds);
  for (const EngineWay& way : all_ways()) {
    SCOPED_TRACE(way.name);
    // Twice, so that the second run meets used memory.
    for (int i = 0; i < 2; ++i) expect_same(expected, way.engine->run(plan, feeds));
  }
  return expected;
}

Result<std::vector<Tensor>> run_op_with_outputs(
    const std::vector<Tensor>& inputs,
    const std::function<std::vector<AnyValue>(Graph&, const std::vector<AnyValue>&)>& build) {
  Result<std::vector<Tensor>> results = internal_error("not run");
  for (const bool known_shapes : {false, true}) {
    SCOPED_TRACE(known_shapes ? "known shapes" : "unknown shapes");
    Graph graph;
    std::vector<AnyValue> values;
    Feeds feeds;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const PartialShape shape =
          known_shapes ? PartialShape(inputs[i].shape()) : PartialShape::unknown_rank();
      values.push_back(graph.input(std::to_string(i), inputs[i].dtype(), shape));
      feeds.add({std::to_string(i), inputs[i]});
    }
    const Result<Plan> plan = compile(graph, build(graph, values));
    Result<Outputs> outputs = plan.ok() ? run_all_ways(*plan, feeds) : plan.status();
    if (known_shapes) {
      EXPECT_EQ(outputs.status().code(), results.status().code())
          << outputs.status().to_string() << " / " << results.status().to_string();
      if (!outputs.ok() || !results.ok()) continue;
      for (std::size_t i = 0; i < results->size(); ++i)
        EXPECT_THAT((*outputs)[i], TensorIs((*results)[i]));
    } else if (outputs.ok()) {
      results = std::vector<Tensor>(outputs->begin(), outputs->end());
    } else {
      results = outputs.status();
    }
  }
  return results;
}

Result<Tensor> run_op(const std::vector<Tensor>& inputs,
                      const std::function<AnyValue(Graph&, const std::vector<AnyValue>&)>& build) {
  WEFT_TRY_ASSIGN(
      std::vector<Tensor> outputs,
      run_op_with_outputs(inputs, [&](Graph& graph, const std::vector<AnyValue>& values) {
        return std::vector<AnyValue>{build(graph, values)};
      }));
  return outputs.front();
}

}  // namespace weft::test
