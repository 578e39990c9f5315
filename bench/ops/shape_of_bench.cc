// shape_of: the time of a run that looks at the shape only, over the number of rows, which must not
// matter; beside it a loop that counts the rows.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/shape_of.h"

namespace weft::bench {
namespace {

void shape_of_text(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  Graph graph;
  auto text = graph.input<String>("text");
  const Plan plan = compile(graph, {shape_of<std::int64_t>(text)}).value();
  run_plan(state, plan, {{text, text_tensor(texts(rows, 12, Script::kAscii))}},
           {Tensor::of<std::int64_t>({1}, std::vector<std::int64_t>{rows}).value()}, 1,
           2 * sizeof(std::int64_t));
}
BENCHMARK(shape_of_text)->Apply(rows_and_threads);

void shape_of_naive(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 12, Script::kAscii);
  for (auto step : state) {
    std::int64_t rows = 0;
    for (const std::string& text : strings) {
      benchmark::DoNotOptimize(text.data());
      ++rows;
    }
    benchmark::DoNotOptimize(rows);
  }
  state_figures(state, 1, 2 * sizeof(std::int64_t));
}
BENCHMARK(shape_of_naive)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
