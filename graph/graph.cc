#include "weft/graph/graph.h"

#include <algorithm>
#include <string>
#include <utility>

#include "weft/graph/graph_state.h"
#include "weft/graph/node_names.h"
#include "weft/graph/plan_builder.h"

namespace weft {

namespace {

const TensorSpec* spec_of(const AnyValue& value) {
  if (!value.state()) return nullptr;
  const GraphNode& node = value.state()->nodes[value.node()];
  if (node.kind == GraphNode::Kind::kPoisoned) return nullptr;
  return &node.outputs[value.output()];
}

AnyValue add_node(const std::shared_ptr<GraphState>& state, GraphNode node) {
  state->nodes.push_back(std::move(node));
  return AnyValue(state, state->nodes.size() - 1, 0);
}

AnyValue add_poisoned(const std::shared_ptr<GraphState>& state, std::shared_ptr<const Op> op = {}) {
  return add_node(state, {.kind = GraphNode::Kind::kPoisoned, .op = std::move(op)});
}

// A poisoned node that is itself the root cause.
AnyValue add_failed(const std::shared_ptr<GraphState>& state, std::shared_ptr<const Op> op,
                    Status status) {
  AnyValue value = add_poisoned(state, std::move(op));
  state->causes.push_back({value.node(), std::move(status)});
  return value;
}

// Why `value` cannot be an input of a node of `state`, or success.
Status check_belongs(const std::shared_ptr<GraphState>& state, const AnyValue& value,
                     std::size_t number) {
  const std::string which = "input " + std::to_string(number);
  if (!value.state()) return invalid_argument(which + " is an empty handle");
  // An orphan's own root cause says more, and whoever builds reports it.
  if (value.state() != state && value.state()->orphan) return value.state()->causes.front().status;
  if (value.state() != state) return invalid_argument(which + " is a handle of another graph");
  return Status();
}

// What the inputs of a new node say of it before infer() does.
struct InputCheck {
  Status status = {};
  // Some input is poisoned: nothing is known of the node, and its cause is reported already.
  bool poisoned = false;

  void add(const std::shared_ptr<GraphState>& state, const AnyValue& value, std::size_t number) {
    if (!status.ok()) return;
    status = check_belongs(state, value, number);
    poisoned = poisoned || !spec_of(value);
  }
};

// The op's outputs; dims and ranks are checked here, in one place for all ops.
Result<Specs> infer_outputs(const Op& op, const Specs& inputs) {
  try {
    WEFT_TRY_ASSIGN(Specs outputs, op.infer(inputs));
    for (const TensorSpec& spec : outputs) WEFT_TRY(spec.shape.validate());
    return outputs;
  } catch (...) {
    return status_of_exception();
  }
}

}  // namespace

AnyValue AnyValue::named(std::string_view name) const {
  if (state_) state_->nodes[node_].name = name;
  if (state_ && name.empty())
    state_->causes.push_back({node_, invalid_argument("a node's name must not be empty")});
  return *this;
}

DType AnyValue::dtype() const {
  const TensorSpec* spec = spec_of(*this);
  return spec ? spec->dtype : DType::kFloat32;
}

PartialShape AnyValue::shape() const {
  const TensorSpec* spec = spec_of(*this);
  return spec ? spec->shape : PartialShape::unknown_rank();
}

AnyValue AnyValue::checked(DType dtype) const {
  const TensorSpec* spec = spec_of(*this);
  if (!spec || spec->dtype == dtype) return *this;
  AnyValue poisoned = add_poisoned(state_);
  state_->causes.push_back({node_, invalid_argument("output " + std::to_string(output_) + " is " +
                                                    std::string(to_string(spec->dtype)) + ", not " +
                                                    std::string(to_string(dtype)))});
  return poisoned;
}

Graph::Graph() : state_(std::make_shared<GraphState>()) {}

Graph Graph::of(std::shared_ptr<GraphState> state) { return Graph(std::move(state)); }

AnyValue Graph::input(std::string_view name, DType dtype, const PartialShape& shape) {
  Status status = shape.validate();
  // A wrong shape is as good as none, so that no op finds further fault with it.
  AnyValue value = add_node(
      state_,
      {.kind = GraphNode::Kind::kInput,
       .name = std::string(name),
       .outputs = {{.dtype = dtype, .shape = status.ok() ? shape : PartialShape::unknown_rank()}}});
  if (name.empty())
    state_->causes.push_back({value.node(), invalid_argument("an input needs a name")});
  if (!status.ok()) state_->causes.push_back({value.node(), std::move(status)});
  return value;
}

AnyValue Graph::constant_tensor(const Tensor& tensor) {
  return add_node(state_, {.kind = GraphNode::Kind::kConstant,
                           .outputs = {{tensor.dtype(), tensor.shape(), tensor}}});
}

AnyValue Graph::constant_literal(DType dtype, const FlatLiteral& literal) {
  Result<Tensor> tensor = Tensor::from_literal(dtype, literal);
  if (tensor.ok()) return constant_tensor(*tensor);
  return fail(tensor.status());
}

AnyValue Graph::fail(Status status) {
  AnyValue poisoned = add_poisoned(state_);
  state_->causes.push_back({std::nullopt, std::move(status)});
  return poisoned;
}

std::vector<AnyValue> Graph::add_op(std::shared_ptr<const Op> op, const AnyValues& inputs) {
  if (!op) return {fail(invalid_argument("add_op was given no op"))};
  InputCheck check;
  for (std::size_t i = 0; i < inputs.list().size(); ++i) check.add(state_, inputs.list()[i], i);
  if (!check.status.ok()) return {add_failed(state_, std::move(op), std::move(check.status))};
  if (check.poisoned) return {add_poisoned(state_, std::move(op))};

  Specs specs;
  std::vector<GraphSource> sources;
  for (const AnyValue& input : inputs.list()) {
    specs.push_back(*spec_of(input));
    sources.push_back({input.node(), input.output()});
  }
  Result<Specs> outputs = infer_outputs(*op, specs);
  if (!outputs.ok()) return {add_failed(state_, std::move(op), outputs.status())};
  const std::size_t num_outputs = outputs->size();
  const AnyValue first = add_node(state_, {.kind = GraphNode::Kind::kOp,
                                           .op = std::move(op),
                                           .inputs = std::move(sources),
                                           .outputs = *std::move(outputs)});
  std::vector<AnyValue> handles;
  handles.reserve(num_outputs);
  for (std::size_t i = 0; i < num_outputs; ++i) handles.emplace_back(state_, first.node(), i);
  return handles;
}

AnyValue Graph::add_op_with_one_output(std::shared_ptr<const Op> op, const AnyValues& inputs) {
  const std::vector<AnyValue> outputs = add_op(std::move(op), inputs);
  if (outputs.size() == 1) return outputs.front();
  const std::size_t node = state_->nodes.size() - 1;
  state_->nodes[node].kind = GraphNode::Kind::kPoisoned;
  state_->causes.push_back({node, invalid_argument("has " + std::to_string(outputs.size()) +
                                                   " outputs; add_op<T> takes an op with one")});
  return AnyValue(state_, node, 0);
}

std::vector<AnyValue> Graph::add_op_on_operands(std::shared_ptr<const Op> op,
                                                std::span<const Operand> operands,
                                                DType plain_dtype) {
  // Handles first: beside one that is no good, the dtype of plain operands means nothing.
  InputCheck check;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands[i].is_handle()) check.add(state_, operands[i].handle(), i);
  if (!check.status.ok()) return {add_failed(state_, std::move(op), std::move(check.status))};
  if (check.poisoned) return {add_poisoned(state_, std::move(op))};

