// stitch_rows: the data movement of the stitch ops. Work is divided by rows of the result, never by
// list, so that of several writers of a row the last one wins without any lock, at every thread
// count. Not part of the public interface.
//
//   row_moves::WriteColumns to = ...;
//   stitch_rows(context, lists, {.dtype = DType::kInt32, .rows = 7, .to = to});
#pragma once

#include <cstdint>
#include <span>

#include "weft/graph/op.h"
#include "weft/ops/kernels/row_moves.h"

namespace weft {

/// Row indices[i] of the result is row i of `from`.
struct StitchList {
  const std::int32_t* indices = nullptr;
  std::int64_t count = 0;
  row_moves::ReadColumns from = {};
};

struct StitchResult {
  DType dtype = DType::kFloat32;
  std::int64_t rows = 0;
  std::int64_t row_elements = 1;
  row_moves::WriteColumns to = {};
};

/// Fills the result: zeros, and over them the lists in order. `ascending`: no list has an index
/// below the one before it. REQUIRES: all indices in [0, rows), and row_elements > 0.
Status stitch_rows(OpContext& context, std::span<const StitchList> lists, bool ascending,
                   const StitchResult& result);

}  // namespace weft
