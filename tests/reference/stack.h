// stack, the slow and obvious way: the coordinate along the new axis says which part an element of
// the result comes from, the others say where it is in there.
#pragma once

#include <deque>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

/// REQUIRES: 0 <= axis <= rank, and parts of one shape.
template <Element T>
Result<Tensor> stack(const std::vector<Tensor>& parts, std::int64_t axis) {
  const auto part_dims = parts.front().shape().dims();
  std::vector<std::int64_t> dims(part_dims.begin(), part_dims.end());
  dims.insert(dims.begin() + axis, static_cast<std::int64_t>(parts.size()));
  std::deque<OwnedElement<T>> values;
  for (std::vector<std::int64_t> position : positions(Shape(dims))) {
    const Tensor& part = parts[static_cast<std::size_t>(*(position.begin() + axis))];
    position.erase(position.begin() + axis);
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < position.size(); ++i) offset = offset * part_dims[i] + position[i];
    values.emplace_back(part.values<T>()[static_cast<std::size_t>(offset)]);
  }
  return Tensor::of<T>(Shape(dims), values);
}

}  // namespace weft::reference
