#include "weft/graph/feeds.h"

#include <algorithm>

#include "weft/graph/plan_state.h"
#include "weft/graph/quote.h"

namespace weft {

namespace {

Status no_such_output(const std::string& what) {
  return invalid_argument("the run has no output " + what);
}

Result<std::size_t> input_by_name(const PlanState& plan, const std::string& name) {
  const auto found = plan.inputs_by_name.find(name);
  if (found == plan.inputs_by_name.end())
    return invalid_argument("a feed is for " + quote(name) + ", which is no input of the plan");
  return found->second;
}

Result<std::size_t> input_by_handle(const PlanState& plan, const AnyValue& handle) {
  if (graph_identity(handle) != plan.graph_identity.get())
    return invalid_argument(handle.state() ? "a feed is for a handle of another graph"
                                           : "a feed is for an empty handle");
  // Inputs are in the order of their nodes.
  const auto found = std::lower_bound(
      plan.inputs.begin(), plan.inputs.end(), handle.node(),
      [](const PlanInput& input, std::size_t node) { return input.handle_node < node; });
  if (found == plan.inputs.end() || found->handle_node != handle.node())
    return invalid_argument("a feed is for a handle that is no input of the plan");
  return static_cast<std::size_t>(found - plan.inputs.begin());
}

Status about(const PlanInput& input, std::string text) {
  return invalid_argument(std::move(text)).in(input.name, "input");
}

Status check_feed(const PlanInput& input, const Tensor& tensor, bool fed_before) {
  if (fed_before) return about(input, "fed twice");
  if (tensor.dtype() != input.dtype)
    return about(input, "is " + std::string(to_string(input.dtype)) + ", the feed is " +
                            std::string(to_string(tensor.dtype())));
  if (!input.shape.compatible_with(tensor.shape()))
    return about(input, "has shape " + input.shape.to_string() + ", the feed has shape " +
                            tensor.shape().to_string());
  return Status();
}

}  // namespace

Tensor Outputs::by_handle(const AnyValue& output) const {
  const PlanState& plan = *plan_.state();
  if (graph_identity(output) == plan.graph_identity.get())
    for (std::size_t i = 0; i < plan.outputs.size(); ++i)
      if (plan.outputs[i].handle_node == output.node() &&
          plan.outputs[i].handle_output == output.output())
        return tensors_[i];
  throw Error(no_such_output("for this handle"));
}

Tensor Outputs::by_index(std::int64_t index) const {
  if (index < 0 || static_cast<std::size_t>(index) >= tensors_.size())
    throw Error(no_such_output(std::to_string(index) + " of " + std::to_string(tensors_.size())));
  return tensors_[static_cast<std::size_t>(index)];
}

Tensor Outputs::by_name(std::string_view name) const {
  const PlanState& plan = *plan_.state();
  for (std::size_t i = 0; i < plan.outputs.size(); ++i)
    if (plan.outputs[i].name == name) return tensors_[i];
  throw Error(no_such_output("named " + quote(name)));
}

Status bind_feeds(const PlanState& plan, const Feeds& feeds, std::span<Tensor> slots,
                  std::vector<bool>& fed) {
  fed.assign(plan.inputs.size(), false);
  for (const Feed& feed : feeds.list()) {
    const auto* handle = std::get_if<AnyValue>(&feed.input());
    WEFT_TRY_ASSIGN(const std::size_t index,
                    handle ? input_by_handle(plan, *handle)
                           : input_by_name(plan, std::get<std::string>(feed.input())));
    const PlanInput& input = plan.inputs[index];
    WEFT_TRY(check_feed(input, feed.tensor(), fed[index]));
    fed[index] = true;
    if (input.needed) slots[input.slot] = feed.tensor();
  }
  for (std::size_t i = 0; i < plan.inputs.size(); ++i)
    if (plan.inputs[i].needed && !fed[i]) return about(plan.inputs[i], "was not fed");
  return Status();
}

}  // namespace weft
