// Engine: runs plans, in parallel where that pays. One engine and one plan may be used from many
// threads at once, for any number of runs; each run has its own memory and its own error. A run
// gives all outputs of the plan, or one error: that of the lowest node in topological order, and in
// it of the lowest row, at every thread count. Outputs outlive engine, plan and feeds. A run that
// is in flight when its engine is destroyed goes on to its end; it must have begun before.
//
//   weft::Engine engine({.threads = 8});
//   weft::Result<weft::Outputs> out = engine.run(plan, {{text, batch}});
//   weft::Tensor lines = (*out)[line];
#pragma once

#include <memory>

#include "weft/engine/options.h"
#include "weft/graph/feeds.h"

namespace weft {

class WEFT_API Engine {
 public:
  explicit Engine(const EngineOptions& options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Runs the plan and returns its outputs. Blocks; the calling thread takes part, and works for
  /// this run only. kInvalidArgument for a feed that is missing, unknown, given twice, or of a
  /// dtype or shape that contradicts its input, before anything runs; else what the ops report.
  Result<Outputs> run(const Plan& plan, const Feeds& feeds, const RunOptions& options = {});
  /// Threads that work at once.
  int threads() const;

 private:
  struct State;
  // Shared with the runs in flight.
  std::shared_ptr<State> state_;
};

/// Runs a plan on the calling thread, without an engine; the same results and errors.
WEFT_API Result<Outputs> run(const Plan& plan, const Feeds& feeds, const RunOptions& options = {});

}  // namespace weft
