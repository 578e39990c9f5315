#include "weft/ops/equal.h"

#include "weft/ops/kernels/comparison.h"

namespace weft {

AnyValue equal_untyped(const Operand& a, const Operand& b) {
  return compare(Comparison::kEqual, a, b);
}

}  // namespace weft
