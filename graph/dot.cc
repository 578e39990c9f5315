#include "weft/graph/dot.h"

#include <fmt/format.h>

#include <vector>

#include "weft/graph/plan_state.h"
#include "weft/graph/quote.h"

namespace weft {

namespace {

// A Graphviz string. It takes only well-formed UTF-8 without NUL, as quote() gives it, but of the
// escapes that quote() writes it knows only three: the others are to be read as they are.
std::string dot_text(std::string_view text) {
  const std::string quoted = quote(text, text.size());
  std::string result;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    result += quoted[i];
    if (quoted[i] != '\\') continue;
    const char escaped = quoted[++i];
    if (escaped != '"' && escaped != '\\' && escaped != 'n') result += '\\';
    result += escaped;
  }
  return result;
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
