// string_join: four columns of short text, two of them with plain text between, two of long text;
// beside them the loop over std::string that one would write.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/string_join.h"

namespace weft::bench {
namespace {

constexpr std::int64_t kColumnBytes = 12;

// The columns differ by how many strings of the corpus they skip.
std::vector<std::vector<std::string>> columns(std::int64_t rows, std::int64_t length,
                                              std::int64_t count) {
  const std::vector<std::string> corpus = texts(rows + count, length, Script::kAscii);
  std::vector<std::vector<std::string>> result;
  for (std::int64_t i = 0; i < count; ++i)
    result.emplace_back(corpus.begin() + i, corpus.begin() + i + rows);
  return result;
}

std::vector<std::string> naive(const std::vector<std::vector<std::string>>& parts,
                               const std::string& separator) {
  std::vector<std::string> joined(parts[0].size());
  for (std::size_t row = 0; row < joined.size(); ++row) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) joined[row] += separator;
      joined[row] += parts[i][row];
    }
  }
  return joined;
}

// What is read and written: all columns, and every byte of text once each way.
std::int64_t bytes_moved(const std::vector<std::vector<std::string>>& parts,
                         const std::vector<std::string>& joined) {
  std::int64_t bytes = 0;
  for (const std::vector<std::string>& part : parts)
    for (const std::string& text : part)
      bytes += kColumnBytes + static_cast<std::int64_t>(text.size());
  for (const std::string& text : joined)
    bytes += kColumnBytes + static_cast<std::int64_t>(text.size());
  return bytes;
}

void run(benchmark::State& state, std::int64_t length, std::int64_t count,
         const std::string& separator) {
  const std::vector<std::vector<std::string>> parts = columns(state.range(0), length, count);
  const std::vector<std::string> joined = naive(parts, separator);
  Graph graph;
  std::vector<Value<String>> values;
  Feeds feeds;
  for (const std::vector<std::string>& part : parts) {
    values.push_back(graph.input<String>(std::to_string(values.size()), {-1}));
    feeds.add({values.back(), text_tensor(part)});
  }
  const Plan plan = compile(graph, {string_join(values, {.separator = separator})}).value();
  run_plan(state, plan, feeds, {text_tensor(joined)}, state.range(0), bytes_moved(parts, joined));
}

void string_join_4x8(benchmark::State& state) { run(state, 8, 4, "-"); }
void string_join_4x8_text_between(benchmark::State& state) { run(state, 8, 4, ", "); }
void string_join_2x100(benchmark::State& state) { run(state, 100, 2, ""); }
BENCHMARK(string_join_4x8)->Apply(rows_and_threads);
BENCHMARK(string_join_4x8_text_between)->Apply(rows_and_threads);
BENCHMARK(string_join_2x100)->Apply(rows_and_threads);

void string_join_plain_text(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 8, Script::kAscii);
  const std::vector<std::vector<std::string>> parts = {
      std::vector<std::string>(strings.size(), "<"), strings,
      std::vector<std::string>(strings.size(), ">")};
  const std::vector<std::string> joined = naive(parts, "");
  Graph graph;
  auto text = graph.input<String>("text", {-1});
  const Plan plan = compile(graph, {string_join({"<", text, ">"})}).value();
  run_plan(state, plan, {{text, text_tensor(strings)}}, {text_tensor(joined)}, state.range(0),
           bytes_moved({strings}, joined));
}
BENCHMARK(string_join_plain_text)->Apply(rows_and_threads);

void string_join_naive_4x8(benchmark::State& state) {
  const std::vector<std::vector<std::string>> parts = columns(state.range(0), 8, 4);
  for (auto step : state) benchmark::DoNotOptimize(naive(parts, "-"));
  state_figures(state, state.range(0), bytes_moved(parts, naive(parts, "-")));
}
BENCHMARK(string_join_naive_4x8)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
