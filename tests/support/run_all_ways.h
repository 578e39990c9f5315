// Runs a plan in every way that must make no difference: without an engine, and on each of
// engine_ways().
#pragma once

#include <functional>
#include <vector>

#include "weft/engine/engine.h"
#include "weft/graph/graph.h"

namespace weft::test {

/// The result of weft::run; a failed expectation of the current test if any other way gives another
/// output, code, node, position or text.
Result<Outputs> run_all_ways(const Plan& plan, const Feeds& feeds);

/// Builds a graph with `build`, which adds inputs named "0", "1", ... for the tensors and returns
/// its output, and runs that all ways, with inputs of unknown rank and of known shapes. Errors of a
/// build with known shapes must have the code of the run's.
Result<Tensor> run_op(const std::vector<Tensor>& inputs,
                      const std::function<AnyValue(Graph&, const std::vector<AnyValue>&)>& build);

/// The same for an op with several outputs.
Result<std::vector<Tensor>> run_op_with_outputs(
    const std::vector<Tensor>& inputs,
    const std::function<std::vector<AnyValue>(Graph&, const std::vector<AnyValue>&)>& build);

}  // namespace weft::test
