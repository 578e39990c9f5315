// Partitions are int32.
// expect: no matching function for call to .dynamic_partition
// expect: HandleOf
#include "weft/ops/dynamic_partition.h"

void form([[maybe_unused]] weft::Value<std::int32_t> ids, weft::Value<float> x) {
#ifdef FORBIDDEN
  weft::dynamic_partition(x, x, 2);
#else
  weft::dynamic_partition(x, ids, 2);
#endif
}
