// reshape, the slow and obvious way: every element is copied, and an open dim is found by trial.
#pragma once

#include <algorithm>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::reference {

inline std::int64_t product_of(const std::vector<std::int64_t>& dims) {
  std::int64_t product = 1;
  for (const std::int64_t dim : dims) product *= dim;
  return product;
}

template <FixedWidth T>
Result<Tensor> copy_as(const Shape& shape, const Tensor& x) {
  WEFT_TRY_ASSIGN(TensorBuilder<T> builder, Tensor::builder<T>(shape));
  std::copy_n(x.values<T>().begin(), builder.values().size(), builder.values().begin());
  return std::move(builder).build();
}

template <std::same_as<String> T>
Result<Tensor> copy_as(const Shape& shape, const Tensor& x) {
  return Tensor::of<String>(shape, x.to_vector<String>());
}

/// The code of the error is that of weft; the text is not. REQUIRES: small dims.
template <Element T>
Result<Tensor> reshape(const Tensor& x, std::vector<std::int64_t> dims) {
  std::int64_t num_open = 0;
  for (const std::int64_t dim : dims) {
    if (dim < -1) return invalid_argument("dim");
    num_open += dim == -1 ? 1 : 0;
  }
  if (num_open > 1) return invalid_argument("open dims");
  const auto open = std::find(dims.begin(), dims.end(), -1);
  if (open != dims.end()) {
    // The one dim that gives the right number of elements.
    std::vector<std::int64_t> candidates;
    for (std::int64_t dim = 0; dim <= x.size(); ++dim) {
      *open = dim;
      if (product_of(dims) == x.size()) candidates.push_back(dim);
    }
    *open = 1;
    if (candidates.size() != 1 || product_of(dims) == 0) return invalid_argument("open dim");
    *open = candidates.front();
  }
  if (product_of(dims) != x.size()) return invalid_argument("size");
  return copy_as<T>(Shape(dims), x);
}

}  // namespace weft::reference
