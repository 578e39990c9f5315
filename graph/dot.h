// A plan as Graphviz text: one box a node, edges labelled with dtype and shape.
//
//   std::ofstream("plan.dot") << weft::dot(plan);   // then: dot -Tsvg plan.dot
#pragma once

#include <string>

#include "weft/graph/plan.h"

namespace weft {

/// The text of a digraph; outputs of the plan are drawn with a double border.
WEFT_API std::string dot(const Plan& plan);

}  // namespace weft
