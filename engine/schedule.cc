#include "weft/engine/schedule.h"

#include <algorithm>
#include <set>

namespace weft {

namespace {

constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
constexpr std::int64_t kNodeNs = 60;
constexpr std::int64_t kRowNs = 2;
constexpr std::int64_t kScaleOne = 1024;
constexpr std::int64_t kTextBytesPerNs = 32;

// The node that makes each slot, kNone for inputs and constants.
std::vector<std::uint32_t> makers(const PlanState& plan) {
  std::vector<std::uint32_t> maker(plan.slot_dtypes.size(), kNone);
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i)
    for (std::uint32_t k = 0; k < plan.nodes[i].num_outputs; ++k)
      maker[plan.nodes[i].first_output_slot + k] = i;
  return maker;
}

}  // namespace

Schedule::Schedule(const PlanState& plan) : serial_releases_(plan) {
  form_clusters(plan);
  connect(plan);
  plan_releases(plan);
}

void Schedule::form_clusters(const PlanState& plan) {
  const std::vector<std::uint32_t> maker = makers(plan);
  std::vector<std::set<std::uint32_t>> readers(plan.nodes.size());
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i)
    for (const std::uint32_t slot : plan.inputs_of(plan.nodes[i]))
      if (maker[slot] != kNone) readers[maker[slot]].insert(i);

  cluster_of_.assign(plan.nodes.size(), kNone);
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    // A node can join the one cluster that feeds it, for no path then leaves and comes back. It
    // should if nobody else waits for the last node there, or if it takes no time.
    std::uint32_t feeding = kNone;
    bool several = false;
    for (const std::uint32_t slot : plan.inputs_of(plan.nodes[i])) {
      if (maker[slot] == kNone) continue;
      const std::uint32_t cluster = cluster_of_[maker[slot]];
      several = several || (feeding != kNone && feeding != cluster);
      feeding = cluster;
    }
    bool joins = feeding != kNone && !several;
    if (joins && !plan.nodes[i].op->form().constant_time) {
      const std::uint32_t last = clusters_[feeding].nodes.back();
      joins = readers[last].size() == 1 && readers[last].contains(i);
    }
    if (!joins) {
      feeding = static_cast<std::uint32_t>(clusters_.size());
      clusters_.emplace_back();
    }
    clusters_[feeding].nodes.push_back(i);
    cluster_of_[i] = feeding;
  }
}

void Schedule::connect(const PlanState& plan) {
  const std::vector<std::uint32_t> maker = makers(plan);
  for (std::uint32_t c = 0; c < clusters_.size(); ++c) {
    std::set<std::uint32_t> predecessors;
    for (const std::uint32_t node : clusters_[c].nodes)
      for (const std::uint32_t slot : plan.inputs_of(plan.nodes[node]))
        if (maker[slot] != kNone && cluster_of_[maker[slot]] != c)
          predecessors.insert(cluster_of_[maker[slot]]);
    clusters_[c].predecessors.assign(predecessors.begin(), predecessors.end());
    for (const std::uint32_t predecessor : predecessors)
      clusters_[predecessor].successors.push_back(c);
  }
}

void Schedule::plan_releases(const PlanState& plan) {
  // The clusters that touch each slot: its maker's, and those of its readers.
  std::vector<std::set<std::uint32_t>> readers(plan.slot_dtypes.size());
  std::vector<std::uint32_t> last_reader(plan.slot_dtypes.size(), kNone);
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    for (const std::uint32_t slot : plan.inputs_of(plan.nodes[i])) {
      readers[slot].insert(cluster_of_[i]);
      last_reader[slot] = i;
    }
    for (std::uint32_t k = 0; k < plan.nodes[i].num_outputs; ++k) {
      const std::uint32_t slot = plan.nodes[i].first_output_slot + k;
      if (last_reader[slot] == kNone) last_reader[slot] = i;
    }
  }
  std::vector<bool> stays(plan.slot_dtypes.size());
  for (const PlanConstant& constant : plan.constants) stays[constant.slot] = true;
  for (const PlanOutput& output : plan.outputs) stays[output.slot] = true;

  const std::vector<std::uint32_t> maker = makers(plan);
  for (std::uint32_t slot = 0; slot < plan.slot_dtypes.size(); ++slot) {
    if (stays[slot]) continue;
    if (readers[slot].empty() && maker[slot] != kNone) {
      readers[slot].insert(cluster_of_[maker[slot]]);
      last_reader[slot] = maker[slot];
    }
    if (readers[slot].size() == 1) {
      Cluster& cluster = clusters_[*readers[slot].begin()];
      const auto found =
          std::lower_bound(cluster.nodes.begin(), cluster.nodes.end(), last_reader[slot]);
      cluster.releases.push_back({static_cast<std::uint32_t>(found - cluster.nodes.begin()), slot});
    } else if (readers[slot].size() > 1) {
      const auto shared = static_cast<std::uint32_t>(shared_slots_.size());
      shared_slots_.push_back({slot, static_cast<std::uint32_t>(readers[slot].size())});
      for (const std::uint32_t c : readers[slot]) clusters_[c].shared_reads.push_back(shared);
    }
  }
  for (Cluster& cluster : clusters_)
    std::stable_sort(cluster.releases.begin(), cluster.releases.end(),
                     [](const auto& a, const auto& b) { return a.after < b.after; });
}

std::int64_t CostEstimate::nanoseconds(const PlanState& plan, std::span<const Tensor> slots) const {
  std::int64_t rows = 0;
  std::int64_t text_bytes = 0;
  for (const PlanInput& input : plan.inputs) {
    if (!input.needed) continue;
    const Tensor& tensor = slots[input.slot];
    rows = std::max(rows, tensor.size());
    if (tensor.dtype() == DType::kString && tensor.facts().total_bytes > 0)
      text_bytes += tensor.facts().total_bytes;
  }
  // Sizes up to 2^40 keep the products below in range.
  rows = std::min(rows, std::int64_t{1} << 40);
  const auto nodes = static_cast<std::int64_t>(std::min<std::size_t>(num_nodes_, 1 << 14));
  const std::int64_t per_node = kNodeNs + kRowNs * rows + text_bytes / kTextBytesPerNs;
  const std::int64_t whole = std::min(nodes * per_node, std::int64_t{1} << 40);
  return whole * scale_.load(std::memory_order_relaxed) / kScaleOne;
}

void CostEstimate::learn(std::int64_t estimated_ns, std::int64_t measured_ns) {
  // Towards the measured value by a quarter, within bounds that keep the product above in range.
  const std::int64_t scale = scale_.load(std::memory_order_relaxed);
  const std::int64_t unscaled = std::max<std::int64_t>(1, estimated_ns * kScaleOne / scale);
  const std::int64_t measured = std::min(measured_ns, std::int64_t{1} << 40) * kScaleOne / unscaled;
  const std::int64_t next = scale + (measured - scale) / 4;
  scale_.store(std::clamp<std::int64_t>(next, kScaleOne / 64, std::int64_t{1} << 22),
               std::memory_order_relaxed);
}

}  // namespace weft
