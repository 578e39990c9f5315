#include "weft/ops/kernels/join_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "weft/ops/kernels/join_kernels.h"
#include "weft/ops/parallel.h"

namespace weft {

namespace {

// Rows that are worked on together, so that their sizes and cursors stay in the nearest cache.
constexpr std::int64_t kBlockRows = 256;
// Fewer rows would make the runs that a tile is read in too short.
constexpr std::int64_t kLeastTileRows = 16;
// Sizes count no further. The lengths of kPiecesAtOnce pieces, added to one, stay within 64 bits.
constexpr std::int64_t kTooLarge = std::int64_t{1} << 61;
constexpr std::int64_t kPiecesAtOnce = std::int64_t{1} << 29;

constexpr std::int64_t kStartBytes = sizeof(const char*);
constexpr std::int64_t kLengthBytes = sizeof(std::uint32_t);

std::int64_t add_sizes(std::int64_t a, std::int64_t b) { return std::min(a + b, kTooLarge); }

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

Status too_long(std::int64_t size, std::vector<std::int64_t> position) {
  return resource_exhausted(
             fmt::format("the joined string would have {}{} bytes{}; an element holds at most {}",
                         size < kTooLarge ? "" : "at least ", size, position_text(position),
                         kMaxStringBytes))
      .at(std::move(position));
}

// One join, as seen by its chunks.
class Join {
 public:
  Join(OpContext& context, const Shape& shape, const RowsOfPieces& source,
       std::string_view separator)
      : context_(context), shape_(shape), source_(source), separator_(separator) {
    out_.facts = {.all_ascii = source.facts.all_ascii && is_ascii(separator),
                  .contiguous = true,
                  .max_length = 0,
                  .total_bytes = 0};
  }

  Status run() {
    if (source_.rows == 0) return publish();
    WEFT_TRY_ASSIGN(out_.starts, context_.allocate_buffer(source_.rows, kStartBytes));
    WEFT_TRY_ASSIGN(out_.lengths, context_.allocate_buffer(source_.rows, kLengthBytes));
    starts_ = out_.starts.mutable_as<const char*>();
    lengths_ = out_.lengths.mutable_as<std::uint32_t>();
    const std::int64_t row_bytes = source_.pieces * (kStartBytes + kLengthBytes) +
                                   2 * std::min(source_.text_bytes_per_row, kMaxStringBytes);
    // A few long rows are cut across: a chunk is then some pieces of each of them.
    if (source_.rows <= kBlockRows && source_.pieces > source_.rows)
      return join_by_pieces(
          plan_chunks(context_, source_.pieces, source_.rows * row_bytes / source_.pieces));
    return join_by_rows(
        plan_chunks(context_, source_.rows, row_bytes + kStartBytes + kLengthBytes));
  }

 private:
  using Cursors = std::array<char*, kBlockRows>;

  Status join_by_rows(const Chunks& chunks) {
    // The size of each chunk, then where it begins.
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(chunks.count));
    std::vector<std::uint32_t> longest(offsets.size());
    WEFT_TRY(for_each_chunk(context_, chunks,
                            [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                              const auto at = static_cast<std::size_t>(chunk);
                              return measure_rows({begin, end}, offsets[at], longest[at]);
                            }));
    out_.facts.max_length = *std::max_element(longest.begin(), longest.end());
    for (std::int64_t& offset : offsets)
      out_.facts.total_bytes =
          add_sizes(out_.facts.total_bytes, std::exchange(offset, out_.facts.total_bytes));
    if (can_share_bytes()) return share_bytes();
    WEFT_TRY_ASSIGN(char* const text, allocate_text());
    WEFT_TRY(for_each_chunk(
        context_, chunks, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
          write_rows({begin, end}, text + offsets[static_cast<std::size_t>(chunk)]);
          return Status();
        }));
    return publish();
  }

