// not_equal(a, b): whether elements are different.
//
//   not_equal([1,2,3], 2)                  -> [true,false,true]
//   not_equal(["a","b"], [["b"],["a"]])    -> [[true,false],[false,true]]
//   not_equal([NaN,-0.0], [NaN,0.0])       -> [true,false]
//
// Shapes: a and b broadcast to each other by numpy's rules, at any rank, without being stretched in
// memory; kInvalidArgument naming both shapes if they do not. Both have one dtype, of any kind; two
// dtypes are kInvalidArgument naming both. The result is bool. Strings are compared as bytes,
// floats as IEEE 754 says: NaN is equal to nothing, and -0.0 is equal to 0.0.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

/// The untyped form: dtypes are checked here and now, and a wrong one is a root cause.
WEFT_API AnyValue not_equal_untyped(const Operand& a, const Operand& b);

template <class A, class B>
  requires OperandsOfOneDtype<A, B>
Value<bool> not_equal(const A& a, const B& b) {
  return Value<bool>(not_equal_untyped(a, b));
}

}  // namespace weft
