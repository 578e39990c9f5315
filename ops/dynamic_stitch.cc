#include "weft/ops/dynamic_stitch.h"

#include "weft/ops/kernels/stitch.h"

namespace weft {

AnyValue dynamic_stitch_untyped(const ValuesOf<std::int32_t>& indices, const AnyValues& data) {
  return stitch("dynamic_stitch", indices, data);
}

}  // namespace weft
