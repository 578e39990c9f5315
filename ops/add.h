// add(a, b): sum of numbers, concatenation of strings, numpy broadcasting.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

/// One dtype, but not bool.
template <class... V>
concept AddOperands = OperandsOfOneDtype<V...> && !std::same_as<CommonDtype<V...>, bool>;

WEFT_API AnyValue add_untyped(const Operand& a, const Operand& b);

///   add([1,2], 1) -> [2,3]
template <class A, class B>
  requires AddOperands<A, B>
CommonHandle<A, B> add(const A& a, const B& b) {
  return CommonHandle<A, B>(add_untyped(a, b));
}

}  // namespace weft
