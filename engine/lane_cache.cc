#include "weft/engine/lane_cache.h"

#include <algorithm>
#include <utility>

namespace weft {

struct LaneCache::Entry {
  Entry(const std::shared_ptr<const PlanState>& state, std::size_t max_idle)
      : plan(state), schedule(std::make_shared<const Schedule>(*state)), cost(*state) {
    // A lane comes back in a destructor, where memory must not be asked for.
    idle.reserve(max_idle);
  }
  // Also keeps the plan's address from being used for another one.
  std::weak_ptr<const PlanState> plan;
  std::shared_ptr<const Schedule> schedule;
  CostEstimate cost;
  std::vector<std::unique_ptr<Lane>> idle;
};

LaneCache::LaneCache(const Tuning& tuning, int max_idle)
    : tuning_(tuning), max_idle_(static_cast<std::size_t>(max_idle)) {}

LaneCache::~LaneCache() = default;

LaneCache::Lease::Lease(LaneCache& cache, Entry& entry, std::unique_ptr<Lane> lane)
    : cache_(cache), entry_(entry), lane_(std::move(lane)) {}

LaneCache::Lease::~Lease() {
  if (!lane_->executor().is_running()) cache_.give_back(entry_, std::move(lane_));
}

CostEstimate& LaneCache::Lease::cost() { return entry_.cost; }

LaneCache::Lease LaneCache::acquire(const std::shared_ptr<const PlanState>& plan) {
  Entry* entry = nullptr;
  std::unique_ptr<Lane> lane;
  {
    const std::lock_guard lock(mutex_);
    entry = &entry_of(plan);
    if (!entry->idle.empty()) {
      lane = std::move(entry->idle.back());
      entry->idle.pop_back();
    }
  }
  if (!lane) lane = std::make_unique<Lane>(*plan, entry->schedule, tuning_);
  return Lease(*this, *entry, std::move(lane));
}

std::size_t LaneCache::num_plans() {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

LaneCache::Entry& LaneCache::entry_of(const std::shared_ptr<const PlanState>& plan) {
  const auto found = entries_.find(plan.get());
  if (found != entries_.end()) return *found->second;
  if (entries_.size() >= sweep_at_) sweep();
  auto entry = std::make_unique<Entry>(plan, max_idle_);
  return *entries_.emplace(plan.get(), std::move(entry)).first->second;
}

// Each sweep halves its cost over the plans that came since the last one.
void LaneCache::sweep() {
  std::erase_if(entries_, [](const auto& item) { return item.second->plan.expired(); });
  sweep_at_ = std::max<std::size_t>(16, 2 * entries_.size());
}

void LaneCache::give_back(Entry& entry, std::unique_ptr<Lane> lane) {
  const std::lock_guard lock(mutex_);
  if (entry.idle.size() < max_idle_) entry.idle.push_back(std::move(lane));
}

}  // namespace weft