  Status join_by_pieces(const Chunks& chunks) {
    const Interval rows{0, source_.rows};
    // The size of each row's part in each chunk, then where in the row that part begins.
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(chunks.count * rows.end));
    const auto offsets_of = [&](std::int64_t chunk) { return offsets.data() + chunk * rows.end; };
    WEFT_TRY(for_each_chunk(context_, chunks,
                            [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                              measure(rows, {begin, end}, offsets_of(chunk));
                              return Status();
                            }));
    for (std::int64_t row = 0; row < rows.end; ++row) {
      std::int64_t size = 0;
      for (std::int64_t chunk = 0; chunk < chunks.count; ++chunk)
        size = add_sizes(size, std::exchange(offsets_of(chunk)[row], size));
      WEFT_TRY(set_length(row, size));
    }
    out_.facts.max_length = *std::max_element(lengths_, lengths_ + rows.end);
    out_.facts.total_bytes = std::accumulate(lengths_, lengths_ + rows.end, std::int64_t{0});
    if (can_share_bytes()) return share_bytes();
    WEFT_TRY_ASSIGN(char* const text, allocate_text());
    Cursors row_starts;
    place(rows, text, row_starts);
    WEFT_TRY(for_each_chunk(context_, chunks,
                            [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                              Cursors cursors;
                              std::transform(row_starts.begin(), row_starts.begin() + rows.end,
                                             offsets_of(chunk), cursors.begin(), std::plus<>());
                              write(rows, {begin, end}, cursors);
                              return Status();
                            }));
    return publish();
  }

  // Sets the lengths of the rows, and gives their sum and the largest.
  Status measure_rows(Interval rows, std::int64_t& total, std::uint32_t& longest) const {
    std::array<std::int64_t, kBlockRows> sizes;
    for (std::int64_t begin = rows.begin; begin < rows.end; begin += kBlockRows) {
      const Interval block{begin, std::min(rows.end, begin + kBlockRows)};
      measure(block, {0, source_.pieces}, sizes.data());
      for (std::int64_t row = block.begin; row < block.end; ++row) {
        const std::int64_t size = sizes[static_cast<std::size_t>(row - block.begin)];
        WEFT_TRY(set_length(row, size));
        total = add_sizes(total, size);
        longest = std::max(longest, lengths_[row]);
      }
    }
    return Status();
  }

  // The sizes of some pieces of each row, with the separators before them.
  void measure(Interval rows, Interval pieces, std::int64_t* sizes) const {
    const std::int64_t separators =
        std::max<std::int64_t>(0, pieces.end - 1) - std::max<std::int64_t>(0, pieces.begin - 1);
    const auto separator_bytes = static_cast<std::int64_t>(separator_.size());
    const std::int64_t between = checked_multiply(separators, separator_bytes).value_or(kTooLarge);
    std::fill_n(sizes, rows.size(), add_sizes(0, between));
    for (std::int64_t begin = pieces.begin; begin < pieces.end; begin += kPiecesAtOnce) {
      const Interval part{begin, std::min(pieces.end, begin + kPiecesAtOnce)};
      source_.for_each_grid(rows, part, [&](const PieceGrid& grid) {
        join::add_lengths(grid, sizes + grid.first_row);
      });
      for (std::int64_t i = 0; i < rows.size(); ++i) sizes[i] = add_sizes(0, sizes[i]);
    }
  }

  Status set_length(std::int64_t row, std::int64_t size) const {
    if (size > kMaxStringBytes) return too_long(size, shape_.position_of(row));
    lengths_[row] = static_cast<std::uint32_t>(size);
    return Status();
  }

  // Places rows of known lengths one after the other, the first of them at `text`.
  void place(Interval rows, char* text, Cursors& cursors) const {
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      starts_[row] = text;
      cursors[static_cast<std::size_t>(row - rows.begin)] = text;
      text += lengths_[row];
    }
  }

  void write_rows(Interval rows, char* text) const {
    Cursors cursors;
    for (std::int64_t begin = rows.begin; begin < rows.end; begin += kBlockRows) {
      const Interval block{begin, std::min(rows.end, begin + kBlockRows)};
      place(block, text, cursors);
      write(block, {0, source_.pieces}, cursors);
      text = cursors[static_cast<std::size_t>(block.size() - 1)];
    }
  }

  void write(Interval rows, Interval pieces, Cursors& cursors) const {
    if (pieces.size() == 0) return;
    if (separator_.empty())
      write_separated(rows, pieces, cursors, join::NoSeparator());
    else if (separator_.size() == 1)
      write_separated(rows, pieces, cursors, join::ByteSeparator{separator_.front()});
    else
      write_separated(rows, pieces, cursors, join::TextSeparator{separator_});
  }

  // Chooses how to copy: by the longest piece, or exactly where copies of one size do not pay or
  // may not read so far.
  template <class Separator>
  void write_separated(Interval rows, Interval pieces, Cursors& cursors,
                       const Separator& separate) const {
    const auto write_with = [&](auto writer) {
      write_tiles(rows, pieces, cursors, [&](const PieceGrid& grid, char** grid_cursors) {
        writer(grid, grid_cursors, separate);
      });
    };
    const std::uint32_t longest = source_.facts.max_length;
    if (!source_.facts.has_slack || longest > 64 || separator_.size() > join::kMaxStagedSeparator)
      write_with(join::write_exact<Separator>);
    else if (longest > 48)
      write_with(join::write_staged<64, Separator>);
    else if (longest > 32)
      write_with(join::write_staged<48, Separator>);
    else if (longest > 16)
      write_with(join::write_staged<32, Separator>);
    else
      write_with(join::write_staged<16, Separator>);
  }

  // Calls write(grid, cursors) for pieces that are in the order of rows: those of the source where
  // they lie so, else a tile of them at a time.
  template <class Write>
  void write_tiles(Interval rows, Interval pieces, Cursors& cursors, const Write& write) const {
    join::PieceTile tile;
    const std::int64_t most_rows =
        std::clamp(join::PieceTile::kPieces / pieces.size(), kLeastTileRows, kBlockRows);
    for (std::int64_t row = rows.begin; row < rows.end; row += most_rows) {
      const Interval tile_rows{row, std::min(rows.end, row + most_rows)};
      char** const tile_cursors = cursors.data() + (row - rows.begin);
      const std::int64_t most_pieces = join::PieceTile::kPieces / tile_rows.size();
      for (std::int64_t piece = pieces.begin; piece < pieces.end; piece += most_pieces) {
        const Interval tile_pieces{piece, std::min(pieces.end, piece + most_pieces)};
        bool in_order = false;
        source_.for_each_grid(tile_rows, tile_pieces, [&](const PieceGrid& grid) {
          in_order = grid.piece_step == 1 && grid.rows == tile_rows.size() &&
                     grid.pieces == tile_pieces.size();
          if (in_order)
            write(grid, tile_cursors);
          else
            tile.fill(grid, tile_pieces.begin, tile_pieces.size());
        });
        if (!in_order)
          write(tile.grid(tile_rows.size(), tile_pieces.begin, tile_pieces.size()), tile_cursors);
      }
    }
  }

  // At least a byte, so that every start points at memory.
  Result<char*> allocate_text() {
    WEFT_TRY_ASSIGN(out_.bytes,
                    context_.allocate_buffer(std::max<std::int64_t>(1, out_.facts.total_bytes)));
    return out_.bytes.mutable_data();
  }

  bool can_share_bytes() const {
    return source_.consecutive != nullptr && source_.pieces > 0 && separator_.empty() &&
           source_.consecutive->facts().contiguous && context_.tuning().zero_copy;
  }

  // The rows are already there, one after the other: they begin where their first pieces do.
  Status share_bytes() {
    const char* const* piece_starts = source_.consecutive->values<String>().starts();
    WEFT_TRY(for_chunks(context_, source_.rows, 2 * kStartBytes,
                        [&](std::int64_t begin, std::int64_t end) {
                          for (std::int64_t row = begin; row < end; ++row)
                            starts_[row] = piece_starts[row * source_.pieces];
                          return Status();
                        }));
    out_.bytes = source_.consecutive->bytes();
    out_.facts.has_slack = source_.consecutive->facts().has_slack;
    return publish();
  }

  Status publish() {
    context_.set_output(0, Tensor(shape_, std::move(out_)));
    return Status();
  }

  OpContext& context_;
  const Shape& shape_;
  const RowsOfPieces& source_;
  std::string_view separator_;
  StringColumns out_;
  const char** starts_ = nullptr;
  std::uint32_t* lengths_ = nullptr;
};

}  // namespace

Status join_pieces(OpContext& context, const Shape& shape, const RowsOfPieces& source,
                   std::string_view separator) {
  return Join(context, shape, source, separator).run();
}

}  // namespace weft
