// parallel_dynamic_stitch, the slow and obvious way: it is a dynamic_stitch.
#pragma once

#include "weft/tests/reference/dynamic_stitch.h"

namespace weft::reference {

template <Element T>
Result<Tensor> parallel_dynamic_stitch(const std::vector<Tensor>& indices,
                                       const std::vector<Tensor>& data) {
  return dynamic_stitch<T>(indices, data);
}

}  // namespace weft::reference
