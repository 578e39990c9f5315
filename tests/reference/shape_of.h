// shape_of, the slow and obvious way.
#pragma once

#include <limits>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::reference {

/// The code of the error is that of weft; the text is not.
template <std::integral T>
Result<Tensor> shape_of(const Tensor& x) {
  std::vector<T> dims;
  for (const std::int64_t dim : x.shape().dims()) {
    if (dim > std::numeric_limits<T>::max()) return invalid_argument("dim");
    dims.push_back(static_cast<T>(dim));
  }
  return Tensor::of<T>({static_cast<std::int64_t>(dims.size())}, dims);
}

}  // namespace weft::reference
