// element, the slow and obvious way: all elements of x whose first coordinate is i.
#pragma once

#include <optional>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"
#include "weft/tests/reference/gather.h"

namespace weft::reference {

/// The code of the error is that of weft; the text is not.
inline Result<Tensor> element(const Tensor& x, std::int64_t index) {
  if (x.shape().rank() == 0) return invalid_argument("rank");
  const std::int64_t size = x.shape()[0];
  if (index < -size || index >= size) return invalid_argument("index");
  std::vector<std::optional<Pick>> picks;
  for (const std::vector<std::int64_t>& position : positions(x.shape()))
    if (position[0] == (index + size) % size)
      picks.push_back(Pick{0, offset_in(x.shape(), position)});
  return gather({x}, picks, Shape(x.shape().dims().subspan(1)));
}

}  // namespace weft::reference
