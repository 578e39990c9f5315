#include "weft/ops/not_equal.h"

#include "weft/ops/kernels/comparison.h"

namespace weft {

AnyValue not_equal_untyped(const Operand& a, const Operand& b) {
  return compare(Comparison::kNotEqual, a, b);
}

}  // namespace weft
