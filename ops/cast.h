// cast<To>(x): numeric and bool conversions; string to string is the identity.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

/// Numbers and bool among each other, string to string; an AnyValue is checked when the op is
/// added.
template <class V, class To>
concept CastableTo = Handle<V> && (std::same_as<V, AnyValue> || TypedHandleOf<V, To> ||
                                   (!std::same_as<To, String> && !TypedHandleOf<V, String>));

WEFT_API AnyValue cast(const AnyValue& x, DType to);

template <Element To, CastableTo<To> V>
Value<To> cast(const V& x) {
  return Value<To>(cast(static_cast<const AnyValue&>(x), dtype_of<To>()));
}

}  // namespace weft
