// reshape(x, shape): the same elements in another shape; shares everything.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

WEFT_API AnyValue reshape_untyped(const AnyValue& x, const PartialShape& shape);
WEFT_API AnyValue reshape_untyped(const AnyValue& x, const AnyValue& shape);

/// One dim may be -1: `reshape(x, {2, -1})`; `{}` makes a scalar.
template <Handle V>
V reshape(const V& x, const PartialShape& shape) {
  return V(reshape_untyped(x, shape));
}
template <Handle V, class S>
  requires HandleOf<S, std::int32_t> || HandleOf<S, std::int64_t>
V reshape(const V& x, const S& shape) {
  return V(reshape_untyped(x, static_cast<const AnyValue&>(shape)));
}

}  // namespace weft
