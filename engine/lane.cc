#include "weft/engine/lane.h"

#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/task_arena.h>

#include <deque>

#include "weft/graph/happens_before.h"

namespace weft {

namespace {

using Message = tbb::flow::continue_msg;
using Node = tbb::flow::continue_node<Message>;

}  // namespace

struct Lane::Flow {
  explicit Flow(Lane& lane) : done(lane.schedule_->clusters().size()) {
    const std::vector<Cluster>& clusters = lane.schedule_->clusters();
    for (std::size_t c = 0; c < clusters.size(); ++c) {
      nodes.emplace_back(graph, [this, &lane, &cluster = clusters[c], c](Message) {
        happens_after(&start);
        for (const std::uint32_t predecessor : cluster.predecessors)
          happens_after(&done[predecessor]);
        lane.run_cluster(c);
        happens_before(&done[c]);
        return Message();
      });
      if (clusters[c].predecessors.empty()) roots.push_back(c);
      for (const std::uint32_t predecessor : clusters[c].predecessors)
        tbb::flow::make_edge(nodes[predecessor], nodes[c]);
    }
  }

  void run() {
    happens_before(&start);
    for (const std::size_t root : roots) nodes[root].try_put(Message());
    graph.wait_for_all();
    for (char& tag : done) happens_after(&tag);
  }

  tbb::flow::graph graph;
  // A deque, because nodes cannot move.
  std::deque<Node> nodes;
  std::vector<std::size_t> roots;
  // Addresses for happens_before(): one per cluster, so that siblings stay unordered.
  char start = 0;
  std::vector<char> done;
};

Lane::Lane(const PlanState& plan, std::shared_ptr<const Schedule> schedule, const Tuning& tuning)
    : schedule_(std::move(schedule)),
      executor_(plan, tuning),
      readers_left_(schedule_->shared_slots().size()) {
  pools_.push_back(std::make_unique<BufferPool>());
}

Lane::~Lane() = default;

void Lane::run_serially() { executor_.execute_all(schedule_->serial_releases(), *pools_.front()); }

void Lane::run_in_parallel(int max_threads) {
  max_threads_ = max_threads;
  while (pools_.size() < schedule_->clusters().size())
    pools_.push_back(std::make_unique<BufferPool>());
  if (!flow_) flow_ = std::make_unique<Flow>(*this);
  for (std::size_t i = 0; i < readers_left_.size(); ++i)
    readers_left_[i].store(schedule_->shared_slots()[i].num_readers, std::memory_order_relaxed);
  // Isolated, so that this thread, while it waits, works for no other run.
  tbb::this_task_arena::isolate([&] { flow_->run(); });
}

void Lane::run_cluster(std::size_t index) {
  const Cluster& cluster = schedule_->clusters()[index];
  BufferPool& pool = *pools_[index];
  auto release = cluster.releases.begin();
  for (std::uint32_t i = 0; i < cluster.nodes.size(); ++i) {
    executor_.execute(cluster.nodes[i], pool, max_threads_);
    for (; release != cluster.releases.end() && release->after == i; ++release)
      executor_.release(release->slot);
  }
  count_down_shared(cluster);
}

void Lane::count_down_shared(const Cluster& cluster) {
  for (const std::uint32_t shared : cluster.shared_reads) {
    std::atomic<std::uint32_t>& left = readers_left_[shared];
    if (left.fetch_sub(1, std::memory_order_acq_rel) == 1)
      executor_.release(schedule_->shared_slots()[shared].slot);
  }
}

}  // namespace weft
