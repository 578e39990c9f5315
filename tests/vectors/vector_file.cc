#include "weft/tests/vectors/vector_file.h"

#include <fmt/format.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "weft/graph/quote.h"

namespace weft::test {

namespace {

using Json = nlohmann::json;
using NodeNumbers = std::unordered_map<std::string, std::size_t>;

const Json::array_t& list_of(const Json& json) { return json.get_ref<const Json::array_t&>(); }

const std::string& text_of(const Json& json) { return json.get_ref<const std::string&>(); }

// Each character U+0000 to U+00FF is one byte.
Result<std::string> bytes_of(const Json& json) {
  const std::string& utf8 = text_of(json);
  std::string bytes;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    if (lead < 0x80) {
      bytes += utf8[i];
    } else if (lead <= 0xC3) {
      const auto next = static_cast<unsigned char>(utf8[++i]);
      bytes += static_cast<char>((lead & 0x03U) << 6U | (next & 0x3FU));
    } else {
      return invalid_argument("a character above U+00FF stands for no byte: " + quote(utf8));
    }
  }
  return bytes;
}

template <FixedWidth T>
Result<T> element_of(const Json& json) {
  if constexpr (std::same_as<T, bool>) {
    return json.get<bool>();
  } else if constexpr (std::floating_point<T>) {
    if (json == "nan") return std::numeric_limits<T>::quiet_NaN();
    if (json == "inf") return std::numeric_limits<T>::infinity();
    if (json == "-inf") return -std::numeric_limits<T>::infinity();
    if (json.is_number()) return static_cast<T>(json.get<double>());
  } else {
    // The parser keeps all 64 bits of either sign; what is beyond them it makes a double.
    if (json.is_number_unsigned()) {
      if (const auto value = json.get<std::uint64_t>(); std::in_range<T>(value))
        return static_cast<T>(value);
    } else if (json.is_number_integer()) {
      if (const auto value = json.get<std::int64_t>(); std::in_range<T>(value))
        return static_cast<T>(value);
    }
  }
  return invalid_argument(fmt::format("{} is no {}", json.dump(), to_string(dtype_of<T>())));
}

Result<std::vector<std::int64_t>> integers_of(const Json& json) {
  std::vector<std::int64_t> integers;
  for (const Json& item : list_of(json)) {
    WEFT_TRY_ASSIGN(const std::int64_t integer, element_of<std::int64_t>(item));
    integers.push_back(integer);
  }
  return integers;
}

Result<Tensor> tensor_of(const Json& json) {
  WEFT_TRY_ASSIGN(const DType dtype, parse_dtype(text_of(json.at("dtype"))));
  WEFT_TRY_ASSIGN(const std::vector<std::int64_t> dims, integers_of(json.at("shape")));
  const Json::array_t& values = list_of(json.at("values"));
  const Shape shape(dims);
  WEFT_TRY_ASSIGN(const std::int64_t elements, shape.num_elements());
  if (std::cmp_not_equal(elements, values.size()))
    return invalid_argument(
        fmt::format("shape {} does not have {} elements", shape.to_string(), values.size()));
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) -> Result<Tensor> {
    if constexpr (std::same_as<T, String>) {
      StringBuilder builder;
      for (const Json& value : values) {
        WEFT_TRY_ASSIGN(const std::string bytes, bytes_of(value));
        builder.append(bytes);
      }
      return std::move(builder).build(shape);
    } else {
      WEFT_TRY_ASSIGN(TensorBuilder<T> builder, Tensor::builder<T>(shape));
      for (std::size_t i = 0; i < values.size(); ++i) {
        WEFT_TRY_ASSIGN(builder.values()[i], element_of<T>(values[i]));
      }
      return std::move(builder).build();
    }
  });
}

