// pos and len have one dtype.
// expect: no matching function for call to .substr
// expect: Positions
#include "weft/ops/substr.h"

void form(weft::Value<weft::String> text, weft::Value<std::int32_t> pos,
          weft::Value<std::int64_t> len) {
#ifdef FORBIDDEN
  weft::substr(text, pos, len);
#else
  weft::substr(text, pos, pos);
  weft::substr(text, len, len);
#endif
}
