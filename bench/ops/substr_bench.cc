// substr: first and middle characters of every element, by bytes and by characters, over the length
// of the text; beside it the same loop over std::string.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/substr.h"

namespace weft::bench {
namespace {

// Read and written: two columns, 12 bytes a row each way.
constexpr std::int64_t kColumnBytes = 24;

std::vector<std::string> naive_bytes(const std::vector<std::string>& texts, std::size_t pos,
                                     std::size_t len) {
  std::vector<std::string> parts;
  parts.reserve(texts.size());
  for (const std::string& text : texts) parts.push_back(text.substr(pos, len));
  return parts;
}

std::vector<std::string> naive_characters(const std::vector<std::string>& texts, int pos, int len) {
  std::vector<std::string> parts;
  parts.reserve(texts.size());
  for (const std::string& text : texts) {
    int character = -1;
    std::string part;
    for (const char byte : text) {
      if ((static_cast<unsigned char>(byte) & 0xC0U) != 0x80U) ++character;
      if (character >= pos && character < pos + len) part += byte;
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

void run(benchmark::State& state, std::int64_t length, Script script, TextUnit unit) {
  const std::int64_t rows = state.range(0);
  const std::vector<std::string> strings = texts(rows, length, script);
  Graph graph;
  auto text = graph.input<String>("text", {-1});
  const Plan plan = compile(graph, {substr(text, 2, 8, {.unit = unit})}).value();
  const Tensor expected = text_tensor(unit == TextUnit::kByte ? naive_bytes(strings, 2, 8)
                                                              : naive_characters(strings, 2, 8));
  const std::int64_t read = unit == TextUnit::kByte ? 0 : std::min<std::int64_t>(length, 40);
  run_plan(state, plan, {{text, text_tensor(strings)}}, {expected}, rows,
           rows * (kColumnBytes + read));
}

void substr_byte_12(benchmark::State& state) { run(state, 12, Script::kAscii, TextUnit::kByte); }
void substr_byte_64(benchmark::State& state) { run(state, 64, Script::kAscii, TextUnit::kByte); }
void substr_utf8_ascii_64(benchmark::State& state) {
  run(state, 64, Script::kAscii, TextUnit::kUtf8Char);
}
void substr_utf8_cyrillic_64(benchmark::State& state) {
  run(state, 64, Script::kCyrillic, TextUnit::kUtf8Char);
}
void substr_utf8_cjk_64(benchmark::State& state) {
  run(state, 64, Script::kCjk, TextUnit::kUtf8Char);
}
BENCHMARK(substr_byte_12)->Apply(rows_and_threads);
BENCHMARK(substr_byte_64)->Apply(rows_and_threads);
BENCHMARK(substr_utf8_ascii_64)->Apply(rows_and_threads);
BENCHMARK(substr_utf8_cyrillic_64)->Apply(rows_and_threads);
BENCHMARK(substr_utf8_cjk_64)->Apply(rows_and_threads);

void substr_naive_64(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 64, Script::kAscii);
  for (auto step : state) benchmark::DoNotOptimize(naive_bytes(strings, 2, 8));
  state_figures(state, state.range(0), state.range(0) * kColumnBytes);
}
BENCHMARK(substr_naive_64)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
