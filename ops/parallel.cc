#include "weft/ops/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <mutex>

#include "weft/graph/happens_before.h"

namespace weft {

namespace {

using ChunkBody = FunctionRef<Status(std::int64_t, std::int64_t, std::int64_t)>;

constexpr std::int64_t kSmallRows = 1 << 20;

Status run_guarded(const ChunkBody& body, std::int64_t chunk, std::int64_t begin,
                   std::int64_t end) {
  try {
    return body(chunk, begin, end);
  } catch (...) {
    return status_of_exception();
  }
}

// Runs chunks in any order and from any thread, and keeps the error of the lowest that failed.
class ChunkRunner {
 public:
  ChunkRunner(const Chunks& chunks, ChunkBody body)
      : chunks_(chunks), body_(body), lowest_failed_(chunks.count) {}

  void run(std::int64_t chunk) {
    if (chunk > lowest_failed_.load(std::memory_order_relaxed)) return;
    Status status = run_guarded(body_, chunk, chunks_.begin(chunk), chunks_.end(chunk));
    if (status.ok()) return;
    const std::lock_guard lock(mutex_);
    if (chunk > lowest_failed_.load(std::memory_order_relaxed)) return;
    lowest_failed_.store(chunk, std::memory_order_relaxed);
    status_ = std::move(status);
  }

  Status take_status() { return std::move(status_); }

 private:
  const Chunks& chunks_;
  ChunkBody body_;
  std::atomic<std::int64_t> lowest_failed_;
  std::mutex mutex_;
  Status status_;
};

void run_parallel(std::int64_t count, FunctionRef<void(std::int64_t)> run) {
  char fork = 0;
  char join = 0;
  happens_before(&fork);
  // Isolated, so that a thread that waits here does not start another op's work on its stack.
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::int64_t>(0, count),
        [&](const tbb::blocked_range<std::int64_t>& range) {
          happens_after(&fork);
          for (std::int64_t i = range.begin(); i < range.end(); ++i) run(i);
          happens_before(&join);
        },
        tbb::simple_partitioner());
  });
  happens_after(&join);
}

}  // namespace

Chunks plan_chunks(const OpContext& context, std::int64_t rows, std::int64_t bytes_per_row) {
  const Tuning& tuning = context.tuning();
  const std::int64_t row_bytes = std::max<std::int64_t>(1, bytes_per_row);
  const std::int64_t grain_bytes = std::max<std::int64_t>(1, tuning.grain_bytes);
  if (rows == 0) return {};
  // Small batches are the most frequent and one chunk: they should not wait for a division.
  if (rows <= kSmallRows && row_bytes <= kSmallRows && rows * row_bytes <= grain_bytes)
    return {.rows = rows, .rows_per_chunk = rows, .count = 1};
  const std::int64_t most_chunks =
      checked_multiply(context.max_threads(), std::max<std::int64_t>(1, tuning.chunks_per_thread))
          .value_or(rows);
  const std::int64_t even_rows = (rows - 1) / std::clamp<std::int64_t>(most_chunks, 1, rows) + 1;
  const std::int64_t grain_rows = (grain_bytes - 1) / row_bytes + 1;
  Chunks chunks{.rows = rows};
  chunks.rows_per_chunk = std::clamp(grain_rows, even_rows, rows);
  chunks.count = (rows - 1) / chunks.rows_per_chunk + 1;
  return chunks;
}

Status for_each_chunk(OpContext& context, const Chunks& chunks, ChunkBody body) {
  if (chunks.count == 1) return run_guarded(body, 0, 0, chunks.rows);
  ChunkRunner runner(chunks, body);
  const bool reverse = context.tuning().reverse_chunks;
  const auto run = [&](std::int64_t i) { runner.run(reverse ? chunks.count - 1 - i : i); };
  if (context.max_threads() > 1 && chunks.count > 1)
    run_parallel(chunks.count, run);
  else
    for (std::int64_t i = 0; i < chunks.count; ++i) run(i);
  return runner.take_status();
}

Status for_chunks(OpContext& context, std::int64_t rows, std::int64_t bytes_per_row,
                  FunctionRef<Status(std::int64_t, std::int64_t)> body) {
  return for_each_chunk(
      context, plan_chunks(context, rows, bytes_per_row),
      [&](std::int64_t, std::int64_t begin, std::int64_t end) { return body(begin, end); });
}

}  // namespace weft
