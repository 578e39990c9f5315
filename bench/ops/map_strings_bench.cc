// map_strings: a copy, which is what the op itself costs, and upper case byte by byte; beside them
// the loop over std::string that one would write.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/map_strings.h"

namespace weft::bench {
namespace {

constexpr std::int64_t kColumnBytes = 24;

char upper(char byte) {
  return byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 'a' + 'A') : byte;
}

std::vector<std::string> naive_upper(const std::vector<std::string>& texts) {
  std::vector<std::string> results;
  results.reserve(texts.size());
  for (const std::string& text : texts) {
    std::string result;
    for (const char byte : text) result += upper(byte);
    results.push_back(std::move(result));
  }
  return results;
}

std::int64_t bytes_moved(const std::vector<std::string>& texts) {
  std::int64_t bytes = 0;
  for (const std::string& text : texts)
    bytes += kColumnBytes + 2 * static_cast<std::int64_t>(text.size());
  return bytes;
}

template <class Function>
void run(benchmark::State& state, std::int64_t length, const Function& function,
         std::vector<std::string> (*naive)(const std::vector<std::string>&)) {
  const std::vector<std::string> strings = texts(state.range(0), length, Script::kAscii);
  Graph graph;
  auto text = graph.input<String>("text", {-1});
  const Plan plan = compile(graph, {map_strings(text, "map", function)}).value();
  run_plan(state, plan, {{text, text_tensor(strings)}}, {text_tensor(naive(strings))},
           state.range(0), bytes_moved(strings));
}

void map_strings_copy_24(benchmark::State& state) {
  run(
      state, 24, [](std::string_view in, StringWriter& out) { out.append(in); },
      [](const std::vector<std::string>& texts) { return texts; });
}
void map_strings_upper_24(benchmark::State& state) {
  run(
      state, 24,
      [](std::string_view in, StringWriter& out) {
        for (const char byte : in) out.push_back(upper(byte));
      },
      naive_upper);
}
BENCHMARK(map_strings_copy_24)->Apply(rows_and_threads);
BENCHMARK(map_strings_upper_24)->Apply(rows_and_threads);

void map_strings_naive_upper_24(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 24, Script::kAscii);
  for (auto step : state) benchmark::DoNotOptimize(naive_upper(strings));
  state_figures(state, state.range(0), bytes_moved(strings));
}
BENCHMARK(map_strings_naive_upper_24)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
