#include "weft/graph/plan_builder.h"

#include <utility>

#include "weft/graph/node_names.h"
#include "weft/graph/plan_state.h"

namespace weft {

namespace {

using Kind = GraphNode::Kind;

class PlanBuilder {
 public:
  PlanBuilder(const GraphState& state, const std::vector<AnyValue>& outputs)
      : state_(state), names_(name_nodes(state).names), first_slots_(state.nodes.size()) {
    mark_needed(outputs);
    add_inputs_and_constants();
    add_nodes();
    add_outputs(outputs);
    plan_.graph_identity = state.identity;
  }

  PlanState take() { return std::move(plan_); }

 private:
  void mark_needed(const std::vector<AnyValue>& outputs) {
    needed_.resize(state_.nodes.size());
    for (const AnyValue& output : outputs) needed_[output.node()] = true;
    // Sources come before the nodes that read them, so one pass from the end reaches everything.
    for (std::size_t i = state_.nodes.size(); i-- > 0;)
      if (needed_[i])
        for (const GraphSource& source : state_.nodes[i].inputs) needed_[source.node] = true;
  }

  std::uint32_t add_slots(std::size_t node) {
    const auto first = static_cast<std::uint32_t>(plan_.slot_dtypes.size());
    first_slots_[node] = first;
    for (const TensorSpec& spec : state_.nodes[node].outputs) {
      plan_.slot_dtypes.push_back(spec.dtype);
      plan_.slot_shapes.push_back(spec.shape);
    }
    return first;
  }

  void add_inputs_and_constants() {
    for (std::size_t i = 0; i < state_.nodes.size(); ++i) {
      const GraphNode& node = state_.nodes[i];
      // Inputs that no output needs stay, so that a feed for them can be checked.
      if (node.kind == Kind::kInput) {
        const TensorSpec& spec = node.outputs.front();
        plan_.inputs_by_name.emplace(names_[i], plan_.inputs.size());
        plan_.inputs.push_back({names_[i], spec.dtype, spec.shape, i, add_slots(i), needed_[i]});
      } else if (node.kind == Kind::kConstant && needed_[i]) {
        plan_.constants.push_back({names_[i], add_slots(i), *node.outputs.front().constant});
      }
    }
  }

  void add_nodes() {
    for (std::size_t i = 0; i < state_.nodes.size(); ++i) {
      const GraphNode& node = state_.nodes[i];
      if (node.kind != Kind::kOp || !needed_[i]) continue;
      PlanNode planned{.op = node.op, .name = names_[i]};
      planned.first_input = static_cast<std::uint32_t>(plan_.input_slots.size());
      planned.num_inputs = static_cast<std::uint32_t>(node.inputs.size());
      for (const GraphSource& source : node.inputs) plan_.input_slots.push_back(slot_of(source));
      planned.first_output_slot = add_slots(i);
      planned.num_outputs = static_cast<std::uint32_t>(node.outputs.size());
      plan_.nodes.push_back(std::move(planned));
    }
  }

  void add_outputs(const std::vector<AnyValue>& outputs) {
    for (const AnyValue& output : outputs) {
      std::string name = names_[output.node()];
      if (output.output() > 0) name += ":" + std::to_string(output.output());
      plan_.outputs.push_back({std::move(name), output.node(), output.output(),
                               slot_of({output.node(), output.output()})});
    }
  }

  std::uint32_t slot_of(const GraphSource& source) const {
    return first_slots_[source.node] + static_cast<std::uint32_t>(source.output);
  }

  const GraphState& state_;
  const std::vector<std::string> names_;
  std::vector<std::uint32_t> first_slots_;
  std::vector<bool> needed_;
  PlanState plan_;
};

}  // namespace

Plan build_plan(const GraphState& state, const std::vector<AnyValue>& outputs) {
  return Plan(std::make_shared<const PlanState>(PlanBuilder(state, outputs).take()));
}

const void* graph_identity(const AnyValue& value) {
  return value.state() ? value.state()->identity.get() : nullptr;
}

}  // namespace weft
