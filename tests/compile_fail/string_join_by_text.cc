// A bare text after the parts is no separator.
// case B90
// expect: string_join
#include "weft/ops/string_join.h"

void form([[maybe_unused]] weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::string_join({text, text}, "-");
#else
  weft::string_join({text, text}, {.separator = "-"});
#endif
}
