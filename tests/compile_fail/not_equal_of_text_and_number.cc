// Both operands have one dtype.
// expect: no matching function for call to .not_equal
// expect: OperandsOfOneDtype
#include "weft/ops/not_equal.h"

void form(weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::not_equal(text, 1);
#else
  weft::not_equal(text, "1");
#endif
}