Result<std::vector<Tensor>> tensors_of(const Json& json) {
  std::vector<Tensor> tensors;
  for (const Json& item : list_of(json)) {
    WEFT_TRY_ASSIGN(Tensor tensor, tensor_of(item));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

Status read_attribute(const std::string& key, const Json& json, VectorAttributes& to) {
  if (key == "axis") {
    if (json.is_null()) return Status();
    WEFT_TRY_ASSIGN(const std::vector<std::int64_t> axes, integers_of(json));
    to.axes = Axes(axes);
  } else if (key == "keep_dims") {
    to.keep_dims = json.get<bool>();
  } else if (key == "separator") {
    WEFT_TRY_ASSIGN(to.separator, bytes_of(json));
  } else if (key == "unit") {
    to.unit = text_of(json);
  } else if (key == "to" || key == "out_type") {
    to.dtype = text_of(json);
  } else if (key == "n") {
    WEFT_TRY_ASSIGN(to.num_indices, element_of<std::int64_t>(json));
  } else if (key == "num_partitions") {
    WEFT_TRY_ASSIGN(to.num_partitions, element_of<std::int64_t>(json));
  } else {
    return invalid_argument("there is no attribute " + quote(key));
  }
  return Status();
}

Result<VectorAttributes> attributes_of(const Json& json) {
  VectorAttributes attributes;
  for (const auto& [key, value] : json.get_ref<const Json::object_t&>())
    WEFT_TRY(read_attribute(key, value, attributes));
  return attributes;
}

// "feed:k" or "node:k", where the node was read before.
Result<VectorSource> source_of(const std::string& text, std::size_t num_feeds,
                               const NodeNumbers& nodes) {
  const std::size_t colon = text.rfind(':');
  const std::string name = text.substr(0, colon);
  const Json number = colon == std::string::npos ? Json() : Json::parse(text.substr(colon + 1));
  VectorSource source;
  WEFT_TRY_ASSIGN(source.number, element_of<std::size_t>(number));
  if (name == "feed") {
    if (source.number < num_feeds) return source;
  } else if (const auto found = nodes.find(name); found != nodes.end()) {
    source.node = found->second;
    return source;
  }
  return invalid_argument("no feed and no earlier node gives " + quote(text));
}

Result<std::vector<VectorSource>> sources_of(const Json& json, std::size_t num_feeds,
                                             const NodeNumbers& nodes) {
  std::vector<VectorSource> sources;
  for (const Json& item : list_of(json)) {
    WEFT_TRY_ASSIGN(const VectorSource source, source_of(text_of(item), num_feeds, nodes));
    sources.push_back(source);
  }
  return sources;
}

Status read_graph(const Json& json, VectorCase& to) {
  WEFT_TRY_ASSIGN(to.feeds, tensors_of(json.at("feeds")));
  NodeNumbers numbers;
  for (const Json& item : list_of(json.at("nodes"))) {
    VectorNode node{.name = text_of(item.at("name")), .op = text_of(item.at("op"))};
    WEFT_TRY_ASSIGN(node.attributes, attributes_of(item.at("attrs")));
    WEFT_TRY_ASSIGN(node.inputs, sources_of(item.at("inputs"), to.feeds.size(), numbers));
    numbers.emplace(node.name, to.nodes.size());
    to.nodes.push_back(std::move(node));
  }
  WEFT_TRY_ASSIGN(to.fetches, sources_of(json.at("fetches"), to.feeds.size(), numbers));
  if (to.fetches.empty()) return invalid_argument("nothing is fetched");
  return Status();
}

Status read_single_op(const std::string& op, const Json& json, VectorCase& to) {
  WEFT_TRY_ASSIGN(to.feeds, tensors_of(json.at("inputs")));
  // Without a digit in its name, which could pass for a mention.
  VectorNode node{.name = "node", .op = op};
  WEFT_TRY_ASSIGN(node.attributes, attributes_of(json.at("attrs")));
  for (std::size_t i = 0; i < to.feeds.size(); ++i) node.inputs.push_back({.number = i});
  to.nodes.push_back(std::move(node));
  return Status();
}

Result<StatusCode> code_of(const std::string& name) {
  static const std::unordered_map<std::string, StatusCode> kCodes = {
      {"INVALID_ARGUMENT", StatusCode::kInvalidArgument},
      {"RESOURCE_EXHAUSTED", StatusCode::kResourceExhausted},
      {"CANCELLED", StatusCode::kCancelled},
      {"DEADLINE_EXCEEDED", StatusCode::kDeadlineExceeded},
      {"FAILED_PRECONDITION", StatusCode::kFailedPrecondition},
      {"UNIMPLEMENTED", StatusCode::kUnimplemented}};
  const auto found = kCodes.find(name);
  if (found == kCodes.end()) return invalid_argument("there is no code " + quote(name));
  return found->second;
}

Result<VectorError> error_of(const Json& json) {
  VectorError error;
  WEFT_TRY_ASSIGN(error.code, code_of(text_of(json.at("code"))));
  error.node = json.value("node", "");
  for (const Json& mention : list_of(json.at("mentions")))
    error.mentions.push_back(text_of(mention));
  return error;
}

Result<VectorCase> case_of(const std::string& op, const Json& json) {
  VectorCase result{.name = text_of(json.at("name"))};
  WEFT_TRY(op == "graph" ? read_graph(json, result) : read_single_op(op, json, result));
  if (json.contains("outputs") == json.contains("error"))
    return invalid_argument("a case has either outputs or an error");
  if (json.contains("error")) {
    WEFT_TRY_ASSIGN(result.expected, error_of(json.at("error")));
  } else {
    WEFT_TRY_ASSIGN(result.expected, tensors_of(json.at("outputs")));
  }
  return result;
}

Status with_case(std::size_t number, const std::string& text) {
  return invalid_argument(fmt::format("case {}: {}", number, text));
}

}  // namespace

Result<std::vector<VectorCase>> parse_vectors(std::string_view json) {
  std::vector<VectorCase> cases;
  try {
    const Json file = Json::parse(json);
    const std::string& op = text_of(file.at("op"));
    for (const Json& item : list_of(file.at("cases"))) {
      Result<VectorCase> read = case_of(op, item);
      if (!read.ok()) return with_case(cases.size(), read.status().to_string());
      cases.push_back(*std::move(read));
    }
  } catch (const Json::exception& error) {
    return with_case(cases.size(), error.what());
  }
  if (cases.empty()) return invalid_argument("there is no case");
  return cases;
}

Result<std::vector<VectorCase>> read_vector_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return invalid_argument("cannot open it");
  std::ostringstream text;
  text << file.rdbuf();
  if (!text) return invalid_argument("nothing can be read");
  return parse_vectors(text.view());
}

}  // namespace weft::test
