#include "weft/graph/plan.h"

#include <fmt/format.h>

#include "weft/graph/plan_state.h"

namespace weft {

namespace {

std::string slot_text(const PlanState& plan, std::uint32_t slot) {
  return std::string(to_string(plan.slot_dtypes[slot])) + plan.slot_shapes[slot].to_string();
}

// How other nodes call each slot: the name of its node, with the number after the first output.
std::vector<std::string> slot_names(const PlanState& plan) {
  std::vector<std::string> names(plan.slot_dtypes.size());
  for (const PlanInput& input : plan.inputs) names[input.slot] = input.name;
  for (const PlanConstant& constant : plan.constants) names[constant.slot] = constant.name;
  for (const PlanNode& node : plan.nodes)
    for (std::uint32_t i = 0; i < node.num_outputs; ++i)
      names[node.first_output_slot + i] = i == 0 ? node.name : fmt::format("{}:{}", node.name, i);
  return names;
}

}  // namespace

std::size_t Plan::num_nodes() const { return state_->nodes.size(); }

std::string Plan::to_string() const {
  const PlanState& plan = *state_;
  const std::vector<std::string> names = slot_names(plan);
  std::string text;
  for (const PlanInput& input : plan.inputs)
    if (input.needed)
      text += fmt::format("{}: input -> {}\n", input.name, slot_text(plan, input.slot));
  for (const PlanConstant& constant : plan.constants)
    text += fmt::format("{}: constant {}\n", constant.name, constant.tensor.to_string());
  for (const PlanNode& node : plan.nodes) {
    std::string inputs;
    for (const std::uint32_t slot : plan.inputs_of(node))
      inputs += (inputs.empty() ? "" : ", ") + names[slot];
    std::string outputs;
    for (std::uint32_t i = 0; i < node.num_outputs; ++i)
      outputs += (i == 0 ? "" : ", ") + slot_text(plan, node.first_output_slot + i);
    text += fmt::format("{}: {}({}) -> {}\n", node.name, node.op->name(), inputs, outputs);
  }
  return text;
}

}  // namespace weft
