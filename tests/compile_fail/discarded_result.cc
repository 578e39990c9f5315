// A Result must be looked at.
// expect: nodiscard
// expect: compile|Result
#include "weft/ops/compile.h"

void form(const weft::Graph& graph) {
#ifdef FORBIDDEN
  weft::compile(graph, {});
#else
  (void)weft::compile(graph, {});
#endif
}
