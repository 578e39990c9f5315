// stack: three parts along a new first and a new last axis; beside it the loop that writes the
// result in order.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/stack.h"

namespace weft::bench {
namespace {

constexpr std::int64_t kParts = 3;

std::vector<std::int32_t> part_of(std::int64_t rows, std::int32_t number) {
  return integers(rows, 1000 * number, 1000 * number + 999);
}

std::vector<std::vector<std::int32_t>> parts_of(std::int64_t rows) {
  return {part_of(rows, 0), part_of(rows, 1), part_of(rows, 2)};
}

std::vector<std::int32_t> naive_stack(const std::vector<std::vector<std::int32_t>>& parts,
                                      bool along_last) {
  std::vector<std::int32_t> all;
  if (along_last) {
    for (std::size_t i = 0; i < parts[0].size(); ++i)
      for (const auto& part : parts) all.push_back(part[i]);
  } else {
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

void run(benchmark::State& state, bool along_last) {
  const std::int64_t rows = state.range(0);
  const auto parts = parts_of(rows);
  Graph graph;
  std::vector<Value<std::int32_t>> values;
  Feeds feeds;
  for (const auto& part : parts) {
    values.push_back(graph.input<std::int32_t>("part" + std::to_string(values.size()), {-1}));
    feeds.add({values.back(), Tensor::of<std::int32_t>(Shape{rows}, part).value()});
  }
  const Plan plan = compile(graph, {stack(values, along_last ? -1 : 0)}).value();
  const Shape shape = along_last ? Shape{rows, kParts} : Shape{kParts, rows};
  run_plan(state, plan, feeds,
           {Tensor::of<std::int32_t>(shape, naive_stack(parts, along_last)).value()}, kParts * rows,
           2 * kParts * rows * std::int64_t{sizeof(std::int32_t)});
}

void stack_int32_first_axis(benchmark::State& state) { run(state, false); }
void stack_int32_last_axis(benchmark::State& state) { run(state, true); }
BENCHMARK(stack_int32_first_axis)->Apply(rows_and_threads);
BENCHMARK(stack_int32_last_axis)->Apply(rows_and_threads);

void stack_naive_int32_last_axis(benchmark::State& state) {
  const auto parts = parts_of(state.range(0));
  for (auto step : state) benchmark::DoNotOptimize(naive_stack(parts, true));
  state_figures(state, kParts * state.range(0),
                2 * kParts * state.range(0) * std::int64_t{sizeof(std::int32_t)});
}
BENCHMARK(stack_naive_int32_last_axis)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
