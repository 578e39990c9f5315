// A view into a temporary tensor dangles.
// expect: deleted
// expect: at
#include "weft/graph/feeds.h"

void form(const weft::Outputs& out) {
#ifdef FORBIDDEN
  (void)out[0].at<weft::String>({0});
#else
  const weft::Tensor tensor = out[0];
  (void)tensor.at<weft::String>({0});
  (void)out[0].at<float>({0});
#endif
}
