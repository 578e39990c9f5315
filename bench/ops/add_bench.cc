// add: numbers, one operand a scalar, a column against a row, and text joined with text and with a
// suffix; beside them the same loops over std::vector and std::string.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/add.h"

namespace weft::bench {
namespace {

template <class T>
std::vector<T> numbers(std::int64_t rows) {
  const std::vector<std::int32_t> from = integers(rows, -50, 50);
  return {from.begin(), from.end()};
}

template <class T>
Tensor number_tensor(const Shape& shape, const std::vector<T>& values) {
  return Tensor::of<T>(shape, values).value();
}

template <class T>
std::vector<T> naive_sum(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> sums;
  sums.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) sums.push_back(static_cast<T>(a[i] + b[i]));
  return sums;
}

std::vector<std::string> naive_join(const std::vector<std::string>& a,
                                    const std::vector<std::string>& b) {
  std::vector<std::string> joined;
  joined.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) joined.push_back(a[i] + b[i]);
  return joined;
}

template <class T>
void add_numbers(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const std::vector<T> values = numbers<T>(rows);
  Graph graph;
  auto a = graph.input<T>("a");
  auto b = graph.input<T>("b");
  const Plan plan = compile(graph, {add(a, b)}).value();
  const Tensor input = number_tensor<T>({rows}, values);
  run_plan(state, plan, {{a, input}, {b, input}},
           {number_tensor<T>({rows}, naive_sum(values, values))}, rows,
           rows * 3 * static_cast<std::int64_t>(sizeof(T)));
}
BENCHMARK(add_numbers<std::int8_t>)->Apply(rows_and_threads);
BENCHMARK(add_numbers<float>)->Apply(rows_and_threads);
BENCHMARK(add_numbers<std::int64_t>)->Apply(rows_and_threads);

void add_one(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const std::vector<float> values = numbers<float>(rows);
  Graph graph;
  auto x = graph.input<float>("x");
  const Plan plan = compile(graph, {add(x, 1)}).value();
  const std::vector<float> ones(values.size(), 1);
  run_plan(state, plan, {{x, number_tensor<float>({rows}, values)}},
           {number_tensor<float>({rows}, naive_sum(values, ones))}, rows, rows * 8);
}
BENCHMARK(add_one)->Apply(rows_and_threads);

// A result of 8 columns: runs are as short as they get in practice.
void add_column_and_row(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const std::vector<float> column = numbers<float>(rows);
  std::vector<float> sums;
  for (const float value : column)
    for (int i = 0; i < 8; ++i) sums.push_back(value + static_cast<float>(i));
  Graph graph;
  auto x = graph.input<float>("x");
  const Plan plan =
      compile(graph, {add(x, graph.constant<float>({0, 1, 2, 3, 4, 5, 6, 7}))}).value();
  run_plan(state, plan, {{x, number_tensor<float>({rows, 1}, column)}},
           {number_tensor<float>({rows, 8}, sums)}, rows, rows * 36);
}
BENCHMARK(add_column_and_row)->Apply(rows_and_threads);

void run_text(benchmark::State& state, const std::vector<std::string>& a,
              const std::vector<std::string>& b, bool b_is_scalar) {
  Graph graph;
  auto x = graph.input<String>("x");
  auto y = graph.input<String>("y");
  const Plan plan = compile(graph, {add(x, y)}).value();
  const std::vector<std::string> joined = naive_join(a, b);
  std::int64_t bytes = 0;
  for (const std::string& text : joined) bytes += static_cast<std::int64_t>(text.size());
  const std::int64_t rows = state.range(0);
  const Tensor right = b_is_scalar ? Tensor::of<String>(b.front()) : text_tensor(b);
  run_plan(state, plan, {{x, text_tensor(a)}, {y, right}}, {text_tensor(joined)}, rows,
           rows * 36 + 2 * bytes);
}

void add_text_12(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 12, Script::kAscii);
  run_text(state, strings, strings, false);
}
void add_text_64(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 64, Script::kAscii);
  run_text(state, strings, strings, false);
}
void add_suffix_12(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 12, Script::kAscii);
  run_text(state, strings, std::vector<std::string>(strings.size(), ", "), true);
}
BENCHMARK(add_text_12)->Apply(rows_and_threads);
BENCHMARK(add_text_64)->Apply(rows_and_threads);
BENCHMARK(add_suffix_12)->Apply(rows_and_threads);

void add_naive_float(benchmark::State& state) {
  const std::vector<float> values = numbers<float>(state.range(0));
  for (auto step : state) benchmark::DoNotOptimize(naive_sum(values, values));
  state_figures(state, state.range(0), state.range(0) * 12);
}
BENCHMARK(add_naive_float)->Apply(rows_only);

void add_naive_text_12(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 12, Script::kAscii);
  for (auto step : state) benchmark::DoNotOptimize(naive_join(strings, strings));
  state_figures(state, state.range(0), state.range(0) * (36 + 48));
}
BENCHMARK(add_naive_text_12)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
