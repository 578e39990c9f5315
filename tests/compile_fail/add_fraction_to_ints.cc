// A fraction is no integer.
// expect: no matching function for call to .add
// expect: AddOperands
#include "weft/ops/add.h"

void form(weft::Value<std::int32_t> ids) {
#ifdef FORBIDDEN
  weft::add(ids, 0.5);
#else
  weft::add(ids, 1);
#endif
}
