// Vector files: cases with their expected results, as JSON. tests/vectors/data/README.md describes
// the format. A case of a single op is read as a graph of one node, so there is one kind of case.
//
//   WEFT_TRY_ASSIGN(std::vector<VectorCase> cases, read_vector_file("substr_edge.json"));
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "weft/graph/shape.h"
#include "weft/graph/tensor.h"

namespace weft::test {

/// What attributes may say, of all ops together; each op reads its own. What is text here is left
/// to the op's parser, because a wrong one may be what the case is about.
struct VectorAttributes {
  Axes axes = Axes::all();
  bool keep_dims = false;
  std::string separator = {};
  std::string unit = "BYTE";
  /// "to" of cast, "out_type" of shape.
  std::string dtype = {};
  /// "n" of the stitches: how many of the inputs are indices.
  std::int64_t num_indices = 0;
  std::int64_t num_partitions = 0;
};

/// A feed, or an output of an earlier node.
struct VectorSource {
  std::optional<std::size_t> node = {};
  /// Of the feed, or of the node's output.
  std::size_t number = 0;
};

struct VectorNode {
  std::string name = {};
  std::string op = {};
  VectorAttributes attributes = {};
  std::vector<VectorSource> inputs = {};
};

struct VectorError {
  StatusCode code = StatusCode::kOk;
  /// The node that fails; empty: not stated.
  std::string node = {};
  /// What the message must contain.
  std::vector<std::string> mentions = {};
};

struct VectorCase {
  std::string name = {};
  std::vector<Tensor> feeds = {};
  std::vector<VectorNode> nodes = {};
  /// Empty: all outputs of the last node.
  std::vector<VectorSource> fetches = {};
  std::variant<std::vector<Tensor>, VectorError> expected = {};
};

/// At least one case, or kInvalidArgument saying what cannot be read.
Result<std::vector<VectorCase>> parse_vectors(std::string_view json);
Result<std::vector<VectorCase>> read_vector_file(const std::string& path);

}  // namespace weft::test
