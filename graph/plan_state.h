// What a Plan holds, as flat arrays that an executor walks. Not part of the public interface. Every
// value has a slot: first those of inputs and constants, then the outputs of the nodes in order.
// Nodes are in topological order, which is the order in which the graph was written.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "weft/graph/op.h"
#include "weft/graph/value.h"

namespace weft {

struct PlanInput {
  std::string name;
  DType dtype = DType::kFloat32;
  PartialShape shape = PartialShape::unknown_rank();
  /// The node of its handle in the graph.
  std::size_t handle_node = 0;
  std::uint32_t slot = 0;
  /// Whether an output needs it.
  bool needed = false;
};

struct PlanConstant {
  std::string name;
  std::uint32_t slot = 0;
  Tensor tensor;
};

struct PlanNode {
  std::shared_ptr<const Op> op;
  std::string name;
  /// Where its inputs begin in PlanState::input_slots.
  std::uint32_t first_input = 0;
  std::uint32_t num_inputs = 0;
  std::uint32_t first_output_slot = 0;
  std::uint32_t num_outputs = 0;
};

struct PlanOutput {
  /// The name of the node it came from, in the graph; with ":1" and so on after the first output.
  std::string name;
  std::size_t handle_node = 0;
  std::size_t handle_output = 0;
  std::uint32_t slot = 0;
};

struct PlanState {
  std::vector<PlanInput> inputs;
  std::vector<PlanConstant> constants;
  std::vector<PlanNode> nodes;
  std::vector<PlanOutput> outputs;
  /// The slots that nodes read, one node after the other.
  std::vector<std::uint32_t> input_slots;
  /// What is known of each slot's tensor.
  std::vector<DType> slot_dtypes;
  std::vector<PartialShape> slot_shapes;
  std::unordered_map<std::string, std::size_t> inputs_by_name;
  /// The same object as that of the graph's handles.
  std::shared_ptr<const void> graph_identity;

  std::span<const std::uint32_t> inputs_of(const PlanNode& node) const {
    return std::span(input_slots).subspan(node.first_input, node.num_inputs);
  }
};

/// What identifies the graph of a handle; nullptr for an empty one.
const void* graph_identity(const AnyValue& value);

}  // namespace weft
