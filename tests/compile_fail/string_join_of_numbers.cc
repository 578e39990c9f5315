// string_join takes text.
// expect: no matching function for call to .string_join|could not convert
// expect: string_join
#include "weft/ops/string_join.h"

void form(weft::Value<weft::String> text, [[maybe_unused]] weft::Value<std::int32_t> ids) {
#ifdef FORBIDDEN
  weft::string_join({text, ids});
#else
  weft::string_join({text, text});
#endif
}
