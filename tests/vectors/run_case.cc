#include "weft/tests/vectors/run_case.h"

#include <fmt/format.h>

#include "weft/ops/compile.h"
#include "weft/tests/vectors/expectation.h"
#include "weft/tests/vectors/op_builders.h"

namespace weft::test {

namespace {

std::string feed_name(std::size_t number) { return fmt::format("feed_{}", number); }

// A graph in the making: handles of its feeds and of its nodes' outputs.
struct CaseGraph {
  Graph graph;
  std::vector<AnyValue> feeds;
  std::vector<std::vector<AnyValue>> outputs;

  Result<std::vector<AnyValue>> values_of(const std::vector<VectorSource>& sources) const {
    std::vector<AnyValue> values;
    for (const VectorSource& source : sources) {
      const std::vector<AnyValue>& from = source.node ? outputs[*source.node] : feeds;
      if (source.number >= from.size()) {
        // An op that was given wrong attributes has no outputs; then that is the error.
        WEFT_TRY(graph.build({}));
        return internal_error(fmt::format("a node has no output {}", source.number));
      }
      values.push_back(from[source.number]);
    }
    return values;
  }
};

Result<Plan> plan_of(const VectorCase& from, bool known_shapes) {
  CaseGraph to;
  for (std::size_t i = 0; i < from.feeds.size(); ++i)
    to.feeds.push_back(to.graph.input(
        feed_name(i), from.feeds[i].dtype(),
        known_shapes ? PartialShape(from.feeds[i].shape()) : PartialShape::unknown_rank()));
  for (const VectorNode& node : from.nodes) {
    WEFT_TRY_ASSIGN(const std::vector<AnyValue> inputs, to.values_of(node.inputs));
    WEFT_TRY_ASSIGN(std::vector<AnyValue> outputs, add_vector_node(to.graph, node, inputs));
    to.outputs.push_back(std::move(outputs));
  }
  if (from.fetches.empty()) return compile(to.graph, to.outputs.back());
  WEFT_TRY_ASSIGN(const std::vector<AnyValue> fetches, to.values_of(from.fetches));
  return compile(to.graph, fetches);
}

Result<std::vector<Tensor>> tensors_of(const Result<Outputs>& outputs) {
  if (!outputs.ok()) return outputs.status();
  return std::vector<Tensor>(outputs->begin(), outputs->end());
}

}  // namespace

std::vector<CaseFailure> run_case(const VectorCase& vector_case,
                                  std::span<const EngineWay> engines) {
  std::vector<CaseFailure> failures;
  Feeds feeds;
  for (std::size_t i = 0; i < vector_case.feeds.size(); ++i)
    feeds.add({feed_name(i), vector_case.feeds[i]});
  for (const bool known_shapes : {false, true}) {
    const std::string way = known_shapes ? "inputs of known shapes" : "inputs of unknown rank";
    const auto check = [&](const std::string& where, const Result<std::vector<Tensor>>& actual,
                           ErrorCheck error_check) {
      std::string text = mismatch(vector_case, actual, error_check);
      if (text.empty()) return;
      if (failures.empty() || failures.back().mismatch != text)
        failures.push_back({.ways = {}, .mismatch = std::move(text)});
      failures.back().ways.push_back(way + ", " + where);
    };
    const Result<Plan> plan = plan_of(vector_case, known_shapes);
    if (!plan.ok()) {
      check("at build", plan.status(), known_shapes ? ErrorCheck::kCode : ErrorCheck::kWhole);
      continue;
    }
    check("without an engine", tensors_of(run(*plan, feeds)), ErrorCheck::kWhole);
    if (known_shapes) continue;
    for (const EngineWay& engine : engines)
      check("on " + engine.name, tensors_of(engine.engine->run(*plan, feeds)), ErrorCheck::kWhole);
  }
  return failures;
}

}  // namespace weft::test
