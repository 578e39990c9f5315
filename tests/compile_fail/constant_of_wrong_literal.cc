// Text is not made from numbers.
// expect: no matching (member )?function for call to .*constant
#include "weft/graph/graph.h"

void form(weft::Graph& graph) {
#ifdef FORBIDDEN
  graph.constant<weft::String>({1, 2});
#else
  graph.constant<weft::String>({"1", "2"});
#endif
}
