// All data has one dtype.
// expect: no matching function for call to .dynamic_stitch
#include "weft/ops/dynamic_stitch.h"

void form(weft::Value<std::int32_t> ids, weft::Value<float> x, weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::dynamic_stitch({ids, ids}, {x, text});
#else
  weft::dynamic_stitch({ids, ids}, {x, x});
  weft::dynamic_stitch({ids, ids}, {text, text});
#endif
}
