// reduce_join: rows of short, middling and long pieces, columns of wide and of tall tensors, and
// pieces that are there already; beside them the loop over std::string that one would write. `rows`
// counts pieces; every piece is read once and written once.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/reduce_join.h"

namespace weft::bench {
namespace {

constexpr std::int64_t kColumnBytes = 12;

// Whether a row is joined along the last axis or along the first.
enum class Along { kRows, kColumns };

std::vector<std::string> naive(const std::vector<std::string>& texts, std::size_t rows, Along along,
                               const std::string& separator) {
  const std::size_t pieces = texts.size() / rows;
  std::vector<std::string> joined(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < pieces; ++i) {
      if (i > 0) joined[row] += separator;
      joined[row] += along == Along::kRows ? texts[row * pieces + i] : texts[i * rows + row];
    }
  }
  return joined;
}

std::int64_t text_bytes(const std::vector<std::string>& texts) {
  std::int64_t total = 0;
  for (const std::string& text : texts) total += static_cast<std::int64_t>(text.size());
  return total;
}

// At least one row and one piece, also where there is but one element.
std::int64_t rows_of(std::int64_t elements, std::int64_t pieces) {
  return std::max<std::int64_t>(1, elements / pieces);
}

void run(benchmark::State& state, std::int64_t length, std::int64_t pieces, Along along,
         const std::string& separator) {
  const std::int64_t rows = rows_of(state.range(0), pieces);
  const std::int64_t in_row = rows_of(state.range(0), rows);
  const std::vector<std::string> strings = texts(rows * in_row, length, Script::kAscii);
  const Shape shape = along == Along::kRows ? Shape{rows, in_row} : Shape{in_row, rows};
  Graph graph;
  auto text = graph.input<String>("text");
  auto joined =
      reduce_join(text, {.axes = {along == Along::kRows ? 1 : 0}, .separator = separator});
  const Plan plan = compile(graph, {joined}).value();
  const Tensor expected =
      text_tensor(naive(strings, static_cast<std::size_t>(rows), along, separator));
  run_plan(state, plan, {{text, text_tensor(strings).reshaped(shape).value()}}, {expected},
           rows * in_row, rows * in_row * kColumnBytes + 2 * text_bytes(strings));
}

void reduce_join_rows_8(benchmark::State& state) { run(state, 8, 8, Along::kRows, "-"); }
void reduce_join_rows_24(benchmark::State& state) { run(state, 24, 8, Along::kRows, "-"); }
void reduce_join_rows_160(benchmark::State& state) { run(state, 160, 4, Along::kRows, "-"); }
void reduce_join_rows_contiguous_8(benchmark::State& state) { run(state, 8, 8, Along::kRows, ""); }
void reduce_join_wide_8(benchmark::State& state) { run(state, 8, 64, Along::kColumns, "-"); }
void reduce_join_tall_8(benchmark::State& state) {
  run(state, 8, rows_of(state.range(0), 64), Along::kColumns, "-");
}
void reduce_join_one_row_8(benchmark::State& state) {
  run(state, 8, state.range(0), Along::kRows, "-");
}
BENCHMARK(reduce_join_rows_8)->Apply(rows_and_threads);
BENCHMARK(reduce_join_rows_24)->Apply(rows_and_threads);
BENCHMARK(reduce_join_rows_160)->Apply(rows_and_threads);
BENCHMARK(reduce_join_rows_contiguous_8)->Apply(rows_and_threads);
BENCHMARK(reduce_join_wide_8)->Apply(rows_and_threads);
BENCHMARK(reduce_join_tall_8)->Apply(rows_and_threads);
BENCHMARK(reduce_join_one_row_8)->Apply(rows_and_threads);

void reduce_join_naive_8(benchmark::State& state) {
  const auto rows = static_cast<std::size_t>(rows_of(state.range(0), 8));
  const std::vector<std::string> strings =
      texts(static_cast<std::int64_t>(rows) * 8, 8, Script::kAscii);
  for (auto step : state) benchmark::DoNotOptimize(naive(strings, rows, Along::kRows, "-"));
  const auto elements = static_cast<std::int64_t>(strings.size());
  state_figures(state, elements, elements * kColumnBytes + 2 * text_bytes(strings));
}
BENCHMARK(reduce_join_naive_8)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
