// concat, the slow and obvious way: each element of the result is looked for in one part after the
// other.
#pragma once

#include <optional>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"
#include "weft/tests/reference/gather.h"

namespace weft::reference {

/// REQUIRES: 0 <= axis < rank, and shapes that fit.
inline Result<Tensor> concat(const std::vector<Tensor>& parts, std::size_t axis) {
  const auto first = parts.front().shape().dims();
  std::vector<std::int64_t> dims(first.begin(), first.end());
  dims[axis] = 0;
  for (const Tensor& part : parts) dims[axis] += part.shape().dims()[axis];
  std::vector<std::optional<Pick>> picks;
  for (std::vector<std::int64_t> position : positions(Shape(dims))) {
    std::size_t part = 0;
    while (position[axis] >= parts[part].shape().dims()[axis])
      position[axis] -= parts[part++].shape().dims()[axis];
    picks.push_back(Pick{part, offset_in(parts[part].shape(), position)});
  }
  return gather(parts, picks, Shape(dims));
}

}  // namespace weft::reference
