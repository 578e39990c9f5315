// Executor: the slots of one run of a plan, and how one node runs on them. It serves one run at a
// time and is used again; different nodes of a run may be executed by different threads once their
// inputs are there. Not part of the public interface.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "weft/engine/options.h"
#include "weft/graph/feeds.h"
#include "weft/graph/plan_state.h"

namespace weft {

/// Slots that each node is the last to read, in the order of the plan: they can go when it is done.
/// A slot that nobody reads goes after the node that made it; slots of outputs and constants stay.
class SlotReleases {
 public:
  explicit SlotReleases(const PlanState& plan);
  /// The slots of node 0, then those of node 1, and so on.
  const std::uint32_t* slots() const { return slots_.data(); }
  /// How many each node has.
  const std::uint32_t* counts() const { return counts_.data(); }

 private:
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> counts_;
};

class Executor {
 public:
  /// Keeps a reference to the plan, whose owner must be there during each run.
  Executor(const PlanState& plan, const Tuning& tuning);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Begins a run.
  Status bind(const Feeds& feeds);
  /// Runs a node whose inputs are there, unless a lower one failed; whether it succeeded. Never
  /// throws.
  bool execute(std::size_t node, BufferPool& pool, int max_threads);
  /// Runs all nodes in order, up to one that fails, and lets go of each slot after its last reader.
  void execute_all(const SlotReleases& releases, BufferPool& pool);
  /// Empties a slot that no node will read.
  void release(std::uint32_t slot) {
    if (held_[slot] != 0) empty_slot(slot);
  }
  /// Ends a run: its outputs, or its error. All slots are empty afterwards.
  Result<std::vector<Tensor>> finish(const RunOptions& options);

  std::span<const Tensor> slots() const { return slots_; }
  /// Whether a run began and did not end: an exception came between, and this is of no more use.
  bool is_running() const { return running_; }

 private:
  // What execute() needs of a node, packed: long chains are bound by the memory they read.
  struct Node {
    const Op* op;
    const Tensor* const* inputs;
    Tensor* outputs;
    std::uint32_t num_inputs;
    std::uint32_t num_outputs;
    std::uint32_t first_output_slot;
    // Whether outputs that are left unset have the dtypes that infer() said.
    bool unset_outputs_fit;
  };

  OpContext context_of(const Node& node, BufferPool& pool, int max_threads) const {
    return OpContext({node.inputs, node.num_inputs}, {node.outputs, node.num_outputs}, pool,
                     tuning_, max_threads);
  }
  // Takes what a node's run() left; whether it is a success.
  bool accept(const Node& node, OpContext& context, Status status) {
    if (status.ok() && !context.any_output_set() && node.unset_outputs_fit) return true;
    return check(node, context, std::move(status));
  }
  bool check(const Node& node, OpContext& context, Status status);
  // In a handler of what a node's run() threw.
  void record_exception(const Node& node);
  Status check_outputs(const Node& node, OpContext& context);
  void empty_slot(std::uint32_t slot);
  void record_failure(const Node& node, Status status);
  Result<std::vector<Tensor>> take_outputs(const RunOptions& options);
  void clear();

  const PlanState& plan_;
  const Tuning& tuning_;
  std::vector<Node> nodes_;
  std::vector<Tensor> slots_;
  // Whether a slot may hold something. A byte each, not to read the slots themselves for it.
  std::vector<std::uint8_t> held_;
  // Where each node's inputs are, one node after the other: PlanState::input_slots as addresses.
  std::vector<const Tensor*> inputs_;
  // Slots of outputs, but for constants.
  std::vector<std::uint32_t> output_slots_;
  std::vector<bool> fed_;
  // The lowest node that failed, or the number of nodes.
  std::atomic<std::size_t> lowest_failed_;
  std::mutex failure_mutex_;
  Status failure_;
  bool running_ = false;
};

}  // namespace weft
