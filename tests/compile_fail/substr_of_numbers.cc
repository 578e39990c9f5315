// substr takes text.
// expect: no matching function for call to .substr
// expect: HandleOf
#include "weft/ops/substr.h"

void form([[maybe_unused]] weft::Value<weft::String> text, [[maybe_unused]] weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::substr(x, 0, 8);
#else
  weft::substr(text, 0, 8);
#endif
}
