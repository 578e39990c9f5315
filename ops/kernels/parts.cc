#include "weft/ops/kernels/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "weft/ops/kernels/row_moves.h"
#include "weft/ops/parallel.h"

namespace weft::parts {

namespace {

// One column of the result: rows, one for each combination of the coordinates before the axis, in
// each of which every part has a block.
class ColumnWriter {
 public:
  explicit ColumnWriter(char* to) : to_(to) {}

  void add_part(const char* from, std::int64_t block_bytes) {
    parts_.push_back({from, block_bytes, row_bytes_});
    row_bytes_ += block_bytes;
  }

  // The bytes begin..end of the column: whole rows, and what is left before and behind them.
  void write(std::int64_t begin, std::int64_t end) const {
    const std::int64_t first_row = (begin + row_bytes_ - 1) / row_bytes_;
    const std::int64_t last_row = end / row_bytes_;
    if (first_row > last_row) return write_within_row(begin, end);
    write_within_row(begin, first_row * row_bytes_);
    write_rows(first_row, last_row);
    write_within_row(last_row * row_bytes_, end);
  }

 private:
  struct Part {
    const char* from;
    std::int64_t block_bytes;
    // Of its block in a row.
    std::int64_t offset;
  };

  // REQUIRES: begin..end are of one row.
  void write_within_row(std::int64_t begin, std::int64_t end) const {
    const std::int64_t row = begin / row_bytes_;
    const auto ends_behind = [&](std::int64_t position, const Part& part) {
      return position < row * row_bytes_ + part.offset + part.block_bytes;
    };
    auto part = std::upper_bound(parts_.begin(), parts_.end(), begin, ends_behind);
    for (; begin < end; ++part) {
      const std::int64_t skipped = begin - row * row_bytes_ - part->offset;
      const std::int64_t bytes = std::min(end - begin, part->block_bytes - skipped);
      row_moves::AnyWidth{bytes}.copy(part->from + row * part->block_bytes + skipped, to_ + begin);
      begin += bytes;
    }
  }

  void write_rows(std::int64_t begin, std::int64_t end) const {
    // So that the blocks of all parts arrive while the rows are in the first-level cache.
    constexpr std::int64_t kCachedBytes = 16384;
    const std::int64_t step = std::max<std::int64_t>(1, kCachedBytes / row_bytes_);
    for (; begin < end; begin += step)
      for (const Part& part : parts_)
        row_moves::visit_width(part.block_bytes, [&](auto width) {
          write_blocks(width, part, begin, std::min(end, begin + step));
        });
  }

  template <class Width>
  void write_blocks(Width width, const Part& part, std::int64_t begin, std::int64_t end) const {
    const std::int64_t row_bytes = row_bytes_;
    const char* from = part.from + begin * width.bytes();
    char* to = to_ + begin * row_bytes + part.offset;
    for (std::int64_t row = begin; row < end; ++row) {
      width.copy(from, to);
      from += width.bytes();
      to += row_bytes;
    }
  }

  char* to_;
  std::vector<Part> parts_;
  std::int64_t row_bytes_ = 0;
};

// What is known of all strings of the result.
row_moves::Origin origin_of(std::span<const Tensor* const> parts) {
  row_moves::Origin origin = row_moves::common_origin(parts);
  std::optional<std::int64_t> total = 0;
  for (const Tensor* part : parts) {
    const std::int64_t bytes = part->size() == 0 ? 0 : part->facts().total_bytes;
    total = total && bytes >= 0 ? checked_add(*total, bytes) : std::nullopt;
  }
  origin.facts.total_bytes = total.value_or(-1);
  return origin;
}

// REQUIRES: parts with elements, which are all elements of the result.
Status write_parts(OpContext& context, std::span<const Tensor* const> parts, std::int64_t num_rows,
                   const row_moves::WriteColumns& to, std::int64_t elements) {
  const DType dtype = parts.front()->dtype();
  const std::array<std::int64_t, 2> widths = row_moves::element_widths(dtype);
  std::array<ColumnWriter, 2> writers = {ColumnWriter(to[0]), ColumnWriter(to[1])};
  for (const Tensor* part : parts)
    for (std::size_t column = 0; column < 2; ++column)
      writers[column].add_part(row_moves::columns_of(*part)[column],
                               part->size() / num_rows * widths[column]);
  return for_chunks(context, elements, 2 * element_bytes(dtype),
                    [&](std::int64_t begin, std::int64_t end) {
                      for (std::size_t column = 0; column < 2; ++column)
                        if (widths[column] > 0)
                          writers[column].write(begin * widths[column], end * widths[column]);
                      return Status();
                    });
}

}  // namespace

Status check_dtypes(std::span<const TensorSpec> parts) {
  if (parts.empty()) return invalid_argument("takes at least one part");
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (parts[i].dtype != parts[0].dtype)
      return invalid_argument(fmt::format("parts[0] is {}, parts[{}] is {}; they must be the same",
                                          to_string(parts[0].dtype), i, to_string(parts[i].dtype)));
  return Status();
}

Status lay_out(OpContext& context, const Shape& shape, std::int64_t axis) {
  WEFT_TRY_ASSIGN(const std::int64_t elements, shape.num_elements());
  std::vector<const Tensor*> parts;
  for (std::size_t i = 0; i < context.num_inputs(); ++i)
    if (context.input(i).size() > 0) parts.push_back(&context.input(i));
  if (parts.size() == 1) {
    WEFT_TRY_ASSIGN(Tensor whole, parts.front()->reshaped(shape));
    context.set_output(0, std::move(whole));
    return Status();
  }
  const DType dtype = context.input(0).dtype();
  WEFT_TRY_ASSIGN(const row_moves::WriteColumns to,
                  row_moves::allocate_output(context, 0, dtype, shape, origin_of(parts)));
  if (elements == 0) return Status();
  WEFT_TRY_ASSIGN(const std::int64_t num_rows,
                  Shape(shape.dims().first(static_cast<std::size_t>(axis))).num_elements());
  return write_parts(context, parts, num_rows, to, elements);
}

}  // namespace weft::parts
