// equal, the slow and obvious way.
#pragma once

#include <string>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

/// The code of the error is that of weft; the text is not.
template <Element T>
Result<Tensor> equal(const Tensor& a, const Tensor& b) {
  const std::optional<Shape> shape = broadcast_shape(a.shape(), b.shape());
  if (!shape) return invalid_argument("broadcast");
  WEFT_TRY_ASSIGN(TensorBuilder<bool> builder, Tensor::builder<bool>(*shape));
  std::size_t row = 0;
  for (const std::vector<std::int64_t>& position : positions(*shape)) {
    const OwnedElement<T> left(a.values<T>()[broadcast_offset(a.shape(), position)]);
    const OwnedElement<T> right(b.values<T>()[broadcast_offset(b.shape(), position)]);
    builder.values()[row++] = left == right;
  }
  return std::move(builder).build();
}

}  // namespace weft::reference
