// What ops on two operands, a and b, have in common: the checks of dtypes and shapes and their
// words, and the loop over the pairs of elements. Operands are never stretched in memory. Not part
// of the public interface.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "weft/graph/broadcast.h"
#include "weft/graph/op.h"
#include "weft/ops/parallel.h"

namespace weft {

using PairWalk = BroadcastWalk<2>;

/// The shape that the inputs a and b broadcast to, as far as it is known; kInvalidArgument if their
/// dtypes differ or they do not broadcast. REQUIRES: two inputs.
Result<PartialShape> infer_pair_shape(std::span<const TensorSpec> inputs);

/// The same for shapes of tensors; kResourceExhausted for more elements than 64 bits count.
Result<Shape> pair_shape(const Shape& a, const Shape& b);

/// Calls visit(row, i, j) for each element of a run: result[row] comes of a[i] and b[j]. Three
/// loops, because the compiler vectorises a load or a broadcast, but not a multiplication by an
/// unknown step. Both steps are 0 only in a run of one element.
template <class Visit>
void for_each_pair(const PairWalk::Run& run, Visit visit) {
  const std::int64_t begin = run.begin;
  const std::int64_t count = run.count;
  const std::int64_t a = run.offsets[0];
  const std::int64_t b = run.offsets[1];
  if (run.steps[0] == 0) {
    for (std::int64_t i = 0; i < count; ++i) visit(begin + i, a, b + i);
  } else if (run.steps[1] == 0) {
    for (std::int64_t i = 0; i < count; ++i) visit(begin + i, a + i, b);
  } else {
    for (std::int64_t i = 0; i < count; ++i) visit(begin + i, a + i, b + i);
  }
}

/// The same for all elements of the result, chunk-parallel; see for_chunks().
template <class Visit>
Status for_each_pair(OpContext& context, const PairWalk& walk, std::int64_t bytes_per_row,
                     Visit visit) {
  return for_chunks(context, walk.size(), bytes_per_row, [&](std::int64_t begin, std::int64_t end) {
    walk.for_each_run(begin, end, [&](const PairWalk::Run& run) { for_each_pair(run, visit); });
    return Status();
  });
}

}  // namespace weft
