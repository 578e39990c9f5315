#include "weft/ops/string_join.h"

#include <fmt/format.h>

#include <algorithm>

#include "weft/ops/kernels/join_pieces.h"
#include "weft/ops/kernels/text_cost.h"

namespace weft {

namespace {

// Two compatible shapes of one rank, with the dims that either knows.
PartialShape merge(const PartialShape& a, const PartialShape& b) {
  std::vector<std::int64_t> dims(a.dims().begin(), a.dims().end());
  for (std::size_t axis = 0; axis < dims.size(); ++axis)
    if (dims[axis] == -1) dims[axis] = b.dims()[axis];
  return PartialShape(dims);
}

// REQUIRES: a part before `wrong` that it cannot be joined with.
Status shapes_differ(std::span<const PartialShape> parts, std::size_t wrong) {
  std::size_t other = 0;
  while ((parts[other].rank_known() && parts[other].rank() == 0) ||
         parts[other].compatible_with(parts[wrong]))
    ++other;
  return invalid_argument(
      fmt::format("parts[{}] has shape {}, parts[{}] has shape {}; all parts but scalars must have "
                  "the same shape",
                  other, parts[other].to_string(), wrong, parts[wrong].to_string()));
}

// The shape that all parts but the scalars have, as far as it is known.
Result<PartialShape> joined_shape(std::span<const PartialShape> parts) {
  PartialShape joined;
  bool all_ranks_known = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartialShape& part = parts[i];
    all_ranks_known &= part.rank_known();
    if (!part.rank_known() || part.rank() == 0) continue;
    if (joined.rank() == 0) joined = part;
    if (!joined.compatible_with(part)) return shapes_differ(parts, i);
    joined = merge(joined, part);
  }
  // Without this, a part of unknown rank may be a scalar or not.
  if (joined.rank() == 0 && !all_ranks_known) return PartialShape::unknown_rank();
  return joined;
}

class StringJoin final : public Op {
 public:
  explicit StringJoin(std::string separator) : separator_(std::move(separator)) {}

  std::string_view name() const override { return "string_join"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].dtype != DType::kString)
        return invalid_argument(
            fmt::format("parts[{}] is {}; it must be string", i, to_string(inputs[i].dtype)));
    std::vector<PartialShape> shapes;
    for (const TensorSpec& input : inputs) shapes.push_back(input.shape);
    WEFT_TRY_ASSIGN(PartialShape shape, joined_shape(shapes));
    return Specs{{.dtype = DType::kString, .shape = std::move(shape)}};
  }

  Status run(OpContext& context) const override {
    const std::size_t num_parts = context.num_inputs();
    if (num_parts == 1 && context.tuning().zero_copy) {
      context.set_output(0, context.input(0));
      return Status();
    }
    std::vector<PartialShape> shapes;
    for (std::size_t i = 0; i < num_parts; ++i) shapes.push_back(context.input(i).shape());
    WEFT_TRY_ASSIGN(const PartialShape joined, joined_shape(shapes));
    const Shape shape = joined.to_shape();
    WEFT_TRY_ASSIGN(const std::int64_t rows, shape.num_elements());
    return join(context, shape, rows);
  }

 private:
  Status join(OpContext& context, const Shape& shape, std::int64_t rows) const {
    const auto num_parts = static_cast<std::int64_t>(context.num_inputs());
    std::int64_t text_bytes = 0;
    StringFacts facts{.all_ascii = true, .max_length = 0};
    for (std::size_t i = 0; i < context.num_inputs(); ++i) {
      text_bytes += about_text_bytes(context.input(i));
      facts.all_ascii &= context.input(i).facts().all_ascii;
      facts.has_slack &= context.input(i).facts().has_slack;
      facts.max_length = std::max(facts.max_length, context.input(i).facts().max_length);
    }
    const auto for_each_grid = [&](Interval of_rows, Interval of_parts, GridVisitor visit) {
      for (std::int64_t i = of_parts.begin; i < of_parts.end; ++i) {
        const Tensor& part = context.input(static_cast<std::size_t>(i));
        const StringSpan texts = part.values<String>();
        const std::int64_t row_step = part.shape().rank() == 0 ? 0 : 1;
        visit({.starts = texts.starts() + of_rows.begin * row_step,
               .lengths = texts.lengths() + of_rows.begin * row_step,
               .rows = of_rows.size(),
               .row_step = row_step,
               .first_piece = i,
               .pieces = 1,
               .piece_step = 1});
      }
    };
    return join_pieces(context, shape,
                       {.rows = rows,
                        .pieces = num_parts,
                        .text_bytes_per_row = text_bytes,
                        .facts = facts,
                        .for_each_grid = for_each_grid},
                       separator_);
  }

  std::string separator_;
};

AnyValue add_string_join(Graph graph, std::span<const Operand> parts,
                         const StringJoinOptions& options) {
  return graph
      .add_op_on_operands(std::make_shared<StringJoin>(options.separator), parts, DType::kString)
      .front();
}

}  // namespace

Value<String> string_join(std::initializer_list<StringOperand> parts,
                          const StringJoinOptions& options) {
  const std::vector<Operand> operands(parts.begin(), parts.end());
  return Value<String>(add_string_join(graph_of(operands), operands, options));
}

Value<String> string_join(Graph& graph, std::initializer_list<StringOperand> parts,
                          const StringJoinOptions& options) {
  const std::vector<Operand> operands(parts.begin(), parts.end());
  return Value<String>(add_string_join(graph, operands, options));
}

AnyValue string_join_untyped(const AnyValues& parts, const StringJoinOptions& options) {
  return add_op(std::make_shared<StringJoin>(options.separator), parts).front();
}

}  // namespace weft
