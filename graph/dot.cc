#include "weft/graph/dot.h"

#include <fmt/format.h>

#include <vector>

#include "weft/graph/plan_state.h"

namespace weft {

namespace {

// A Graphviz string: quotes and backslashes escaped, and no raw line ends.
std::string dot_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else
      quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string dot(const Plan& plan) {
  const PlanState& state = *plan.state();
  // The box that each slot comes from.
  std::vector<std::string> boxes(state.slot_dtypes.size());
  std::vector<bool> is_output(state.slot_dtypes.size());
  for (const PlanOutput& output : state.outputs) is_output[output.slot] = true;

  std::string text = "digraph plan {\n  node [shape=box, fontname=\"monospace\"];\n";
  const auto add_box = [&](const std::string& name, std::string_view kind, bool output,
                           std::string_view style) {
    text += fmt::format("  {} [label={}{}{}];\n", dot_text(name),
                        dot_text(name + "\n" + std::string(kind)), output ? ", peripheries=2" : "",
                        style);
  };
  for (const PlanInput& input : state.inputs) {
    boxes[input.slot] = input.name;
    if (input.needed) add_box(input.name, "input", is_output[input.slot], ", style=rounded");
  }
  for (const PlanConstant& constant : state.constants) {
    boxes[constant.slot] = constant.name;
    add_box(constant.name, constant.tensor.to_string(), is_output[constant.slot], ", style=dashed");
  }
  for (const PlanNode& node : state.nodes) {
    bool output = false;
    for (std::uint32_t i = 0; i < node.num_outputs; ++i) {
      boxes[node.first_output_slot + i] = node.name;
      output = output || is_output[node.first_output_slot + i];
    }
    add_box(node.name, node.op->name(), output, "");
  }
  for (const PlanNode& node : state.nodes)
    for (const std::uint32_t slot : state.inputs_of(node))
      text += fmt::format("  {} -> {} [label={}];\n", dot_text(boxes[slot]), dot_text(node.name),
                          dot_text(std::string(to_string(state.slot_dtypes[slot])) +
                                   state.slot_shapes[slot].to_string()));
  return text + "}\n";
}

}  // namespace weft
