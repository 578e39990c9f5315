// LaneCache: the idle lanes of an engine, by plan. Plans are held weakly, so that one that is built
// per request leaves nothing behind. Any thread may use it. Not part of the public interface.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "weft/engine/lane.h"
#include "weft/engine/schedule.h"

namespace weft {

class LaneCache {
  struct Entry;

 public:
  /// Keeps at most `max_idle` lanes of a plan.
  LaneCache(const Tuning& tuning, int max_idle);
  ~LaneCache();

  /// A lane for one run; it comes back when this goes, unless an exception ended the run.
  class Lease {
   public:
    Lease(LaneCache& cache, Entry& entry, std::unique_ptr<Lane> lane);
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease();
    Lane& lane() { return *lane_; }
    CostEstimate& cost();

   private:
    LaneCache& cache_;
    Entry& entry_;
    std::unique_ptr<Lane> lane_;
  };
  /// REQUIRES: the plan is there as long as the lease.
  Lease acquire(const std::shared_ptr<const PlanState>& plan);

  /// Plans that have an entry, dead ones not yet swept included.
  std::size_t num_plans();

 private:
  Entry& entry_of(const std::shared_ptr<const PlanState>& plan);
  void give_back(Entry& entry, std::unique_ptr<Lane> lane);
  void sweep();

  const Tuning& tuning_;
  const std::size_t max_idle_;
  std::mutex mutex_;
  std::unordered_map<const PlanState*, std::unique_ptr<Entry>> entries_;
  // Entries that make the next sweep worth it.
  std::size_t sweep_at_ = 16;
};

}  // namespace weft
