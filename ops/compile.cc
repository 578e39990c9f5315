#include "weft/ops/compile.h"

#include <optional>
#include <utility>

#include "weft/graph/plan_state.h"

namespace weft {

namespace {

constexpr std::int64_t kMaxFoldedElements = 4096;
constexpr std::int64_t kMaxFoldedBytes = std::int64_t{1} << 20;

// A plan like `from`, with the outputs of nodes that only read constants as constants.
class ConstantFolder {
 public:
  explicit ConstantFolder(const PlanState& from)
      : from_(from), values_(from.slot_dtypes.size()), new_slots_(from.slot_dtypes.size()) {
    for (const PlanConstant& constant : from.constants) values_[constant.slot] = constant.tensor;
    for (const PlanNode& node : from.nodes) folded_.push_back(fold(node));
    mark_read();
  }

  PlanState rewrite() {
    for (PlanInput input : from_.inputs) {
      input.slot = move_slot(input.slot);
      to_.inputs.push_back(std::move(input));
    }
    for (const PlanConstant& constant : from_.constants)
      keep_constant(constant.name, constant.slot);
    for (std::size_t i = 0; i < from_.nodes.size(); ++i)
      if (folded_[i]) keep_folded(from_.nodes[i]);
    for (std::size_t i = 0; i < from_.nodes.size(); ++i)
      if (!folded_[i]) keep_node(from_.nodes[i]);
    for (PlanOutput output : from_.outputs) {
      output.slot = new_slots_[output.slot];
      to_.outputs.push_back(std::move(output));
    }
    to_.inputs_by_name = from_.inputs_by_name;
    to_.graph_identity = from_.graph_identity;
    return std::move(to_);
  }

 private:
  // Whether the node ran; its values are known then.
  bool fold(const PlanNode& node) {
    if (!node.op->form().pure || !is_small(node)) return false;
    std::vector<const Tensor*> inputs;
    for (const std::uint32_t slot : from_.inputs_of(node)) {
      if (!values_[slot]) return false;
      inputs.push_back(&*values_[slot]);
    }
    std::vector<Tensor> outputs(node.num_outputs);
    if (!run_now(node, inputs, outputs).ok()) return false;
    for (std::uint32_t i = 0; i < node.num_outputs; ++i)
      values_[node.first_output_slot + i] = std::move(outputs[i]);
    return true;
  }

  // An error if the results cannot be constants of the plan; a run will find it again and say so.
  Status run_now(const PlanNode& node, const std::vector<const Tensor*>& inputs,
                 std::vector<Tensor>& outputs) const {
    try {
      BufferPool pool;
      const Tuning tuning;
      OpContext context(inputs, outputs, pool, tuning, 1);
      WEFT_TRY(node.op->run(context));
      for (std::uint32_t i = 0; i < node.num_outputs; ++i) {
        if (outputs[i].dtype() != from_.slot_dtypes[node.first_output_slot + i])
          return internal_error("another dtype than infer() said");
        if (outputs[i].bytes_used() > kMaxFoldedBytes) return resource_exhausted("too large");
        // A plan lives long, so a piece of a constant must not keep the whole alive.
        WEFT_TRY_ASSIGN(outputs[i], outputs[i].compact());
      }
      return Status();
    } catch (...) {
      return status_of_exception();
    }
  }

  bool is_small(const PlanNode& node) const {
    for (std::uint32_t i = 0; i < node.num_outputs; ++i) {
      const PartialShape& shape = from_.slot_shapes[node.first_output_slot + i];
      if (!shape.fully_known()) return false;
      const Result<std::int64_t> elements = shape.to_shape().num_elements();
      if (!elements.ok() || *elements > kMaxFoldedElements) return false;
    }
    return true;
  }

  // Only what a node that stays or an output reads is kept of the constants.
  void mark_read() {
    read_.resize(values_.size());
    for (std::size_t i = 0; i < from_.nodes.size(); ++i)
      if (!folded_[i])
        for (const std::uint32_t slot : from_.inputs_of(from_.nodes[i])) read_[slot] = true;
    for (const PlanOutput& output : from_.outputs) read_[output.slot] = true;
  }

  void keep_constant(const std::string& name, std::uint32_t slot) {
    if (read_[slot]) to_.constants.push_back({name, move_slot(slot), *values_[slot]});
  }

  void keep_folded(const PlanNode& node) {
    for (std::uint32_t i = 0; i < node.num_outputs; ++i) {
      const std::string name = i == 0 ? node.name : node.name + ":" + std::to_string(i);
      keep_constant(name, node.first_output_slot + i);
    }
  }

  void keep_node(const PlanNode& node) {
    PlanNode kept = node;
    kept.first_input = static_cast<std::uint32_t>(to_.input_slots.size());
    for (const std::uint32_t slot : from_.inputs_of(node))
      to_.input_slots.push_back(new_slots_[slot]);
    kept.first_output_slot = static_cast<std::uint32_t>(to_.slot_dtypes.size());
    for (std::uint32_t i = 0; i < node.num_outputs; ++i) move_slot(node.first_output_slot + i);
    to_.nodes.push_back(std::move(kept));
  }

  std::uint32_t move_slot(std::uint32_t slot) {
    new_slots_[slot] = static_cast<std::uint32_t>(to_.slot_dtypes.size());
    to_.slot_dtypes.push_back(from_.slot_dtypes[slot]);
    to_.slot_shapes.push_back(from_.slot_shapes[slot]);
    return new_slots_[slot];
  }

  const PlanState& from_;
  // What is known of each slot's value.
  std::vector<std::optional<Tensor>> values_;
  std::vector<bool> folded_;
  std::vector<bool> read_;
  std::vector<std::uint32_t> new_slots_;
  PlanState to_;
};

}  // namespace

Result<Plan> compile(const Graph& graph, const AnyValues& outputs, const CompileOptions& options) {
  WEFT_TRY_ASSIGN(Plan plan, graph.build(outputs));
  if (!options.constant_folding) return plan;
  return Plan(std::make_shared<const PlanState>(ConstantFolder(*plan.state()).rewrite()));
}

}  // namespace weft
