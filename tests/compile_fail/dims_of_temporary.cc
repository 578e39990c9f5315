// A view of the dims of a temporary shape dangles.
// expect: deleted
// expect: dims
#include "weft/graph/shape.h"

void form([[maybe_unused]] weft::Shape shape) {
#ifdef FORBIDDEN
  (void)weft::Shape({1, 2}).dims();
#else
  (void)shape.dims();
#endif
}
