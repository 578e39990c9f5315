#include "weft/engine/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace weft {

namespace {

constexpr std::int64_t kSmallestCompaction = 16384;

bool pins_too_much(const Tensor& tensor) {
  const std::int64_t pinned = tensor.bytes_pinned();
  return pinned >= kSmallestCompaction && pinned / 4 >= tensor.bytes_used();
}

}  // namespace

SlotReleases::SlotReleases(const PlanState& plan) {
  constexpr auto kNever = static_cast<std::size_t>(-1);
  std::vector<std::size_t> last_reader(plan.slot_dtypes.size(), kNever);
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& node = plan.nodes[i];
    for (std::uint32_t k = 0; k < node.num_outputs; ++k)
      last_reader[node.first_output_slot + k] = i;
    for (const std::uint32_t slot : plan.inputs_of(node)) last_reader[slot] = i;
  }
  for (const PlanConstant& constant : plan.constants) last_reader[constant.slot] = kNever;
  for (const PlanOutput& output : plan.outputs) last_reader[output.slot] = kNever;

  counts_.assign(plan.nodes.size(), 0);
  for (const std::size_t node : last_reader)
    if (node != kNever) ++counts_[node];
  std::vector<std::size_t> next(plan.nodes.size() + 1);
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) next[i + 1] = next[i] + counts_[i];
  slots_.resize(next.back());
  for (std::size_t slot = 0; slot < last_reader.size(); ++slot)
    if (last_reader[slot] != kNever)
      slots_[next[last_reader[slot]]++] = static_cast<std::uint32_t>(slot);
}

Executor::Executor(const PlanState& plan, const Tuning& tuning)
    : plan_(plan),
      tuning_(tuning),
      slots_(plan.slot_dtypes.size()),
      held_(plan.slot_dtypes.size()),
      lowest_failed_(plan.nodes.size()) {
  for (const PlanConstant& constant : plan.constants) slots_[constant.slot] = constant.tensor;
  std::vector<bool> is_constant(slots_.size());
  for (const PlanConstant& constant : plan.constants) is_constant[constant.slot] = true;
  for (const PlanOutput& output : plan.outputs)
    if (!is_constant[output.slot]) output_slots_.push_back(output.slot);
  inputs_.reserve(plan.input_slots.size());
  for (const std::uint32_t slot : plan.input_slots) inputs_.push_back(&slots_[slot]);
  for (const PlanNode& node : plan.nodes) {
    const auto dtypes =
        std::span(plan.slot_dtypes).subspan(node.first_output_slot, node.num_outputs);
    const bool unset_outputs_fit =
        std::ranges::all_of(dtypes, [](DType dtype) { return dtype == DType::kFloat32; });
    nodes_.push_back({node.op.get(), inputs_.data() + node.first_input,
                      slots_.data() + node.first_output_slot, node.num_inputs, node.num_outputs,
                      node.first_output_slot, unset_outputs_fit});
  }
}

Status Executor::bind(const Feeds& feeds) {
  running_ = true;
  Status status = bind_feeds(plan_, feeds, slots_, fed_);
  for (std::size_t i = 0; i < fed_.size(); ++i)
    if (fed_[i]) held_[plan_.inputs[i].slot] = 1;
  if (!status.ok()) clear();
  return status;
}

bool Executor::execute(std::size_t index, BufferPool& pool, int max_threads) {
  // Nodes below the lowest failure still run: one of them may fail too, and then that is the error.
  if (index > lowest_failed_.load(std::memory_order_relaxed)) return false;
  const Node& node = nodes_[index];
  try {
    OpContext context = context_of(node, pool, max_threads);
    return accept(node, context, node.op->run(context));
  } catch (...) {
    record_exception(node);
    return false;
  }
}

// The loop that a long chain of small nodes spends its time in.
void Executor::execute_all(const SlotReleases& releases, BufferPool& pool) {
  const std::uint32_t* slot = releases.slots();
  const std::uint32_t* count = releases.counts();
  const Node* const end = nodes_.data() + nodes_.size();
  const Node* node = nodes_.data();
  try {
    for (; node != end; ++node) {
      OpContext context = context_of(*node, pool, 1);
      if (!accept(*node, context, node->op->run(context))) return;
      for (const std::uint32_t* last = slot + *count++; slot != last; ++slot) release(*slot);
    }
  } catch (...) {
    record_exception(*node);
  }
}

bool Executor::check(const Node& node, OpContext& context, Status status) {
  if (context.any_output_set())
    for (std::uint32_t i = 0; i < node.num_outputs; ++i) held_[node.first_output_slot + i] = 1;
  if (status.ok()) status = check_outputs(node, context);
  if (status.ok()) return true;
  record_failure(node, std::move(status));
  return false;
}

void Executor::record_exception(const Node& node) {
  std::fill_n(held_.begin() + node.first_output_slot, node.num_outputs, std::uint8_t{1});
  record_failure(node, status_of_exception());
}

// A custom op may break its word; better an error here than a wrong dtype further on.
Status Executor::check_outputs(const Node& node, OpContext& context) {
  for (std::uint32_t i = 0; i < node.num_outputs; ++i) {
    // An output that was not set is the empty tensor of a new slot.
    const DType dtype =
        context.any_output_set() ? slots_[node.first_output_slot + i].dtype() : DType::kFloat32;
    const DType expected = plan_.slot_dtypes[node.first_output_slot + i];
    if (dtype != expected)
      return internal_error(fmt::format("output {} is {}, but infer() said {}", i, to_string(dtype),
                                        to_string(expected)));
    if (!tuning_.zero_copy) {
      WEFT_TRY_ASSIGN(Tensor copy, slots_[node.first_output_slot + i].copied());
      context.set_output(i, std::move(copy));
    }
  }
  return Status();
}

void Executor::record_failure(const Node& node, Status status) {
  const auto index = static_cast<std::size_t>(&node - nodes_.data());
  const std::lock_guard lock(failure_mutex_);
  if (index >= lowest_failed_.load(std::memory_order_relaxed)) return;
  lowest_failed_.store(index, std::memory_order_relaxed);
  failure_ = status;
  try {
    failure_ = std::move(status).in(plan_.nodes[index].name, std::string(node.op->name()));
  } catch (const std::bad_alloc&) {
    // Without memory for the node's name the error itself still stands.
  }
}

void Executor::empty_slot(std::uint32_t slot) {
  slots_[slot] = Tensor();
  held_[slot] = 0;
}

Result<std::vector<Tensor>> Executor::finish(const RunOptions& options) {
  if (lowest_failed_.load(std::memory_order_relaxed) == plan_.nodes.size())
    return take_outputs(options);
  Status failure = std::exchange(failure_, Status());
  clear();
  return failure;
}

Result<std::vector<Tensor>> Executor::take_outputs(const RunOptions& options) {
  std::vector<Tensor> outputs;
  outputs.reserve(plan_.outputs.size());
  for (const PlanOutput& output : plan_.outputs) outputs.push_back(slots_[output.slot]);
  // Only these are left: everything else went with its last reader.
  for (const std::uint32_t slot : output_slots_) release(slot);
  running_ = false;
  if (options.retention == Retention::kShare) return outputs;
  for (Tensor& output : outputs)
    if (pins_too_much(output)) {
      WEFT_TRY_ASSIGN(output, output.compact());
    }
  return outputs;
}

void Executor::clear() {
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) release(slot);
  for (const PlanConstant& constant : plan_.constants) slots_[constant.slot] = constant.tensor;
  lowest_failed_.store(plan_.nodes.size(), std::memory_order_relaxed);
  running_ = false;
}

}  // namespace weft
