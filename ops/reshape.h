// reshape(x, shape): the same elements, row-major, in another shape.
//
//   reshape([1,2,3,4,5,6], {2,-1})   -> [[1,2,3],[4,5,6]]
//   reshape([[7]], {})               -> 7
//   reshape([[1,2],[3,4]], [4])      -> [1,2,3,4]
//
// One dim may be -1: it becomes what the number of elements leaves for it. The shape is an option,
// or a value of int32 or int64 and rank 1. kInvalidArgument, as far as possible when the graph is
// built: another number of elements (with both shapes), a dim below -1, more than one of -1, one of
// -1 beside one of 0, for it could be anything, and a rank above 254. The result shares everything
// with x and takes no time that grows with it.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

/// The untyped forms: dtypes are checked here and now, and a wrong one is a root cause.
WEFT_API AnyValue reshape_untyped(const AnyValue& x, const PartialShape& shape);
WEFT_API AnyValue reshape_untyped(const AnyValue& x, const AnyValue& shape);

/// `{}` makes a scalar.
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
