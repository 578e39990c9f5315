// cast<To>(x): the same elements in another dtype.
//
//   cast<std::int32_t>([1.9,-1.9,1e30,NaN])   -> [1,-1,2147483647,0]
//   cast<std::uint8_t>([256,-1])              -> [0,255]
//   cast<bool>([0.0,0.5,NaN])                 -> [false,true,true]
//   cast<float>([true,false])                 -> [1,0]
//
// The result has x's shape. A float becomes an integer by dropping the fraction; beyond the range
// of the integer it becomes the nearest end of that, and NaN becomes 0. An integer that does not
// fit another integer wraps around, modulo 2^bits. A number that a float cannot hold exactly is
// rounded to nearest, ties to even; one beyond a float's range becomes infinite. Any number but 0
// is true, NaN too; true is 1 and false is 0. To the same dtype, strings among them, x is shared.
// Other casts with strings are kUnimplemented, naming both dtypes.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

/// Numbers and bool among each other, string to string; an AnyValue is checked when the op is
/// added.
template <class V, class To>
concept CastableTo = Handle<V> && (std::same_as<V, AnyValue> || TypedHandleOf<V, To> ||
                                   (!std::same_as<To, String> && !TypedHandleOf<V, String>));

/// The untyped form: the dtypes are checked here and now, and a wrong one is a root cause.
WEFT_API AnyValue cast(const AnyValue& x, DType to);

template <Element To, CastableTo<To> V>
Value<To> cast(const V& x) {
  return Value<To>(cast(static_cast<const AnyValue&>(x), dtype_of<To>()));
}

}  // namespace weft
