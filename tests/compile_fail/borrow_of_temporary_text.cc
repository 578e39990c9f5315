// A temporary container dies before the tensor.
// expect: no matching function for call to .*borrow
// expect: OutlivesTheCall
#include <string>
#include <vector>

#include "weft/graph/tensor.h"

void form([[maybe_unused]] std::vector<std::string> texts) {
#ifdef FORBIDDEN
  weft::Tensor::borrow(std::vector<std::string>{"a"}, nullptr);
#else
  weft::Tensor::borrow(texts, nullptr);
#endif
}
