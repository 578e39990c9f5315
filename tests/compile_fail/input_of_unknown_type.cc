// Only the element types of weft are dtypes.
// expect: no matching (member )?function for call to .*input
// expect: Element|constraints not satisfied
#include "weft/graph/graph.h"

void form(weft::Graph& graph) {
#ifdef FORBIDDEN
  graph.input<long double>("x");
#else
  graph.input<double>("x");
#endif
}
