// cast: between widths, between integers and floats both ways, from and to bool; beside them a
// plain loop over std::vector.
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/cast.h"

namespace weft::bench {
namespace {

// No vector<bool>: an array of bytes, as tensors have it.
template <class T>
using Stored = std::conditional_t<std::same_as<T, bool>, char, T>;

template <class T>
std::vector<Stored<T>> numbers(std::int64_t rows) {
  std::vector<Stored<T>> values;
  for (const std::int32_t number : integers(rows, 0, 3))
    values.push_back(static_cast<Stored<T>>(static_cast<T>(number)));
  return values;
}

template <class T>
Tensor tensor_of(const std::vector<Stored<T>>& values) {
  TensorBuilder<T> builder = Tensor::builder<T>({static_cast<std::int64_t>(values.size())}).value();
  for (std::size_t i = 0; i < values.size(); ++i) builder.values()[i] = static_cast<T>(values[i]);
  return std::move(builder).build();
}

template <class From, class To>
std::vector<Stored<To>> naive_cast(const std::vector<Stored<From>>& from) {
  std::vector<Stored<To>> to;
  to.reserve(from.size());
  for (const Stored<From> value : from)
    to.push_back(static_cast<Stored<To>>(static_cast<To>(static_cast<From>(value))));
  return to;
}

template <class From, class To>
constexpr std::int64_t kRowBytes = sizeof(From) + sizeof(To);

template <class From, class To>
void cast_from_to(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const std::vector<Stored<From>> values = numbers<From>(rows);
  Graph graph;
  auto x = graph.input<From>("x");
  const Plan plan = compile(graph, {cast<To>(x)}).value();
  run_plan(state, plan, {{x, tensor_of<From>(values)}},
           {tensor_of<To>(naive_cast<From, To>(values))}, rows, rows * kRowBytes<From, To>);
}
BENCHMARK(cast_from_to<bool, std::int32_t>)->Apply(rows_and_threads);
BENCHMARK(cast_from_to<std::int32_t, bool>)->Apply(rows_and_threads);
BENCHMARK(cast_from_to<std::int64_t, std::int32_t>)->Apply(rows_and_threads);
BENCHMARK(cast_from_to<std::int32_t, float>)->Apply(rows_and_threads);
BENCHMARK(cast_from_to<float, std::int32_t>)->Apply(rows_and_threads);
BENCHMARK(cast_from_to<double, std::int64_t>)->Apply(rows_and_threads);
BENCHMARK(cast_from_to<double, float>)->Apply(rows_and_threads);

template <class From, class To>
void cast_naive(benchmark::State& state) {
  const std::vector<Stored<From>> values = numbers<From>(state.range(0));
  for (auto step : state) benchmark::DoNotOptimize(naive_cast<From, To>(values));
  state_figures(state, state.range(0), state.range(0) * kRowBytes<From, To>);
}
BENCHMARK(cast_naive<bool, std::int32_t>)->Apply(rows_only);
BENCHMARK(cast_naive<float, std::int32_t>)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
