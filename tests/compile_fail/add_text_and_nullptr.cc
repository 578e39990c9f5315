// A null pointer is no text.
// expect: no matching function for call to .add
// expect: AddOperands
#include "weft/ops/add.h"

void form(weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::add(text, nullptr);
#else
  weft::add(text, "");
#endif
}
