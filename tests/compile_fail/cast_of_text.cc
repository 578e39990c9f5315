// There is no cast between text and numbers.
// expect: no matching function for call to .cast
// expect: CastableTo
#include "weft/ops/cast.h"

void form(weft::Value<weft::String> text, [[maybe_unused]] weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::cast<std::int32_t>(text);
#else
  weft::cast<std::int32_t>(x);
  weft::cast<weft::String>(text);
#endif
}
