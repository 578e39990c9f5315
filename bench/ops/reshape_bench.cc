// reshape: the time of a run that moves nothing, over the number of rows, which must not matter;
// beside it a copy into rows of their own.
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/reshape.h"

namespace weft::bench {
namespace {

void run(benchmark::State& state, bool by_value) {
  const std::int64_t rows = state.range(0);
  const std::vector<std::int32_t> values = integers(2 * rows, 0, 100);
  const Tensor input = Tensor::of<std::int32_t>({2 * rows}, values).value();
  Graph graph;
  auto x = graph.input<std::int32_t>("x");
  auto shape = graph.input<std::int64_t>("shape");
  const Plan plan = compile(graph, {by_value ? reshape(x, shape) : reshape(x, {-1, 2})}).value();
  // What moves is the handle, whatever it stands for.
  run_plan(state, plan, {{x, input}, {shape, {-1, 2}}}, {input.reshaped({rows, 2}).value()}, 1,
           sizeof(Tensor));
}
void reshape_to_option(benchmark::State& state) { run(state, false); }
void reshape_to_value(benchmark::State& state) { run(state, true); }
BENCHMARK(reshape_to_option)->Apply(rows_and_threads);
BENCHMARK(reshape_to_value)->Apply(rows_and_threads);

void reshape_naive(benchmark::State& state) {
  const std::vector<std::int32_t> values = integers(2 * state.range(0), 0, 100);
  for (auto step : state) {
    std::vector<std::vector<std::int32_t>> rows;
    for (std::size_t i = 0; i < values.size(); i += 2) rows.push_back({values[i], values[i + 1]});
    benchmark::DoNotOptimize(rows);
  }
  state_figures(state, state.range(0), state.range(0) * 16);
}
BENCHMARK(reshape_naive)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