  std::vector<AnyValue> inputs;
  for (const Operand& operand : operands) {
    if (operand.is_handle()) {
      inputs.push_back(operand.handle());
      continue;
    }
    Result<Tensor> tensor =
        Tensor::from_literal(plain_dtype, FlatLiteral{.leaves = {operand.plain()}, .dims = {}});
    if (!tensor.ok()) return {add_failed(state_, std::move(op), tensor.status())};
    inputs.push_back(constant_tensor(*tensor));
  }
  return add_op(std::move(op), inputs);
}

std::vector<Status> Graph::errors() const {
  const NodeNames names = name_nodes(*state_);
  std::vector<Status> errors;
  for (const RootCause& cause : state_->causes) errors.push_back(names.describe(*state_, cause));
  errors.insert(errors.end(), names.errors.begin(), names.errors.end());
  return errors;
}

Result<Plan> Graph::build(const AnyValues& outputs) const {
  std::vector<Status> causes = errors();
  std::vector<std::shared_ptr<GraphState>> orphans;
  for (std::size_t i = 0; i < outputs.list().size(); ++i) {
    const std::shared_ptr<GraphState>& from = outputs.list()[i].state();
    if (from == state_ || std::find(orphans.begin(), orphans.end(), from) != orphans.end())
      continue;
    const std::string which = "output " + std::to_string(i);
    if (!from) {
      causes.push_back(invalid_argument(which + " is an empty handle"));
    } else if (from->orphan) {
      const std::vector<Status> theirs = Graph(from).errors();
      causes.insert(causes.end(), theirs.begin(), theirs.end());
      orphans.push_back(from);
    } else {
      causes.push_back(invalid_argument(which + " is a handle of another graph"));
    }
  }
  if (!causes.empty()) return join_causes(causes);
  return build_plan(*state_, outputs.list());
}

namespace {

template <class Items, class StateOf>
Graph graph_of_first(const Items& items, StateOf state_of) {
  std::shared_ptr<GraphState> first;
  for (const auto& item : items) {
    const std::shared_ptr<GraphState> state = state_of(item);
    // An orphan only where there is nothing better: who builds may never see it.
    if (state && !state->orphan) return Graph::of(state);
    if (!first) first = state;
  }
  if (first) return Graph::of(first);
  Graph orphan;
  orphan.state()->orphan = true;
  orphan.state()->causes.push_back(
      {std::nullopt, invalid_argument("no operand belongs to a graph; pass the graph first")});
  return orphan;
}

}  // namespace

Graph graph_of(std::span<const AnyValue> values) {
  return graph_of_first(values, [](const AnyValue& value) { return value.state(); });
}

Graph graph_of(std::span<const Operand> operands) {
  return graph_of_first(operands, [](const Operand& operand) {
    return operand.is_handle() ? operand.handle().state() : nullptr;
  });
}

std::vector<AnyValue> add_op(std::shared_ptr<const Op> op, const AnyValues& inputs) {
  return graph_of(inputs.list()).add_op(std::move(op), inputs);
}

}  // namespace weft
