// Broadcasting, the slow and obvious way: for each element of the result its coordinates, and from
// them the element of an operand.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "weft/graph/shape.h"

namespace weft::reference {

inline std::optional<Shape> broadcast_shape(const Shape& a, const Shape& b) {
  const std::int64_t rank = std::max(a.rank(), b.rank());
  std::vector<std::int64_t> dims;
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    const auto dim_of = [&](const Shape& shape) {
      const std::int64_t own = axis - (rank - shape.rank());
      return own < 0 ? 1 : shape[own];
    };
    const std::int64_t x = dim_of(a);
    const std::int64_t y = dim_of(b);
    if (x != y && x != 1 && y != 1) return std::nullopt;
    dims.push_back(x == 1 ? y : x);
  }
  return Shape(dims);
}

/// The row-major offset in `operand` of what stands at `position` of the result.
inline std::size_t broadcast_offset(const Shape& operand,
                                    const std::vector<std::int64_t>& position) {
  const auto skipped = position.size() - static_cast<std::size_t>(operand.rank());
  std::int64_t offset = 0;
  for (std::int64_t axis = 0; axis < operand.rank(); ++axis) {
    const std::int64_t at =
        operand[axis] == 1 ? 0 : position[skipped + static_cast<std::size_t>(axis)];
    offset = offset * operand[axis] + at;
  }
  return static_cast<std::size_t>(offset);
}

/// All positions of a shape, row-major.
inline std::vector<std::vector<std::int64_t>> positions(const Shape& shape) {
  std::vector<std::vector<std::int64_t>> all;
  const std::int64_t elements = shape.num_elements().value();
  for (std::int64_t i = 0; i < elements; ++i) all.push_back(shape.position_of(i));
  return all;
}

}  // namespace weft::reference
