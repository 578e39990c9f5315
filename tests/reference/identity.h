// identity, the slow and obvious way: every element is copied.
#pragma once

#include <algorithm>

#include "weft/graph/tensor.h"

namespace weft::reference {

template <FixedWidth T>
Tensor identity(const Tensor& x) {
  TensorBuilder<T> builder = Tensor::builder<T>(x.shape()).value();
  std::copy_n(x.values<T>().begin(), builder.values().size(), builder.values().begin());
  return std::move(builder).build();
}

template <std::same_as<String> T>
Tensor identity(const Tensor& x) {
  return Tensor::of<String>(x.shape(), x.to_vector<String>()).value();
}

}  // namespace weft::reference
