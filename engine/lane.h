// Lane: everything that one run of a plan needs, to be used again: the executor with its slots, a
// pool of memory per cluster, and one private tbb::flow graph of continue_nodes, one per cluster.
// One lane serves one run at a time, so two runs can never mix and no message carries data. Bodies
// never throw and the graph always drains, so it needs no reset. The only user of tbb::flow. Not
// part of the public interface.
#pragma once

#include <memory>
#include <vector>

#include "weft/engine/executor.h"
#include "weft/engine/schedule.h"

namespace weft {

class Lane {
 public:
  /// REQUIRES: plan and schedule are there during each run.
  Lane(const PlanState& plan, std::shared_ptr<const Schedule> schedule, const Tuning& tuning);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  Executor& executor() { return executor_; }
  /// Runs all nodes on the calling thread.
  void run_serially();
  /// Runs clusters at once on the threads of the current arena. REQUIRES: the same arena each time.
  void run_in_parallel(int max_threads);

 private:
  struct Flow;
  void run_cluster(std::size_t cluster);
  void count_down_shared(const Cluster& cluster);

  std::shared_ptr<const Schedule> schedule_;
  Executor executor_;
  // The first one serves serial runs too.
  std::vector<std::unique_ptr<BufferPool>> pools_;
  std::vector<std::atomic<std::uint32_t>> readers_left_;
  int max_threads_ = 1;
  // Made by the first run in parallel, because a flow graph belongs to the arena that made it.
  std::unique_ptr<Flow> flow_;
};

}  // namespace weft
