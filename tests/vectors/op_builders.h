// The ops by the names that vector files use, called through the forms for untyped handles.
#pragma once

#include <vector>

#include "weft/graph/graph.h"
#include "weft/tests/vectors/vector_file.h"

namespace weft::test {

/// Adds `node` to the graph and names it. An attribute that the op's parser refuses is that error;
/// an op that is not known here, or a wrong number of inputs, is kInternal: no vector expects it.
Result<std::vector<AnyValue>> add_vector_node(Graph& graph, const VectorNode& node,
                                              const std::vector<AnyValue>& inputs);

}  // namespace weft::test
