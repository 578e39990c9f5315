// A view of a temporary tensor dangles.
// expect: deleted
// expect: values
#include "weft/graph/feeds.h"

void form(const weft::Outputs& out) {
#ifdef FORBIDDEN
  (void)out[0].values<float>();
#else
  const weft::Tensor tensor = out[0];
  (void)tensor.values<float>();
#endif
}
