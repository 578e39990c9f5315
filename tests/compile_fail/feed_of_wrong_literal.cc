// A literal has the dtype of its input.
// expect: Feeds
#include "weft/graph/feeds.h"

void form(weft::Value<float> x) {
#ifdef FORBIDDEN
  [[maybe_unused]] const weft::Feeds feeds = {{x, {"a", "b"}}};
#else
  [[maybe_unused]] const weft::Feeds feeds = {{x, {1, 2}}};
#endif
}
