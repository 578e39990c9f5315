// Row moves: tensors as rows of opaque bytes, for the ops that move elements and never look into
// them. A tensor has one column, the array of a fixed-width dtype, or the two of strings; a row is
// a few neighbouring elements of each. What moves are columns, so the text of strings stays where
// it is. Functions of plain values; any thread may call them. Not part of the public interface.
//
//   WEFT_TRY_ASSIGN(const auto to, row_moves::allocate_output(context, 0, dtype, shape, origin));
//   row_moves::visit_layout(dtype, row_elements, [&](const auto& layout) {
//     layout.copy_row(row_moves::columns_of(input), 2, to, 0);   // row 2 becomes row 0
//   });
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <tuple>
#include <utility>

#include "weft/graph/op.h"
#include "weft/ops/parallel.h"

namespace weft::row_moves {

/// Where the columns of a tensor start; the second is nullptr but for strings.
using ReadColumns = std::array<const char*, 2>;
using WriteColumns = std::array<char*, 2>;

ReadColumns columns_of(const Tensor& tensor);

/// Bytes of an element in each column; 0 for a column that the dtype does not have.
std::array<std::int64_t, 2> element_widths(DType dtype);

/// Whether `shape` may start with all dims of `prefix`: what is not known agrees with anything.
bool starts_with(const PartialShape& shape, const PartialShape& prefix);
/// The dims of `shape` behind those of `prefix`. REQUIRES: starts_with(shape, prefix)
PartialShape without_prefix(const PartialShape& shape, const PartialShape& prefix);
/// What two descriptions of one shape say together. REQUIRES: a.compatible_with(b)
PartialShape merge_shapes(const PartialShape& a, const PartialShape& b);

/// What elements that come from several string tensors have in common: who keeps their bytes, and
/// the facts that hold whichever of them are taken, in any order and number.
struct Origin {
  Buffer bytes = {};
  StringFacts facts = {};
};

/// Tensors without elements do not count. Nothing to know for numbers.
Origin common_origin(std::span<const Tensor* const> tensors);

/// A tensor without elements that keeps nothing alive. REQUIRES: a shape with a dim of 0
Tensor empty_tensor(DType dtype, const Shape& shape);

/// Makes output `i` a tensor of `shape` and gives its columns to fill, undefined at first. Without
/// elements it is an empty_tensor(). kResourceExhausted if it is too large.
Result<WriteColumns> allocate_output(OpContext& context, std::size_t i, DType dtype,
                                     const Shape& shape, const Origin& origin);

/// Makes the elements begin..end zero, false or empty.
void clear_elements(DType dtype, const WriteColumns& to, std::int64_t begin, std::int64_t end);

/// The same rows in at most `most` chunks. REQUIRES: most >= 1
Chunks limit_chunks(Chunks chunks, std::int64_t most);

/// So many bytes, known to the compiler: a load and a store.
template <std::int64_t kBytes>
struct FixedWidth {
  static constexpr std::int64_t bytes() { return kBytes; }
  static void copy(const char* from, char* to) { std::memcpy(to, from, kBytes); }
};

struct AnyWidth {
  std::int64_t width = 0;
  std::int64_t bytes() const { return width; }
  void copy(const char* from, char* to) const {
    std::memcpy(to, from, static_cast<std::size_t>(width));
  }
};

/// Calls function(width) with a width of `bytes`.
template <class Function>
decltype(auto) visit_width(std::int64_t bytes, Function&& function) {
  switch (bytes) {
    case 1:
      return function(FixedWidth<1>());
    case 2:
      return function(FixedWidth<2>());
    case 4:
      return function(FixedWidth<4>());
    case 8:
      return function(FixedWidth<8>());
    case 12:
      return function(FixedWidth<12>());
    case 16:
      return function(FixedWidth<16>());
    default:
      return function(AnyWidth{bytes});
  }
}

/// How wide a row is in each column.
template <class... Widths>
struct Layout {
  static constexpr std::size_t kColumns = sizeof...(Widths);
  std::tuple<Widths...> widths;

  void copy_row(const ReadColumns& from, std::int64_t from_row, const WriteColumns& to,
                std::int64_t to_row) const {
    std::size_t column = 0;
    const auto copy = [&](const auto& width) {
      width.copy(from[column] + from_row * width.bytes(), to[column] + to_row * width.bytes());
      ++column;
    };
    std::apply([&](const auto&... width) { (copy(width), ...); }, widths);
  }
};

/// Calls function(layout) with the layout of rows of so many elements. REQUIRES: memory can hold
/// such a row.
template <class Function>
decltype(auto) visit_layout(DType dtype, std::int64_t row_elements, Function&& function) {
  constexpr std::int64_t kStart = sizeof(const char*);
  constexpr std::int64_t kLength = sizeof(std::uint32_t);
  if (dtype == DType::kString && row_elements == 1)
    return function(Layout<FixedWidth<kStart>, FixedWidth<kLength>>());
  if (dtype == DType::kString)
    return function(Layout<AnyWidth, AnyWidth>{
        {AnyWidth{row_elements * kStart}, AnyWidth{row_elements * kLength}}});
  return visit_width(row_elements * element_bytes(dtype),
                     [&]<class Width>(const Width& width) -> decltype(auto) {
                       return function(Layout<Width>{{width}});
                     });
}

}  // namespace weft::row_moves
