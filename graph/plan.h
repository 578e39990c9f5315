// Plan: a checked, pruned and ordered graph. Immutable and shared: copies are cheap, and any number
// of threads may run one at the same time, on one engine or several. It outlives the graph.
//
//   weft::Plan plan = weft::compile(graph, {line}).value();
//   plan.num_nodes();     // ops that run
//   plan.to_string();     // one node a line, with dtypes and shapes
#pragma once

#include <memory>
#include <string>

#include "weft/graph/op.h"
#include "weft/graph/value.h"

namespace weft {

struct PlanState;

class WEFT_API Plan {
 public:
  /// For Graph::build and rewrites. REQUIRES: a state that keeps what graph/plan_state.h says.
  explicit Plan(std::shared_ptr<const PlanState> state) : state_(std::move(state)) {}
  /// Ops that a run executes; inputs and constants do not count.
  std::size_t num_nodes() const;
  /// Inputs, constants and ops in order, one a line: "head: substr(text, …) -> string[?,3]".
  std::string to_string() const;
  /// What executors read.
  const std::shared_ptr<const PlanState>& state() const { return state_; }

 private:
  std::shared_ptr<const PlanState> state_;
};

}  // namespace weft
