// Text is not made from an integer, not even from the null pointer 0.
// expect: no matching function for call to .add
// expect: AddOperands
#include "weft/ops/add.h"

void form(weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::add(text, 0);
#else
  weft::add(text, "0");
#endif
}
