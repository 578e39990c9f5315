#include "weft/tests/vectors/op_builders.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "weft/weft.h"

namespace weft::test {

namespace {

using Values = std::vector<AnyValue>;
using Build = Result<Values>(Graph& graph, const VectorAttributes& attributes, const Values& in);

struct Builder {
  std::string_view op;
  std::size_t num_inputs;
  Build* build;
};

constexpr auto kAnyNumber = static_cast<std::size_t>(-1);

Result<Values> build_shape(Graph&, const VectorAttributes& attributes, const Values& in) {
  WEFT_TRY_ASSIGN(const DType dtype, parse_dtype(attributes.dtype));
  return Values{dtype == DType::kInt64 ? AnyValue(shape_of<std::int64_t>(in[0]))
                                       : AnyValue(shape_of(in[0]))};
}

Result<Values> build_substr(Graph&, const VectorAttributes& attributes, const Values& in) {
  WEFT_TRY_ASSIGN(const TextUnit unit, parse_text_unit(attributes.unit));
  return Values{substr(in[0], in[1], in[2], {.unit = unit})};
}

Result<Values> build_string_length(Graph&, const VectorAttributes& attributes, const Values& in) {
  WEFT_TRY_ASSIGN(const TextUnit unit, parse_text_unit(attributes.unit));
  return Values{string_length(in[0], {.unit = unit})};
}

Result<Values> build_string_join(Graph& graph, const VectorAttributes& attributes,
                                 const Values& in) {
  const StringJoinOptions options{.separator = attributes.separator};
  return Values{in.empty() ? string_join(graph, {}, options) : string_join(in, options)};
}

Result<Values> build_reduce_join(Graph&, const VectorAttributes& attributes, const Values& in) {
  return Values{reduce_join(in[0], {.axes = attributes.axes,
                                    .keep_dims = attributes.keep_dims,
                                    .separator = attributes.separator})};
}

Result<Values> build_cast(Graph&, const VectorAttributes& attributes, const Values& in) {
  WEFT_TRY_ASSIGN(const DType dtype, parse_dtype(attributes.dtype));
  return Values{cast(in[0], dtype)};
}

// Calls stitch(indices, data) for either of the two.
template <class Stitch>
Result<Values> build_stitch(const VectorAttributes& attributes, const Values& in, Stitch stitch) {
  if (std::cmp_greater(attributes.num_indices, in.size()) || attributes.num_indices < 0)
    return internal_error(
        fmt::format("{} of {} inputs cannot be indices", attributes.num_indices, in.size()));
  const auto middle = in.begin() + static_cast<std::ptrdiff_t>(attributes.num_indices);
  return Values{stitch(Values(in.begin(), middle), Values(middle, in.end()))};
}

constexpr std::array<Builder, 12> kBuilders = {{
    {"add", 2,
     [](Graph&, const VectorAttributes&, const Values& in) -> Result<Values> {
       return Values{add(in[0], in[1])};
     }},
    {"cast", 1, build_cast},
    {"dynamic_partition", 2,
     [](Graph&, const VectorAttributes& attributes, const Values& in) -> Result<Values> {
       return dynamic_partition(in[0], in[1], attributes.num_partitions);
     }},
    {"dynamic_stitch", kAnyNumber,
     [](Graph&, const VectorAttributes& attributes, const Values& in) -> Result<Values> {
       return build_stitch(attributes, in, [](const Values& indices, const Values& data) {
         return dynamic_stitch(indices, data);
       });
     }},
    {"not_equal", 2,
     [](Graph&, const VectorAttributes&, const Values& in) -> Result<Values> {
       return Values{not_equal(in[0], in[1])};
     }},
    {"parallel_dynamic_stitch", kAnyNumber,
     [](Graph&, const VectorAttributes& attributes, const Values& in) -> Result<Values> {
       return build_stitch(attributes, in, [](const Values& indices, const Values& data) {
         return parallel_dynamic_stitch(indices, data);
       });
     }},
    {"range", 3,
     [](Graph&, const VectorAttributes&, const Values& in) -> Result<Values> {
       return Values{range(in[0], in[1], in[2])};
     }},
    {"reduce_join", 1, build_reduce_join},
    {"shape", 1, build_shape},
    {"string_join", kAnyNumber, build_string_join},
    {"string_length", 1, build_string_length},
    {"substr", 3, build_substr},
}};

}  // namespace

Result<Values> add_vector_node(Graph& graph, const VectorNode& node, const Values& inputs) {
  const auto* const builder =
      std::find_if(kBuilders.begin(), kBuilders.end(),
                   [&](const Builder& candidate) { return candidate.op == node.op; });
  if (builder == kBuilders.end())
    return internal_error("the runner does not know the op " + node.op);
  if (builder->num_inputs != kAnyNumber && builder->num_inputs != inputs.size())
    return internal_error(fmt::format("{} has {} inputs", node.op, inputs.size()));
  WEFT_TRY_ASSIGN(Values outputs, builder->build(graph, node.attributes, inputs));
  if (!outputs.empty()) outputs.front().named(node.name);
  return outputs;
}

}  // namespace weft::test
