// add(a, b): the sum of numbers, or the concatenation of strings.
//
//   add([1,2], 1)                -> [2,3]
//   add([[1],[2]], [10,20])      -> [[11,21],[12,22]]
//   add("> ", ["a","b"])         -> ["> a","> b"]
//   add(int8 127, int8 1)        -> -128
//
// Shapes: a and b broadcast to each other by numpy's rules, at any rank, without being stretched in
// memory; kInvalidArgument naming both shapes if they do not. Both have one dtype, any but bool;
// two dtypes are kInvalidArgument naming both. Integers wrap around, floats follow IEEE 754, also
// where they are denormal. Text is joined as bytes, into one new buffer; where one side is empty
// text, a result with the other side's elements shares them. An element of more than 2^32-1 bytes
// is kResourceExhausted with its size and the position of the lowest one.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

/// At least one handle, all of one dtype, and that is not bool.
template <class... V>
concept AddOperands = OperandsOfOneDtype<V...> && !std::same_as<CommonDtype<V...>, bool>;

/// The untyped form: dtypes are checked here and now, and a wrong one is a root cause.
WEFT_API AnyValue add_untyped(const Operand& a, const Operand& b);

template <class A, class B>
  requires AddOperands<A, B>
CommonHandle<A, B> add(const A& a, const B& b) {
  return CommonHandle<A, B>(add_untyped(a, b));
}

}  // namespace weft
