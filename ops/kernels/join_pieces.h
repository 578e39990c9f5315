// join_pieces: the work that all joins of strings share. Every row of the result is put together
// from equally many pieces, with a separator between them. Two passes over the same chunks: the
// first sums up the sizes, then one buffer is allocated, and the second writes every byte once into
// its place. Not part of the public interface.
//
//   const auto grids = [&](Interval rows, Interval pieces, GridVisitor visit) { ... };
//   return join_pieces(context, shape, {.rows = rows, .pieces = 8, .for_each_grid = grids}, "-");
#pragma once

#include <cstdint>
#include <string_view>

#include "weft/graph/function_ref.h"
#include "weft/graph/op.h"

namespace weft {

/// The numbers begin..end, the end not included.
struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t size() const { return end - begin; }
};

/// Some pieces of some neighbouring rows: piece p of row r is element r * row_step + p * piece_step
/// of the columns.
struct PieceGrid {
  const char* const* starts = nullptr;
  const std::uint32_t* lengths = nullptr;
  /// Counted from the first row that was asked for.
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  std::int64_t row_step = 0;
  /// Counted from the first piece of the whole row.
  std::int64_t first_piece = 0;
  std::int64_t pieces = 0;
  std::int64_t piece_step = 0;
};

using GridVisitor = FunctionRef<void(const PieceGrid&)>;

/// What is joined. A plain description that lives as long as the call.
struct RowsOfPieces {
  std::int64_t rows = 0;
  /// In each row.
  std::int64_t pieces = 0;
  /// About how much text a row has: it decides how the work is cut into chunks.
  std::int64_t text_bytes_per_row = 0;
  /// What is true of all pieces: all_ascii, has_slack and max_length count.
  StringFacts facts = {};
  /// The tensor whose elements, in order, are the pieces of all rows, if there is one. Where these
  /// follow one another in memory and no separator comes between them, its bytes are shared.
  const Tensor* consecutive = nullptr;
  /// Visits grids in which each of the `pieces` of each of the `rows` is once, those of a row in
  /// order. Called at once from several threads.
  FunctionRef<void(Interval rows, Interval pieces, GridVisitor visit)> for_each_grid;
};

/// Publishes output 0: the joined rows in `shape`. kResourceExhausted, naming the size and the
/// position, for the lowest row that is too long for an element, then for a result that is too
/// large. Without rows nothing is allocated. REQUIRES: shape has source.rows elements.
Status join_pieces(OpContext& context, const Shape& shape, const RowsOfPieces& source,
                   std::string_view separator);

}  // namespace weft
