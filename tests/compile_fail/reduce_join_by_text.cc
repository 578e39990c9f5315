// A bare text after the input is no separator, and no axis either.
// case B90
// expect: no matching function for call to .reduce_join
#include "weft/ops/reduce_join.h"

void form([[maybe_unused]] weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::reduce_join(text, "-");
#else
  weft::reduce_join(text, {.separator = "-"});
#endif
}
