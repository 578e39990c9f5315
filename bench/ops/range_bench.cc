// range: row numbers as integers, and fractions; beside them a plain loop over std::vector.
#include <vector>

#include "weft/bench/support/measure.h"
#include "weft/ops/range.h"

namespace weft::bench {
namespace {

template <class T>
std::vector<T> naive_range(std::int64_t rows, T start, T delta) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(rows));
  for (std::int64_t i = 0; i < rows; ++i) values.push_back(start + static_cast<T>(i) * delta);
  return values;
}

// The limit is a value, as it is when it comes of a batch: a constant range would be folded.
template <class T>
void run_range(benchmark::State& state, T delta) {
  const std::int64_t rows = state.range(0);
  Graph graph;
  auto limit = graph.input<T>("limit");
  const Plan plan = compile(graph, {range(0, limit, delta)}).value();
  const Tensor expected = Tensor::of<T>({rows}, naive_range<T>(rows, 0, delta)).value();
  const Tensor end = Tensor::of<T>({}, std::vector<T>{static_cast<T>(rows) * delta}).value();
  run_plan(state, plan, {{limit, end}}, {expected}, rows,
           rows * static_cast<std::int64_t>(sizeof(T)));
}
void range_int32(benchmark::State& state) { run_range<std::int32_t>(state, 1); }
void range_int64(benchmark::State& state) { run_range<std::int64_t>(state, 3); }
void range_float32(benchmark::State& state) { run_range<float>(state, 0.5F); }
void range_float64(benchmark::State& state) { run_range<double>(state, 0.25); }
BENCHMARK(range_int32)->Apply(rows_and_threads);
BENCHMARK(range_int64)->Apply(rows_and_threads);
BENCHMARK(range_float32)->Apply(rows_and_threads);
BENCHMARK(range_float64)->Apply(rows_and_threads);

template <class T>
void range_naive(benchmark::State& state) {
  for (auto step : state) benchmark::DoNotOptimize(naive_range<T>(state.range(0), 0, 1));
  state_figures(state, state.range(0), state.range(0) * static_cast<std::int64_t>(sizeof(T)));
}
BENCHMARK(range_naive<std::int32_t>)->Apply(rows_only);
BENCHMARK(range_naive<float>)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
