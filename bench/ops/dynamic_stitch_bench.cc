// dynamic_stitch: four tensors put together, with ascending indices (the inverse of a partition)
// and with indices in random order; beside it the loop that assigns one row after the other.
#include <algorithm>
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/dynamic_stitch.h"

namespace weft::bench {
namespace {

constexpr std::int64_t kIndexBytes = sizeof(std::int32_t);
constexpr std::size_t kPairs = 4;

enum class Order { kAscending, kRandom };

using Indices = std::vector<std::vector<std::int32_t>>;

Indices indices_of(std::int64_t rows, Order order) {
  Indices indices(kPairs);
  const std::vector<std::int32_t> shuffled = permutation(rows);
  for (std::size_t i = 0; i < shuffled.size(); ++i) indices[i % kPairs].push_back(shuffled[i]);
  if (order == Order::kAscending)
    for (auto& list : indices) std::sort(list.begin(), list.end());
  return indices;
}

// The slices of `rows` that each list names, and so what a stitch is given.
template <class T>
std::vector<std::vector<T>> pick(const std::vector<T>& rows, std::int64_t width,
                                 const Indices& indices) {
  std::vector<std::vector<T>> picked(indices.size());
  for (std::size_t m = 0; m < indices.size(); ++m)
    for (const std::int32_t index : indices[m]) {
      const auto slice = rows.begin() + index * width;
      picked[m].insert(picked[m].end(), slice, slice + width);
    }
  return picked;
}

template <class T>
std::vector<T> naive_stitch(const Indices& indices, const std::vector<std::vector<T>>& data,
                            std::int64_t rows) {
  std::vector<T> merged(static_cast<std::size_t>(rows));
  for (std::size_t m = 0; m < indices.size(); ++m)
    for (std::size_t i = 0; i < indices[m].size(); ++i)
      merged[static_cast<std::size_t>(indices[m][i])] = data[m][i];
  return merged;
}

template <class T>
void run(benchmark::State& state, const std::vector<OwnedElement<T>>& expected, std::int64_t width,
         Order order) {
  const std::int64_t rows = state.range(0);
  const Indices indices = indices_of(rows, order);
  const auto data = pick(expected, width, indices);
  Graph graph;
  std::vector<Value<std::int32_t>> index_values;
  std::vector<Value<T>> data_values;
  Feeds feeds;
  for (std::size_t m = 0; m < kPairs; ++m) {
    const auto count = static_cast<std::int64_t>(indices[m].size());
    index_values.push_back(graph.input<std::int32_t>("i" + std::to_string(m), {-1}));
    data_values.push_back(graph.input<T>("d" + std::to_string(m), {-1, width}));
    feeds.add({index_values[m], Tensor::of<std::int32_t>(Shape{count}, indices[m]).value()});
    feeds.add({data_values[m], Tensor::of<T>(Shape{count, width}, data[m]).value()});
  }
  const Plan plan = compile(graph, {dynamic_stitch(index_values, data_values)}).value();
  const std::int64_t row_bytes = width * element_bytes(dtype_of<T>());
  run_plan(state, plan, feeds, {Tensor::of<T>(Shape{rows, width}, expected).value()}, rows,
           rows * (kIndexBytes + 2 * row_bytes));
}

std::vector<float> numbers(std::int64_t count) {
  const std::vector<std::int32_t> values = integers(count, 0, 1000000);
  return {values.begin(), values.end()};
}
std::vector<std::string> strings(std::int64_t count) { return texts(count, 24, Script::kAscii); }

void dynamic_stitch_float_ascending(benchmark::State& state) {
  run<float>(state, numbers(state.range(0)), 1, Order::kAscending);
}
void dynamic_stitch_float_random(benchmark::State& state) {
  run<float>(state, numbers(state.range(0)), 1, Order::kRandom);
}
void dynamic_stitch_8_floats_ascending(benchmark::State& state) {
  run<float>(state, numbers(8 * state.range(0)), 8, Order::kAscending);
}
void dynamic_stitch_8_floats_random(benchmark::State& state) {
  run<float>(state, numbers(8 * state.range(0)), 8, Order::kRandom);
}
void dynamic_stitch_string_ascending(benchmark::State& state) {
  run<String>(state, strings(state.range(0)), 1, Order::kAscending);
}
void dynamic_stitch_string_random(benchmark::State& state) {
  run<String>(state, strings(state.range(0)), 1, Order::kRandom);
}
BENCHMARK(dynamic_stitch_float_ascending)->Apply(rows_and_threads);
BENCHMARK(dynamic_stitch_float_random)->Apply(rows_and_threads);
BENCHMARK(dynamic_stitch_8_floats_ascending)->Apply(rows_and_threads);
BENCHMARK(dynamic_stitch_8_floats_random)->Apply(rows_and_threads);
BENCHMARK(dynamic_stitch_string_ascending)->Apply(rows_and_threads);
BENCHMARK(dynamic_stitch_string_random)->Apply(rows_and_threads);

template <class T>
void run_naive(benchmark::State& state, const std::vector<T>& expected, std::int64_t row_bytes) {
  const std::int64_t rows = state.range(0);
  const Indices indices = indices_of(rows, Order::kRandom);
  const auto data = pick(expected, 1, indices);
  for (auto step : state) benchmark::DoNotOptimize(naive_stitch(indices, data, rows));
  state_figures(state, rows, rows * (kIndexBytes + 2 * row_bytes));
}

void dynamic_stitch_naive_float(benchmark::State& state) {
  run_naive(state, numbers(state.range(0)), sizeof(float));
}
void dynamic_stitch_naive_string(benchmark::State& state) {
  run_naive(state, strings(state.range(0)), element_bytes(DType::kString));
}
BENCHMARK(dynamic_stitch_naive_float)->Apply(rows_only);
BENCHMARK(dynamic_stitch_naive_string)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
