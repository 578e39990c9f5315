// string_join takes text.
// expect: no matching function for call to .string_join
// expect: HandleOf
#include <vector>

#include "weft/ops/string_join.h"

void form([[maybe_unused]] std::vector<weft::Value<weft::String>> texts,
          [[maybe_unused]] std::vector<weft::Value<std::int32_t>> ids) {
#ifdef FORBIDDEN
  weft::string_join(ids);
#else
  weft::string_join(texts);
#endif
}
