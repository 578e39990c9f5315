// Positions are integers.
// expect: no matching function for call to .substr
// expect: Positions
#include "weft/ops/substr.h"

void form(weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::substr(text, 0.5, 1);
#else
  weft::substr(text, 0, 1);
#endif
}
