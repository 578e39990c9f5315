// Graph: the builder. Inputs, constants and custom ops; wrong calls are collected and all reported
// by build(). A graph is used by one thread at a time; handles share its state and outlive it.
//
//   weft::Graph graph;
//   auto text = graph.input<weft::String>("text", {-1, 3});
//   weft::Plan plan = graph.build({text}).value();
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "weft/graph/operand.h"
#include "weft/graph/plan.h"

namespace weft {

class WEFT_API Graph {
 public:
  Graph();
  /// The graph that a handle belongs to. REQUIRES: state is not nullptr.
  static Graph of(std::shared_ptr<GraphState> state);

  /// A value that every run is fed. The name identifies it; `shape` holds what is known of it, and
  /// a feed that contradicts it is refused.
  template <Element T>
  Value<T> input(std::string_view name, const PartialShape& shape = PartialShape::unknown_rank()) {
    return Value<T>(input(name, dtype_of<T>(), shape));
  }
  AnyValue input(std::string_view name, DType dtype,
                 const PartialShape& shape = PartialShape::unknown_rank());

  /// A value that is part of the graph. A literal that is ragged or does not fit T is a root cause.
  ///
  ///   graph.constant<float>({{1, 2}, {3, 4}})
  template <Element T>
  Value<T> constant(const Literal<T>& literal) {
    return Value<T>(constant_literal(dtype_of<T>(), flatten(literal)));
  }
  /// Shares the tensor.
  // Templates on purpose: `{}` must mean an empty literal, not a default Tensor.
  template <Element T, std::same_as<Tensor> U>
  Value<T> constant(const U& tensor) {
    return Value<T>(constant_tensor(tensor));
  }
  template <std::same_as<Tensor> U>
  AnyValue constant(const U& tensor) {
    return constant_tensor(tensor);
  }

  /// Adds a node and returns its outputs, as many as infer() says; one poisoned handle if the call
  /// is wrong. What infer() throws is a root cause too.
  std::vector<AnyValue> add_op(std::shared_ptr<const Op> op, const AnyValues& inputs);
  /// The same for an op with one output of dtype T; anything else is a root cause.
  template <Element T>
  Value<T> add_op(std::shared_ptr<const Op> op, const AnyValues& inputs) {
    return Value<T>(add_op_with_one_output(std::move(op), inputs));
  }
  /// The same for operands; plain ones become constants of `plain_dtype`, and one that does not fit
  /// it is a root cause.
  std::vector<AnyValue> add_op_on_operands(std::shared_ptr<const Op> op,
                                           std::span<const Operand> operands, DType plain_dtype);

  /// A checked plan of what the outputs need, or all root causes of the whole graph. Text: one
  /// cause a line; code, node, op and position: of the first.
  Result<Plan> build(const AnyValues& outputs) const;
  /// The root causes so far, each as build() would report it.
  std::vector<Status> errors() const;
  /// Adds a root cause that belongs to no node and returns a poisoned handle.
  AnyValue fail(Status status);

  const std::shared_ptr<GraphState>& state() const { return state_; }

 private:
  explicit Graph(std::shared_ptr<GraphState> state) : state_(std::move(state)) {}
  AnyValue constant_literal(DType dtype, const FlatLiteral& literal);
  AnyValue constant_tensor(const Tensor& tensor);
  AnyValue add_op_with_one_output(std::shared_ptr<const Op> op, const AnyValues& inputs);
  std::shared_ptr<GraphState> state_;
};

/// The graph of the first handle that has one; without any, a graph of its own, an orphan, that
/// holds the root cause, which the build of whoever uses the result reports.
WEFT_API Graph graph_of(std::span<const AnyValue> values);
WEFT_API Graph graph_of(std::span<const Operand> operands);

/// Graph::add_op in the graph of the inputs.
WEFT_API std::vector<AnyValue> add_op(std::shared_ptr<const Op> op, const AnyValues& inputs);
template <Element T>
Value<T> add_op(std::shared_ptr<const Op> op, const AnyValues& inputs) {
  return graph_of(inputs.list()).add_op<T>(std::move(op), inputs);
}

}  // namespace weft
