// parallel_dynamic_stitch: what dynamic_stitch_bench leaves out, rows that several tensors write;
// beside it the loop that assigns one row after the other.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/parallel_dynamic_stitch.h"

namespace weft::bench {
namespace {

constexpr std::size_t kPairs = 4;

// All pairs name all rows, the last of them in order.
struct Job {
  explicit Job(std::int64_t rows) : texts_of_last(texts(rows, 24, Script::kAscii)) {
    for (std::size_t m = 0; m + 1 < kPairs; ++m) {
      indices.push_back(permutation(rows));
      data.push_back(texts_of_last);
    }
    std::vector<std::int32_t> range;
    for (std::int64_t i = 0; i < rows; ++i) range.push_back(static_cast<std::int32_t>(i));
    indices.push_back(range);
    data.push_back(texts_of_last);
  }
  std::vector<std::string> texts_of_last;
  std::vector<std::vector<std::int32_t>> indices;
  std::vector<std::vector<std::string>> data;
};

// Read: an index and 12 bytes of columns for every slice; written: the columns of every row.
std::int64_t bytes_moved(std::int64_t rows) {
  const std::int64_t column_bytes = element_bytes(DType::kString);
  const auto slices = static_cast<std::int64_t>(kPairs) * rows;
  return slices * (std::int64_t{sizeof(std::int32_t)} + column_bytes) + rows * column_bytes;
}

void parallel_dynamic_stitch_string_overwritten(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const Job job(rows);
  Graph graph;
  std::vector<Value<std::int32_t>> indices;
  std::vector<Value<String>> data;
  Feeds feeds;
  for (std::size_t m = 0; m < kPairs; ++m) {
    indices.push_back(graph.input<std::int32_t>("i" + std::to_string(m), {-1}));
    data.push_back(graph.input<String>("d" + std::to_string(m), {-1}));
    feeds.add({indices[m], Tensor::of<std::int32_t>(Shape{rows}, job.indices[m]).value()});
    feeds.add({data[m], text_tensor(job.data[m])});
  }
  const Plan plan = compile(graph, {parallel_dynamic_stitch(indices, data)}).value();
  run_plan(state, plan, feeds, {text_tensor(job.texts_of_last)}, rows, bytes_moved(rows));
}
BENCHMARK(parallel_dynamic_stitch_string_overwritten)->Apply(rows_and_threads);

void parallel_dynamic_stitch_naive_string_overwritten(benchmark::State& state) {
  const std::int64_t rows = state.range(0);
  const Job job(rows);
  for (auto step : state) {
    std::vector<std::string> merged(static_cast<std::size_t>(rows));
    for (std::size_t m = 0; m < kPairs; ++m)
      for (std::size_t i = 0; i < job.data[m].size(); ++i)
        merged[static_cast<std::size_t>(job.indices[m][i])] = job.data[m][i];
    benchmark::DoNotOptimize(merged);
  }
  state_figures(state, rows, bytes_moved(rows));
}
BENCHMARK(parallel_dynamic_stitch_naive_string_overwritten)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
