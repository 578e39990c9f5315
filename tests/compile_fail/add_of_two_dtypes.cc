// Both operands have one dtype.
// expect: no matching function for call to .add
// expect: AddOperands
#include "weft/ops/add.h"

void form(weft::Value<weft::String> text, weft::Value<std::int32_t> ids) {
#ifdef FORBIDDEN
  weft::add(text, ids);
#else
  weft::add(text, text);
  weft::add(ids, ids);
#endif
}
