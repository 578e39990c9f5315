// add is for numbers and text.
// expect: no matching function for call to .add
// expect: AddOperands
#include "weft/ops/add.h"

void form([[maybe_unused]] weft::Value<bool> flag, [[maybe_unused]] weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::add(flag, flag);
#else
  weft::add(x, x);
#endif
}
