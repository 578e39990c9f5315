// stack, the slow and obvious way: the coordinate along the new axis says which part an element of
// the result comes from, the others say where it is in there.
#pragma once

#include <optional>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"
#include "weft/tests/reference/gather.h"

namespace weft::reference {

/// REQUIRES: 0 <= axis <= rank, and parts of one shape.
inline Result<Tensor> stack(const std::vector<Tensor>& parts, std::int64_t axis) {
  const auto part_dims = parts.front().shape().dims();
  std::vector<std::int64_t> dims(part_dims.begin(), part_dims.end());
  dims.insert(dims.begin() + axis, static_cast<std::int64_t>(parts.size()));
  std::vector<std::optional<Pick>> picks;
  for (std::vector<std::int64_t> position : positions(Shape(dims))) {
    const auto part = static_cast<std::size_t>(position[static_cast<std::size_t>(axis)]);
    position.erase(position.begin() + axis);
    picks.push_back(Pick{part, offset_in(parts[part].shape(), position)});
  }
  return gather(parts, picks, Shape(dims));
}

}  // namespace weft::reference
