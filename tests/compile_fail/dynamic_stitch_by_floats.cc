// Indices are int32.
// expect: dynamic_stitch
#include "weft/ops/dynamic_stitch.h"

void form([[maybe_unused]] weft::Value<std::int32_t> ids, weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::dynamic_stitch({x}, {x});
#else
  weft::dynamic_stitch({ids}, {x});
#endif
}
