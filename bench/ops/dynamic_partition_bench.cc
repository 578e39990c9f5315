// dynamic_partition: numbers, wide rows and strings over the number of parts; beside it the loop
// that appends to one vector per part.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/dynamic_partition.h"

namespace weft::bench {
namespace {

constexpr std::int64_t kIdBytes = sizeof(std::int32_t);

// Slices of `width` elements, by id; what a program without an engine would write.
template <class T>
std::vector<std::vector<T>> naive_parts(const std::vector<T>& data, std::int64_t width,
                                        const std::vector<std::int32_t>& ids, int num_parts) {
  std::vector<std::vector<T>> parts(static_cast<std::size_t>(num_parts));
  auto slice = data.begin();
  for (const std::int32_t id : ids) {
    std::vector<T>& part = parts[static_cast<std::size_t>(id)];
    part.insert(part.end(), slice, slice + width);
    slice += width;
  }
  return parts;
}

template <class T>
void run(benchmark::State& state, const std::vector<OwnedElement<T>>& data, std::int64_t width,
         int num_parts) {
  const std::int64_t rows = state.range(0);
  const std::vector<std::int32_t> ids = integers(rows, 0, num_parts - 1);
  Graph graph;
  auto slices = graph.input<T>("slices", {-1, width});
  auto id = graph.input<std::int32_t>("id", {-1});
  const Plan plan = compile(graph, dynamic_partition(slices, id, num_parts)).value();
  std::vector<Tensor> expected;
  for (const auto& part : naive_parts(data, width, ids, num_parts)) {
    const auto count = static_cast<std::int64_t>(part.size()) / width;
    expected.push_back(Tensor::of<T>(Shape{count, width}, part).value());
  }
  const Feeds feeds = {{slices, Tensor::of<T>(Shape{rows, width}, data).value()},
                       {id, Tensor::of<std::int32_t>(Shape{rows}, ids).value()}};
  const std::int64_t row_bytes = width * element_bytes(dtype_of<T>());
  run_plan(state, plan, feeds, expected, rows, rows * (kIdBytes + 2 * row_bytes));
}

std::vector<float> numbers(std::int64_t count) {
  const std::vector<std::int32_t> values = integers(count, 0, 1000000);
  return {values.begin(), values.end()};
}

void run_numbers(benchmark::State& state, std::int64_t width, int num_parts) {
  run<float>(state, numbers(state.range(0) * width), width, num_parts);
}

void dynamic_partition_float_2(benchmark::State& state) { run_numbers(state, 1, 2); }
void dynamic_partition_float_16(benchmark::State& state) { run_numbers(state, 1, 16); }
void dynamic_partition_float_1000(benchmark::State& state) { run_numbers(state, 1, 1000); }
void dynamic_partition_8_floats_4(benchmark::State& state) { run_numbers(state, 8, 4); }
void dynamic_partition_string_4(benchmark::State& state) {
  run<String>(state, texts(state.range(0), 24, Script::kAscii), 1, 4);
}
BENCHMARK(dynamic_partition_float_2)->Apply(rows_and_threads);
BENCHMARK(dynamic_partition_float_16)->Apply(rows_and_threads);
BENCHMARK(dynamic_partition_float_1000)->Apply(rows_and_threads);
BENCHMARK(dynamic_partition_8_floats_4)->Apply(rows_and_threads);
BENCHMARK(dynamic_partition_string_4)->Apply(rows_and_threads);

template <class T>
void run_naive(benchmark::State& state, const std::vector<T>& data, int num_parts,
               std::int64_t row_bytes) {
  const std::int64_t rows = state.range(0);
  const std::vector<std::int32_t> ids = integers(rows, 0, num_parts - 1);
  for (auto step : state) benchmark::DoNotOptimize(naive_parts(data, 1, ids, num_parts));
  state_figures(state, rows, rows * (kIdBytes + 2 * row_bytes));
}

void dynamic_partition_naive_float_16(benchmark::State& state) {
  run_naive(state, numbers(state.range(0)), 16, sizeof(float));
}
void dynamic_partition_naive_string_4(benchmark::State& state) {
  run_naive(state, texts(state.range(0), 24, Script::kAscii), 4, element_bytes(DType::kString));
}
BENCHMARK(dynamic_partition_naive_float_16)->Apply(rows_only);
BENCHMARK(dynamic_partition_naive_string_4)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
