// string_length: in bytes, which shares a column, and in characters by script and length; beside it
// the loop over std::string that one would write.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/string_length.h"

namespace weft::bench {
namespace {

std::vector<std::int32_t> naive(const std::vector<std::string>& texts, TextUnit unit) {
  std::vector<std::int32_t> lengths;
  lengths.reserve(texts.size());
  for (const std::string& text : texts) {
    std::int32_t length = 0;
    for (const char byte : text)
      length += unit == TextUnit::kByte || (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    lengths.push_back(length);
  }
  return lengths;
}

// What is read and written: the columns, and in characters the text.
std::int64_t bytes_moved(const std::vector<std::string>& texts, TextUnit unit) {
  if (unit == TextUnit::kByte) return 0;
  std::int64_t bytes = 0;
  for (const std::string& text : texts) bytes += 16 + static_cast<std::int64_t>(text.size());
  return bytes;
}

void run(benchmark::State& state, std::int64_t length, Script script, TextUnit unit) {
  const std::vector<std::string> strings = texts(state.range(0), length, script);
  Graph graph;
  auto text = graph.input<String>("text", {-1});
  const Plan plan = compile(graph, {string_length(text, {.unit = unit})}).value();
  const Tensor expected = Tensor::of<std::int32_t>({state.range(0)}, naive(strings, unit)).value();
  run_plan(state, plan, {{text, text_tensor(strings)}}, {expected}, state.range(0),
           bytes_moved(strings, unit));
}

void string_length_byte(benchmark::State& state) {
  run(state, 64, Script::kAscii, TextUnit::kByte);
}
void string_length_utf8_latin_16(benchmark::State& state) {
  run(state, 16, Script::kLatin, TextUnit::kUtf8Char);
}
void string_length_utf8_cjk_64(benchmark::State& state) {
  run(state, 64, Script::kCjk, TextUnit::kUtf8Char);
}
void string_length_utf8_emoji_400(benchmark::State& state) {
  run(state, 400, Script::kEmoji, TextUnit::kUtf8Char);
}
BENCHMARK(string_length_byte)->Apply(rows_and_threads);
BENCHMARK(string_length_utf8_latin_16)->Apply(rows_and_threads);
BENCHMARK(string_length_utf8_cjk_64)->Apply(rows_and_threads);
BENCHMARK(string_length_utf8_emoji_400)->Apply(rows_and_threads);

void string_length_naive_cjk_64(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 64, Script::kCjk);
  for (auto step : state) benchmark::DoNotOptimize(naive(strings, TextUnit::kUtf8Char));
  state_figures(state, state.range(0), bytes_moved(strings, TextUnit::kUtf8Char));
}
BENCHMARK(string_length_naive_cjk_64)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
