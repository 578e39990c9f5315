// What handles share while a graph is built. Not part of the public interface. Nodes name their
// inputs by number: a handle inside the state that it shares would keep it alive for ever.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weft/graph/op.h"

namespace weft {

struct GraphSource {
  std::size_t node = 0;
  std::size_t output = 0;
};

struct GraphNode {
  enum class Kind : std::uint8_t { kInput, kConstant, kOp, kPoisoned };
  Kind kind = Kind::kPoisoned;
  /// Empty: a default name, made when the graph is built.
  std::string name = {};
  /// For kOp, and for a poisoned node that was to be one.
  std::shared_ptr<const Op> op = {};
  std::vector<GraphSource> inputs = {};
  /// One for inputs and constants, which hold the constant's value.
  Specs outputs = {};

  std::string_view op_name() const {
    if (op) return op->name();
    return kind == Kind::kInput ? "input" : kind == Kind::kConstant ? "constant" : "value";
  }
};

struct RootCause {
  /// The node that is wrong; none: the status stands alone.
  std::optional<std::size_t> node;
  Status status;
};

struct GraphState {
  std::vector<GraphNode> nodes;
  std::vector<RootCause> causes;
  /// Made for operands that belong to no graph: it holds nothing but the root cause of that.
  bool orphan = false;
  /// Shared by the plans, so that they know their handles and no address is used twice.
  std::shared_ptr<const void> identity = std::make_shared<char>();
};

}  // namespace weft
