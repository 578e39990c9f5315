// gather: a tensor of elements picked one by one from others. So the references of ops that only
// move elements say which ones go where, and need not know of dtypes.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::reference {

/// Element `offset`, row-major, of tensor number `tensor`.
struct Pick {
  std::size_t tensor = 0;
  std::size_t offset = 0;
};

/// Nothing picked: zero, false or empty. REQUIRES: tensors of one dtype, at least one.
inline Result<Tensor> gather(const std::vector<Tensor>& tensors,
                             const std::vector<std::optional<Pick>>& picks, const Shape& shape) {
  return visit_dtype(tensors.front().dtype(),
                     [&]<class T>(std::type_identity<T>) -> Result<Tensor> {
                       // No vector, because one of bools has no bools.
                       std::deque<OwnedElement<T>> values;
                       for (const std::optional<Pick>& pick : picks) {
                         values.emplace_back();
                         if (pick) values.back() = tensors[pick->tensor].values<T>()[pick->offset];
                       }
                       return Tensor::of<T>(shape, values);
                     });
}

/// The row-major offset of a position.
inline std::size_t offset_in(const Shape& shape, const std::vector<std::int64_t>& position) {
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < position.size(); ++i) offset = offset * shape.dims()[i] + position[i];
  return static_cast<std::size_t>(offset);
}

}  // namespace weft::reference
