#include "weft/engine/engine.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>

#include "weft/engine/cores.h"
#include "weft/engine/lane.h"
#include "weft/engine/lane_cache.h"

namespace weft {

namespace {

// Calling threads that may work in the arena at once; more of them run serially.
constexpr int kCallerSlots = 64;
// A run that looks worth it goes parallel, but every so often one near the limit runs inline, so
// that the estimate can come down again.
constexpr std::uint64_t kProbeInterval = 32;
constexpr std::int64_t kProbeFactor = 8;

int effective_threads(int asked) {
  const auto allowed = static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return std::max(1, std::min(asked > 0 ? asked : available_cores(), allowed));
}

using Clock = std::chrono::steady_clock;

std::int64_t nanoseconds_since(Clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

}  // namespace

struct Engine::State {
  explicit State(const EngineOptions& options)
      : tuning(options.tuning),
        threads(effective_threads(options.threads)),
        lanes(tuning, threads),
        arena(threads - 1 + kCallerSlots, kCallerSlots) {}

  Result<std::vector<Tensor>> run(const Plan& plan, const Feeds& feeds, const RunOptions& options) {
    LaneCache::Lease lease = lanes.acquire(plan.state());
    Lane& lane = lease.lane();
    WEFT_TRY(lane.executor().bind(feeds));
    execute(*plan.state(), lane, lease.cost());
    return lane.executor().finish(options);
  }

  void execute(const PlanState& plan, Lane& lane, CostEstimate& cost) {
    if (threads == 1) return lane.run_serially();
    const std::int64_t estimate = cost.nanoseconds(plan, lane.executor().slots());
    const bool probe = estimate < tuning.inline_limit_ns * kProbeFactor &&
                       runs.fetch_add(1, std::memory_order_relaxed) % kProbeInterval == 0;
    if (estimate >= tuning.inline_limit_ns && !probe && run_in_arena(lane)) return;
    const Clock::time_point begin = Clock::now();
    lane.run_serially();
    cost.learn(estimate, nanoseconds_since(begin));
  }

  // False if there is no slot left for this thread.
  bool run_in_arena(Lane& lane) {
    const Caller caller(callers);
    if (caller.has_slot) arena.execute([&] { lane.run_in_parallel(threads); });
    return caller.has_slot;
  }

  // A thread that is in the arena or looked for a place there, also while an exception passes.
  struct Caller {
    explicit Caller(std::atomic<int>& counter)
        : callers(counter),
          has_slot(counter.fetch_add(1, std::memory_order_relaxed) < kCallerSlots) {}
    ~Caller() { callers.fetch_sub(1, std::memory_order_relaxed); }
    Caller(const Caller&) = delete;
    Caller& operator=(const Caller&) = delete;
    std::atomic<int>& callers;
    const bool has_slot;
  };

  const Tuning tuning;
  const int threads;
  std::atomic<int> callers = 0;
  std::atomic<std::uint64_t> runs = 0;
  LaneCache lanes;
  // Last, so that it goes first: no worker is left when the lanes go.
  tbb::task_arena arena;
};

Engine::Engine(const EngineOptions& options) : state_(std::make_shared<State>(options)) {}

Engine::~Engine() = default;

int Engine::threads() const { return state_->threads; }

Result<Outputs> Engine::run(const Plan& plan, const Feeds& feeds, const RunOptions& options) {
  try {
    const std::shared_ptr<State> state = state_;
    WEFT_TRY_ASSIGN(std::vector<Tensor> tensors, state->run(plan, feeds, options));
    return Outputs(plan, std::move(tensors));
  } catch (...) {
    return status_of_exception();
  }
}

Result<Outputs> run(const Plan& plan, const Feeds& feeds, const RunOptions& options) {
  try {
    const PlanState& state = *plan.state();
    const Tuning tuning;
    Executor executor(state, tuning);
    BufferPool pool;
    WEFT_TRY(executor.bind(feeds));
    executor.execute_all(SlotReleases(state), pool);
    WEFT_TRY_ASSIGN(std::vector<Tensor> tensors, executor.finish(options));
    return Outputs(plan, std::move(tensors));
  } catch (...) {
    return status_of_exception();
  }
}

}  // namespace weft
