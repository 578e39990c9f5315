// for_chunks: the parallel loop of ops; custom ops use it too. Rows are cut into chunks of at least
// Tuning::grain_bytes of work, which run at once on as many threads as the context allows, or one
// after the other. Where several chunks fail, the error of the lowest one is returned, at every
// thread count: chunks below a failed one still run. What a body throws becomes an error.
//
//   return weft::for_chunks(context, rows, 64, [&](std::int64_t begin, std::int64_t end) {
//     for (std::int64_t i = begin; i < end; ++i) out[i] = 2 * in[i];
//     return weft::Status();
//   });
#pragma once

#include <algorithm>
#include <cstdint>

#include "weft/graph/function_ref.h"
#include "weft/graph/op.h"

namespace weft {

/// Rows cut into chunks of equal size, but for the last.
struct Chunks {
  std::int64_t rows = 0;
  std::int64_t rows_per_chunk = 1;
  /// 0 if there are no rows.
  std::int64_t count = 0;

  std::int64_t begin(std::int64_t chunk) const { return chunk * rows_per_chunk; }
  std::int64_t end(std::int64_t chunk) const {
    return begin(chunk) + std::min(rows_per_chunk, rows - begin(chunk));
  }
};

/// How for_chunks would cut; for ops that go over the same chunks twice. `bytes_per_row` is the
/// work of a row, read and written, about. REQUIRES: rows >= 0
WEFT_API Chunks plan_chunks(const OpContext& context, std::int64_t rows,
                            std::int64_t bytes_per_row);

/// Calls body(begin, end) for chunks of 0..rows, at once from several threads. The body returns the
/// error of the lowest row of its chunk.
WEFT_API Status for_chunks(OpContext& context, std::int64_t rows, std::int64_t bytes_per_row,
                           FunctionRef<Status(std::int64_t begin, std::int64_t end)> body);

/// The same for chunks that were planned, with the chunk's number.
WEFT_API Status
for_each_chunk(OpContext& context, const Chunks& chunks,
               FunctionRef<Status(std::int64_t chunk, std::int64_t begin, std::int64_t end)> body);

}  // namespace weft
