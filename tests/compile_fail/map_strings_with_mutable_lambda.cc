// The function is called from many threads at once, so it must not change.
// expect: no matching function for call to .map_strings
// expect: StringMap
#include <string_view>

#include "weft/ops/map_strings.h"

void form(weft::Value<weft::String> text) {
#ifdef FORBIDDEN
  weft::map_strings(text, "n", [n = 0](std::string_view, weft::StringWriter&) mutable { ++n; });
#else
  weft::map_strings(text, "n", [n = 0](std::string_view, weft::StringWriter&) { (void)n; });
#endif
}
