// Without a handle there is no graph to add to.
// expect: no matching function for call to .add
// expect: AddOperands
#include "weft/ops/add.h"

void form([[maybe_unused]] weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::add(1, 2);
#else
  weft::add(1, x);
#endif
}
