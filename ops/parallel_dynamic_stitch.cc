#include "weft/ops/parallel_dynamic_stitch.h"

#include "weft/ops/kernels/stitch.h"

namespace weft {

AnyValue parallel_dynamic_stitch_untyped(const ValuesOf<std::int32_t>& indices,
                                         const AnyValues& data) {
  return stitch("parallel_dynamic_stitch", indices, data);
}

}  // namespace weft
