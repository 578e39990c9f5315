// compile(graph, outputs, options): Graph::build, then the rewrites of plans. This is what programs
// call; build alone gives the plan as it was written.
//
//   weft::Plan plan = weft::compile(graph, {line}).value();
#pragma once

#include "weft/graph/graph.h"

namespace weft {

/// Results and errors never depend on these.
struct CompileOptions {
  /// Ops whose inputs are all constants run now, if their results are small; one that fails is left
  /// to report at every run.
  bool constant_folding = true;
};

/// A checked plan of what the outputs need, or all root causes of the whole graph, as of
/// Graph::build.
WEFT_API Result<Plan> compile(const Graph& graph, const AnyValues& outputs,
                              const CompileOptions& options = {});

}  // namespace weft
