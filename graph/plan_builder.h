// From a graph without root causes to the plan of what its outputs need. Not part of the public
// interface.
#pragma once

#include <vector>

#include "weft/graph/graph_state.h"
#include "weft/graph/plan.h"
#include "weft/graph/value.h"

namespace weft {

/// REQUIRES: no root cause, and outputs that are handles of this graph.
Plan build_plan(const GraphState& state, const std::vector<AnyValue>& outputs);

}  // namespace weft
