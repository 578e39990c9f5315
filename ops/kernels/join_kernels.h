// The inner loops of a join: sizes of rows, pieces brought into the order of rows, and the bytes of
// rows. All take a PieceGrid and one running value for each of its rows. Not part of the public
// interface.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "weft/ops/kernels/copy_bytes.h"
#include "weft/ops/kernels/join_pieces.h"

namespace weft::join {

/// Whether the pieces of a row are closer together than those of a column.
inline bool is_row_major(const PieceGrid& grid) {
  return grid.rows == 1 || grid.piece_step < grid.row_step;
}

inline std::int64_t sum_lengths(const std::uint32_t* lengths, std::int64_t count,
                                std::int64_t step) {
  std::int64_t sum = 0;
  // Spelled out, because the compiler vectorises a step of 1 but not one that it does not know.
  if (step == 1)
    for (std::int64_t i = 0; i < count; ++i) sum += lengths[i];
  else
    for (std::int64_t i = 0; i < count; ++i) sum += lengths[i * step];
  return sum;
}

/// Adds the lengths of the pieces to the sizes of their rows. REQUIRES: sizes so small, and so few
/// pieces, that the sums fit 64 bits.
inline void add_lengths(const PieceGrid& grid, std::int64_t* sizes) {
  if (is_row_major(grid)) {
    for (std::int64_t row = 0; row < grid.rows; ++row)
      sizes[row] += sum_lengths(grid.lengths + row * grid.row_step, grid.pieces, grid.piece_step);
    return;
  }
  for (std::int64_t piece = 0; piece < grid.pieces; ++piece) {
    const std::uint32_t* lengths = grid.lengths + piece * grid.piece_step;
    if (grid.row_step == 1)
      for (std::int64_t row = 0; row < grid.rows; ++row) sizes[row] += lengths[row];
    else
      for (std::int64_t row = 0; row < grid.rows; ++row) sizes[row] += lengths[row * grid.row_step];
  }
}

/// How much text is put together before it is moved to its place, and the longest separator in it.
inline constexpr std::size_t kStageBytes = 1024;
inline constexpr std::size_t kMaxStagedSeparator = 64;

/// Room for pieces in the order of rows, small enough to stay in the nearest cache.
class PieceTile {
 public:
  static constexpr std::int64_t kPieces = 1024;

  /// Takes over pieces of rows of `row_pieces` pieces, the first of which is `first_piece`.
  /// REQUIRES: room for them.
  void fill(const PieceGrid& grid, std::int64_t first_piece, std::int64_t row_pieces) {
    for (std::int64_t piece = 0; piece < grid.pieces; ++piece) {
      const std::int64_t from = piece * grid.piece_step;
      const std::int64_t to = grid.first_row * row_pieces + grid.first_piece + piece - first_piece;
      for (std::int64_t row = 0; row < grid.rows; ++row) {
        const char* const start = grid.starts[from + row * grid.row_step];
        // The text will be read in another order than it lies in memory.
        __builtin_prefetch(start);
        starts_[static_cast<std::size_t>(to + row * row_pieces)] = start;
        lengths_[static_cast<std::size_t>(to + row * row_pieces)] =
            grid.lengths[from + row * grid.row_step];
      }
    }
  }

  PieceGrid grid(std::int64_t rows, std::int64_t first_piece, std::int64_t row_pieces) const {
    return {.starts = starts_.data(),
            .lengths = lengths_.data(),
            .rows = rows,
            .row_step = row_pieces,
            .first_piece = first_piece,
            .pieces = row_pieces,
            .piece_step = 1};
  }

 private:
  std::array<const char*, kPieces> starts_;
  std::array<std::uint32_t, kPieces> lengths_;
};

// Separators: what stands before every piece but the first.

struct NoSeparator {
  char* operator()(char* to) const { return to; }
};

struct ByteSeparator {
  char byte;
  char* operator()(char* to) const {
    *to = byte;
    return to + 1;
  }
};

struct TextSeparator {
  std::string_view text;
  char* operator()(char* to) const { return copy_bytes(to, text.data(), text.size()); }
};

/// Writes the pieces of each row, each behind a separator unless it is the first of the row, at the
/// row's cursor, and moves that on. REQUIRES: piece_step == 1
template <class Separator>
void write_exact(const PieceGrid& grid, char** cursors, Separator separate) {
  const std::int64_t pieces = grid.pieces;
  const std::int64_t first_behind_separator = grid.first_piece > 0 ? 0 : 1;
  for (std::int64_t row = 0; row < grid.rows; ++row) {
    const char* const* const starts = grid.starts + row * grid.row_step;
    const std::uint32_t* const lengths = grid.lengths + row * grid.row_step;
    char* to = cursors[row];
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
      if (piece >= first_behind_separator) [[likely]]
        to = separate(to);
      to = copy_bytes(to, starts[piece], lengths[piece]);
    }
    cursors[row] = to;
  }
}

inline char* move_text(char* to, const char* begin, const char* end) {
  const auto size = static_cast<std::size_t>(end - begin);
  std::memcpy(to, begin, size);
  return to + size;
}

/// The same for pieces of at most kBytes whose surroundings may be read: all are copied in one way,
/// because lengths are hard to foresee, and a wrong guess of the processor costs more than to copy
/// too much. So the text is put together beside its place, and moved there exactly.
/// REQUIRES: a separator of at most kMaxStagedSeparator bytes, and pieces >= 1
template <std::size_t kBytes, class Separator>
void write_staged(const PieceGrid& grid, char** cursors, Separator separate) {
  std::array<char, kStageBytes + kMaxStagedSeparator + kBytes> room;
  char* const stage = room.data();
  char* at = stage;
  char* to = cursors[0];
  const std::int64_t pieces = grid.pieces;
  const std::int64_t first_behind_separator = grid.first_piece > 0 ? 0 : 1;
  for (std::int64_t row = 0; row < grid.rows; ++row) {
    const char* const* const starts = grid.starts + row * grid.row_step;
    const std::uint32_t* const lengths = grid.lengths + row * grid.row_step;
    // Rows that follow one another are moved together.
    if (cursors[row] != to + (at - stage)) {
      move_text(to, stage, at);
      to = cursors[row];
      at = stage;
    }
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
      if (piece >= first_behind_separator) [[likely]]
        at = separate(at);
      detail::copy_fixed<kBytes>(at, starts[piece]);
      at += lengths[piece];
      if (at >= stage + kStageBytes) [[unlikely]] {
        to = move_text(to, stage, at);
        at = stage;
      }
    }
    cursors[row] = to + (at - stage);
  }
  move_text(to, stage, at);
}

}  // namespace weft::join
