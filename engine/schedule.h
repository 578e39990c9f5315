// Schedule: a plan cut into clusters, runs of nodes that are executed one after the other as plain
// calls; and the estimate of what a run takes. Made once per plan, immutable but for the estimate,
// used by any number of threads. Not part of the public interface.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "weft/engine/executor.h"
#include "weft/graph/plan_state.h"

namespace weft {

struct Cluster {
  /// In the order of the plan.
  std::vector<std::uint32_t> nodes;
  /// Clusters that it waits for, and those that wait for it.
  std::vector<std::uint32_t> predecessors;
  std::vector<std::uint32_t> successors;
  /// Slots that only this cluster reads, each with the position in `nodes` after which it can go.
  struct Release {
    std::uint32_t after;
    std::uint32_t slot;
  };
  std::vector<Release> releases;
  /// Numbers of the shared slots that it reads.
  std::vector<std::uint32_t> shared_reads;
};

/// A slot that several clusters read: it goes with the last of them.
struct SharedSlot {
  std::uint32_t slot;
  std::uint32_t num_readers;
};

class Schedule {
 public:
  /// Chains become one cluster, and so does an op of constant time with the one that feeds it.
  explicit Schedule(const PlanState& plan);

  const std::vector<Cluster>& clusters() const { return clusters_; }
  const std::vector<SharedSlot>& shared_slots() const { return shared_slots_; }
  const SlotReleases& serial_releases() const { return serial_releases_; }

 private:
  void form_clusters(const PlanState& plan);
  void connect(const PlanState& plan);
  void plan_releases(const PlanState& plan);

  SlotReleases serial_releases_;
  std::vector<std::uint32_t> cluster_of_;
  std::vector<Cluster> clusters_;
  std::vector<SharedSlot> shared_slots_;
};

/// What runs of one plan take on one thread, learned from runs that did so. Only speed depends on
/// it. Any thread may use it.
class CostEstimate {
 public:
  explicit CostEstimate(const PlanState& plan) : num_nodes_(plan.nodes.size()) {}
  /// For the feeds in these slots.
  std::int64_t nanoseconds(const PlanState& plan, std::span<const Tensor> slots) const;
  /// A run that was estimated so took so long.
  void learn(std::int64_t estimated_ns, std::int64_t measured_ns);

 private:
  std::size_t num_nodes_;
  // Measured over estimated, in 1/1024.
  std::atomic<std::int64_t> scale_ = 1024;
};

}  // namespace weft
