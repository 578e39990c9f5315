// concat: three parts along the first axis, where each is one block, and along the last, where the
// blocks are single elements; beside it the loop that appends.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/concat.h"

namespace weft::bench {
namespace {

constexpr std::int64_t kParts = 3;

// Row-major [rows, kParts] along the last axis: the parts one element each in turn.
template <class T>
std::vector<T> naive_concat(const std::vector<T>& part, bool along_last) {
  std::vector<T> all;
  if (along_last) {
    for (const T& value : part) all.insert(all.end(), kParts, value);
  } else {
    for (std::int64_t i = 0; i < kParts; ++i) all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

template <class T>
void run(benchmark::State& state, const std::vector<OwnedElement<T>>& part, bool along_last) {
  const std::int64_t rows = state.range(0);
  Graph graph;
  auto x = graph.input<T>("x", {-1, 1});
  const Plan plan = compile(graph, {concat({x, x, x}, along_last ? 1 : 0)}).value();
  const Shape shape = along_last ? Shape{rows, kParts} : Shape{rows * kParts, 1};
  run_plan(state, plan, {{x, Tensor::of<T>(Shape{rows, 1}, part).value()}},
           {Tensor::of<T>(shape, naive_concat(part, along_last)).value()}, kParts * rows,
           2 * kParts * rows * element_bytes(dtype_of<T>()));
}

std::vector<float> numbers(std::int64_t count) {
  const std::vector<std::int32_t> values = integers(count, 0, 1000000);
  return {values.begin(), values.end()};
}

void concat_float_first_axis(benchmark::State& state) {
  run<float>(state, numbers(state.range(0)), false);
}
void concat_float_last_axis(benchmark::State& state) {
  run<float>(state, numbers(state.range(0)), true);
}
void concat_string_first_axis(benchmark::State& state) {
  run<String>(state, texts(state.range(0), 24, Script::kAscii), false);
}
void concat_string_last_axis(benchmark::State& state) {
  run<String>(state, texts(state.range(0), 24, Script::kAscii), true);
}
BENCHMARK(concat_float_first_axis)->Apply(rows_and_threads);
BENCHMARK(concat_float_last_axis)->Apply(rows_and_threads);
BENCHMARK(concat_string_first_axis)->Apply(rows_and_threads);
BENCHMARK(concat_string_last_axis)->Apply(rows_and_threads);

void concat_naive_float_last_axis(benchmark::State& state) {
  const std::vector<float> part = numbers(state.range(0));
  for (auto step : state) benchmark::DoNotOptimize(naive_concat(part, true));
  state_figures(state, kParts * state.range(0),
                2 * kParts * state.range(0) * std::int64_t{sizeof(float)});
}
BENCHMARK(concat_naive_float_last_axis)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
