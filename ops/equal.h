// equal(a, b): element-wise comparison of any dtype, numpy broadcasting.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

WEFT_API AnyValue equal_untyped(const Operand& a, const Operand& b);

template <class A, class B>
  requires OperandsOfOneDtype<A, B>
Value<bool> equal(const A& a, const B& b) {
  return Value<bool>(equal_untyped(a, b));
}

}  // namespace weft
