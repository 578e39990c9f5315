// A temporary container dies before the tensor.
// expect: no matching function for call to .*borrow
// expect: OutlivesTheCall
#include <vector>

#include "weft/graph/tensor.h"

void form([[maybe_unused]] std::vector<float> values) {
#ifdef FORBIDDEN
  weft::Tensor::borrow(std::vector<float>{1, 2}, nullptr);
#else
  weft::Tensor::borrow(values, nullptr);
#endif
}
