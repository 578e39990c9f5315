// equal: numbers against a scalar, and text against text and against a scalar; beside them the same
// loops over std::vector and std::string.
#include <algorithm>
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/equal.h"

namespace weft::bench {
namespace {

// Read: two columns of both sides; written: a byte.
constexpr std::int64_t kTextColumnBytes = 25;

template <class T>
std::vector<char> naive(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<char> results;
  results.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) results.push_back(a[i] == b[i] ? 1 : 0);
  return results;
}

Tensor mask(const std::vector<char>& values) {
  TensorBuilder<bool> builder =
      Tensor::builder<bool>({static_cast<std::int64_t>(values.size())}).value();
  std::copy(values.begin(), values.end(), builder.values().begin());
  return std::move(builder).build();
}

void equal_number(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const std::vector<std::int32_t> values = integers(rows, 0, 3);
  Graph graph;
  auto x = graph.input<std::int32_t>("x");
  const Plan plan = compile(graph, {equal(x, 2)}).value();
  const std::vector<std::int32_t> twos(values.size(), 2);
  run_plan(state, plan, {{x, Tensor::of<std::int32_t>({rows}, values).value()}},
           {mask(naive(values, twos))}, rows, rows * 5);
}
BENCHMARK(equal_number)->Apply(rows_and_threads);

// The same text on both sides, in memory of its own: the most there is to read.
void run_text(benchmark::State& state, std::int64_t length) {
  const std::int64_t rows = state.range(0);
  const std::vector<std::string> strings = texts(rows, length, Script::kAscii);
  Graph graph;
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  const Plan plan = compile(graph, {equal(a, b)}).value();
  run_plan(state, plan, {{a, text_tensor(strings)}, {b, text_tensor(strings)}},
           {mask(naive(strings, strings))}, rows, rows * (kTextColumnBytes + 2 * length));
}
void equal_text_12(benchmark::State& state) { run_text(state, 12); }
void equal_text_64(benchmark::State& state) { run_text(state, 64); }
BENCHMARK(equal_text_12)->Apply(rows_and_threads);
BENCHMARK(equal_text_64)->Apply(rows_and_threads);

void equal_word(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const std::vector<std::string> strings = texts(rows, 12, Script::kAscii);
  Graph graph;
  auto text = graph.input<String>("text");
  const Plan plan = compile(graph, {equal(text, strings.front())}).value();
  const std::vector<std::string> words(strings.size(), strings.front());
  run_plan(state, plan, {{text, text_tensor(strings)}}, {mask(naive(strings, words))}, rows,
           rows * kTextColumnBytes);
}
BENCHMARK(equal_word)->Apply(rows_and_threads);

void equal_naive_number(benchmark::State& state) {
  const std::vector<std::int32_t> values = integers(state.range(0), 0, 3);
  const std::vector<std::int32_t> twos(values.size(), 2);
  for (auto step : state) benchmark::DoNotOptimize(naive(values, twos));
  state_figures(state, state.range(0), state.range(0) * 5);
}
BENCHMARK(equal_naive_number)->Apply(rows_only);

void equal_naive_text_12(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 12, Script::kAscii);
  const std::vector<std::string> copies = strings;
  for (auto step : state) benchmark::DoNotOptimize(naive(strings, copies));
  state_figures(state, state.range(0), state.range(0) * (kTextColumnBytes + 24));
}
BENCHMARK(equal_naive_text_12)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
