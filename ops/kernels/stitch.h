// stitch: what dynamic_stitch and parallel_dynamic_stitch have in common, which is everything but
// the name. Not part of the public interface.
//
//   return stitch("dynamic_stitch", indices, data);
#pragma once

#include <string_view>

#include "weft/graph/graph.h"

namespace weft {

/// Adds a stitch to the graph of its operands. REQUIRES: a name that lives for ever.
AnyValue stitch(std::string_view name, const ValuesOf<std::int32_t>& indices,
                const AnyValues& data);

}  // namespace weft
