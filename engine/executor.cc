#include "weft/engine/executor.h"

#include <fmt/format.h>

#include <new>
#include <utility>

namespace weft {

namespace {

constexpr std::int64_t kSmallestCompaction = 16384;

// Whether a slot is as the executor made it. Assigning an empty tensor to a slot costs more than a
// small node does, so slots that hold nothing are left alone.
bool is_untouched(const Tensor& tensor) {
  return tensor.dtype() == DType::kFloat32 && tensor.size() == 0 && tensor.shape().rank() == 1;
}

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

  first_.assign(plan.nodes.size() + 1, 0);
  for (const std::size_t node : last_reader)
    if (node != kNever) ++first_[node + 1];
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) first_[i + 1] += first_[i];
  slots_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t slot = 0; slot < last_reader.size(); ++slot)
    if (last_reader[slot] != kNever)
      slots_[next[last_reader[slot]]++] = static_cast<std::uint32_t>(slot);
}

Executor::Executor(const PlanState& plan, const Tuning& tuning)
    : plan_(plan),
      tuning_(tuning),
      slots_(plan.slot_dtypes.size()),
      lowest_failed_(plan.nodes.size()) {
  for (const PlanConstant& constant : plan.constants) slots_[constant.slot] = constant.tensor;
  std::vector<bool> is_constant(slots_.size());
  for (const PlanConstant& constant : plan.constants) is_constant[constant.slot] = true;
  for (const PlanOutput& output : plan.outputs)
    if (!is_constant[output.slot]) output_slots_.push_back(output.slot);
  inputs_.reserve(plan.input_slots.size());
  for (const std::uint32_t slot : plan.input_slots) inputs_.push_back(&slots_[slot]);
}

Status Executor::bind(const Feeds& feeds) {
  running_ = true;
  Status status = bind_feeds(plan_, feeds, slots_, fed_);
  if (!status.ok()) clear();
  return status;
}

void Executor::execute(std::size_t index, BufferPool& pool, int max_threads) {
  // Nodes below the lowest failure still run: one of them may fail too, and then that is the error.
  if (index > lowest_failed_.load(std::memory_order_relaxed)) return;
  const PlanNode& node = plan_.nodes[index];
  OpContext context({inputs_.data() + node.first_input, node.num_inputs},
                    {slots_.data() + node.first_output_slot, node.num_outputs}, pool, tuning_,
                    max_threads);
  Status status = run_node(node, context);
  if (!status.ok()) record_failure(index, std::move(status));
}

void Executor::execute_all(const SlotReleases& releases, BufferPool& pool) {
  for (std::size_t i = 0; i < plan_.nodes.size(); ++i) {
    execute(i, pool, 1);
    for (const std::uint32_t slot : releases.after(i)) release(slot);
  }
}

Status Executor::run_node(const PlanNode& node, OpContext& context) const {
  try {
    WEFT_TRY(node.op->run(context));
    for (std::uint32_t i = 0; i < node.num_outputs; ++i) {
      const Tensor& output = slots_[node.first_output_slot + i];
      const DType expected = plan_.slot_dtypes[node.first_output_slot + i];
      if (output.dtype() != expected)
        return internal_error(fmt::format("output {} is {}, but infer() said {}", i,
                                          to_string(output.dtype()), to_string(expected)));
      if (!tuning_.zero_copy) {
        WEFT_TRY_ASSIGN(Tensor copy, output.copied());
        context.set_output(i, std::move(copy));
      }
    }
    return Status();
  } catch (...) {
    return status_of_exception();
  }
}

void Executor::record_failure(std::size_t index, Status status) {
  const PlanNode& node = plan_.nodes[index];
  const std::lock_guard lock(failure_mutex_);
  if (index >= lowest_failed_.load(std::memory_order_relaxed)) return;
  lowest_failed_.store(index, std::memory_order_relaxed);
  failure_ = status;
  try {
    failure_ = std::move(status).in(node.name, std::string(node.op->name()));
  } catch (const std::bad_alloc&) {
    // Without memory for the node's name the error itself still stands.
  }
}

void Executor::release(std::uint32_t slot) {
  if (!is_untouched(slots_[slot])) slots_[slot] = Tensor();
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
