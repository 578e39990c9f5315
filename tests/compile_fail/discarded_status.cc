// A Status must be looked at.
// expect: nodiscard
// expect: call\(\)
#include "weft/graph/status.h"

void form(weft::Status (*call)()) {
#ifdef FORBIDDEN
  call();
#else
  (void)call();
#endif
}
