// concat, the slow and obvious way: each element of the result is looked for in one part after the
// other.
#pragma once

#include <deque>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

/// REQUIRES: 0 <= axis < rank, and shapes that fit.
template <Element T>
Result<Tensor> concat(const std::vector<Tensor>& parts, std::size_t axis) {
  const auto first = parts.front().shape().dims();
  std::vector<std::int64_t> dims(first.begin(), first.end());
  dims[axis] = 0;
  for (const Tensor& part : parts) dims[axis] += part.shape().dims()[axis];
  std::deque<OwnedElement<T>> values;
  for (std::vector<std::int64_t> position : positions(Shape(dims))) {
    std::size_t part = 0;
    while (position[axis] >= parts[part].shape().dims()[axis])
      position[axis] -= parts[part++].shape().dims()[axis];
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
      offset = offset * parts[part].shape().dims()[i] + position[i];
    values.emplace_back(parts[part].values<T>()[static_cast<std::size_t>(offset)]);
  }
  return Tensor::of<T>(Shape(dims), values);
}

}  // namespace weft::reference
