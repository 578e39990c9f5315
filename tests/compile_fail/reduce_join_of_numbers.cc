// reduce_join takes text.
// expect: no matching function for call to .reduce_join
// expect: HandleOf
#include "weft/ops/reduce_join.h"

void form([[maybe_unused]] weft::Value<weft::String> text, [[maybe_unused]] weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::reduce_join(x);
#else
  weft::reduce_join(text);
#endif
}
