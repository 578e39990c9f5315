// Names of nodes, resolved when a graph is built, and how root causes read with them. Not part of
// the public interface.
#pragma once

#include <string>
#include <vector>

#include "weft/graph/graph_state.h"
#include "weft/graph/status.h"

namespace weft {

struct NodeNames {
  /// One for every node of the graph.
  std::vector<std::string> names;
  /// A root cause for every name that two nodes were given.
  std::vector<Status> errors;

  /// A root cause with the name and op of its node.
  Status describe(const GraphState& state, const RootCause& cause) const;
};

/// Given names stay; other nodes are numbered by op: "substr_1", past names that were given.
NodeNames name_nodes(const GraphState& state);

/// All causes as one status. REQUIRES: at least one, none of them ok.
Status join_causes(const std::vector<Status>& causes);

}  // namespace weft
