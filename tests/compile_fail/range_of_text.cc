// range is for numbers.
// expect: no matching function for call to .range
// expect: RangeOperands
#include "weft/ops/range.h"

void form([[maybe_unused]] weft::Value<weft::String> text, [[maybe_unused]] weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::range(0, text);
#else
  weft::range(0, x);
#endif
}
