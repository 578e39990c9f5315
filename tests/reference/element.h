// element, the slow and obvious way: all elements of x whose first coordinate is i.
#pragma once

#include <deque>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

/// The code of the error is that of weft; the text is not.
template <Element T>
Result<Tensor> element(const Tensor& x, std::int64_t index) {
  if (x.shape().rank() == 0) return invalid_argument("rank");
  const std::int64_t size = x.shape()[0];
  if (index < -size || index >= size) return invalid_argument("index");
  std::deque<OwnedElement<T>> values;
  std::size_t offset = 0;
  for (const std::vector<std::int64_t>& position : positions(x.shape())) {
    if (position[0] == (index + size) % size) values.emplace_back(x.values<T>()[offset]);
    ++offset;
  }
  return Tensor::of<T>(Shape(x.shape().dims().subspan(1)), values);
}

}  // namespace weft::reference
