// element: one row of two, numbers and strings; beside it a copy of the range.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/element.h"

namespace weft::bench {
namespace {

template <class T>
std::vector<T> naive_element(const std::vector<T>& twice, std::int64_t row) {
  const auto size = static_cast<std::ptrdiff_t>(twice.size() / 2);
  return {twice.begin() + row * size, twice.begin() + (row + 1) * size};
}

template <class T>
void run(benchmark::State& state, const std::vector<OwnedElement<T>>& twice) {
  const std::int64_t rows = state.range(0);
  Graph graph;
  auto x = graph.input<T>("x", {2, -1});
  const Plan plan = compile(graph, {element(x, -1)}).value();
  run_plan(state, plan, {{x, Tensor::of<T>(Shape{2, rows}, twice).value()}},
           {Tensor::of<T>(Shape{rows}, naive_element(twice, 1)).value()}, rows,
           2 * rows * element_bytes(dtype_of<T>()));
}

void element_int32(benchmark::State& state) {
  run<std::int32_t>(state, integers(2 * state.range(0), 0, 1000000));
}
void element_string(benchmark::State& state) {
  run<String>(state, texts(2 * state.range(0), 24, Script::kAscii));
}
BENCHMARK(element_int32)->Apply(rows_and_threads);
BENCHMARK(element_string)->Apply(rows_and_threads);

void element_naive_int32(benchmark::State& state) {
  const std::vector<std::int32_t> twice = integers(2 * state.range(0), 0, 1000000);
  for (auto step : state) benchmark::DoNotOptimize(naive_element(twice, 1));
  state_figures(state, state.range(0), 2 * state.range(0) * std::int64_t{sizeof(std::int32_t)});
}
BENCHMARK(element_naive_int32)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
