#include "weft/graph/node_names.h"

#include <unordered_map>
#include <unordered_set>

#include "weft/graph/quote.h"

namespace weft {

NodeNames name_nodes(const GraphState& state) {
  NodeNames result;
  std::unordered_set<std::string> given;
  for (const GraphNode& node : state.nodes) {
    if (node.name.empty() || given.insert(node.name).second) continue;
    result.errors.push_back(invalid_argument("two nodes are named " + quote(node.name))
                                .in(node.name, std::string(node.op_name())));
  }
  std::unordered_map<std::string, int> numbers;
  for (const GraphNode& node : state.nodes) {
    std::string name = node.name;
    const std::string op(node.op_name());
    int& number = numbers[op];
    ++number;
    if (name.empty()) {
      name = op + "_" + std::to_string(number);
      while (given.contains(name)) name = op + "_" + std::to_string(++number);
    }
    result.names.push_back(std::move(name));
  }
  return result;
}

Status NodeNames::describe(const GraphState& state, const RootCause& cause) const {
  if (!cause.node) return cause.status;
  Status status = cause.status;
  return std::move(status).in(names[*cause.node], std::string(state.nodes[*cause.node].op_name()));
}

Status join_causes(const std::vector<Status>& causes) {
  const Status& first = causes.front();
  std::string text(first.text());
  for (std::size_t i = 1; i < causes.size(); ++i) text += "\n" + causes[i].to_string();
  const auto position = first.position();
  return Status(first.code(), std::move(text))
      .at({position.begin(), position.end()})
      .in(std::string(first.node()), std::string(first.op()));
}

}  // namespace weft
