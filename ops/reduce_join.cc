#include "weft/ops/reduce_join.h"

#include <fmt/format.h>

#include <algorithm>

#include "weft/ops/kernels/join_pieces.h"
#include "weft/ops/kernels/strided_walk.h"
#include "weft/ops/kernels/text_cost.h"

namespace weft {

namespace {

// A list of axes, checked against a rank.
struct JoinedAxes {
  // From the front, the one that varies fastest first.
  std::vector<std::int64_t> order;
  // Of every axis, whether it is among them.
  std::vector<bool> joined;
};

JoinedAxes all_axes(std::int64_t rank) {
  JoinedAxes axes{.order = {}, .joined = std::vector<bool>(static_cast<std::size_t>(rank), true)};
  for (std::int64_t axis = rank - 1; axis >= 0; --axis) axes.order.push_back(axis);
  return axes;
}

template <class Integer>
Result<JoinedAxes> check_axes(std::span<const Integer> given, std::int64_t rank) {
  JoinedAxes axes{.order = {}, .joined = std::vector<bool>(static_cast<std::size_t>(rank))};
  for (const std::int64_t axis : given) {
    const std::optional<std::int64_t> wrapped = wrap_axis(axis, rank);
    if (!wrapped)
      return invalid_argument(fmt::format("axis {} is out of range for rank {}", axis, rank));
    if (axes.joined[static_cast<std::size_t>(*wrapped)])
      return invalid_argument(
          fmt::format("axis {} names dimension {} a second time", axis, *wrapped));
    axes.joined[static_cast<std::size_t>(*wrapped)] = true;
    axes.order.push_back(*wrapped);
  }
  return axes;
}

std::vector<std::int64_t> joined_dims(std::span<const std::int64_t> dims, const JoinedAxes& axes,
                                      bool keep_dims) {
  std::vector<std::int64_t> result;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (!axes.joined[axis]) result.push_back(dims[axis]);
    if (axes.joined[axis] && keep_dims) result.push_back(1);
  }
  return result;
}

// Where the pieces of the rows are in the input.
struct Walks {
  StridedWalk rows;
  StridedWalk pieces;
};

// REQUIRES: a shape that has elements.
Walks walks_of(const Shape& shape, const JoinedAxes& axes) {
  std::vector<std::int64_t> strides(static_cast<std::size_t>(shape.rank()));
  Walks walks;
  std::int64_t stride = 1;
  for (std::int64_t axis = shape.rank() - 1; axis >= 0; --axis) {
    const auto at = static_cast<std::size_t>(axis);
    strides[at] = stride;
    if (!axes.joined[at]) walks.rows.add_outer(shape[axis], stride);
    stride *= shape[axis];
  }
  for (const std::int64_t axis : axes.order)
    walks.pieces.add_outer(shape[axis], strides[static_cast<std::size_t>(axis)]);
  return walks;
}

class ReduceJoin final : public Op {
 public:
  ReduceJoin(ReduceJoinOptions options, bool takes_axes)
      : options_(std::move(options)), takes_axes_(takes_axes) {}

  std::string_view name() const override { return "reduce_join"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    const std::size_t expected = takes_axes_ ? 2 : 1;
    if (inputs.size() != expected)
      return invalid_argument(fmt::format("takes {} inputs, got {}", expected, inputs.size()));
    if (inputs[0].dtype != DType::kString)
      return invalid_argument(
          fmt::format("input is {}; it must be string", to_string(inputs[0].dtype)));
    if (takes_axes_) WEFT_TRY(check_axes_value(inputs[1]));
    WEFT_TRY_ASSIGN(PartialShape shape, result_shape(inputs));
    return Specs{{.dtype = DType::kString, .shape = std::move(shape)}};
  }

  Status run(OpContext& context) const override {
    const Tensor& input = context.input(0);
    const Tensor* axes_value = takes_axes_ ? &context.input(1) : nullptr;
    if (axes_value != nullptr) WEFT_TRY(check_axes_shape(axes_value->shape()));
    WEFT_TRY_ASSIGN(const JoinedAxes axes, axes_of(axes_value, input.shape().rank()));
    const Shape shape(joined_dims(input.shape().dims(), axes, options_.keep_dims));
    WEFT_TRY_ASSIGN(const std::int64_t rows, shape.num_elements());
    // As many rows as elements: each row is one element.
    if (rows > 0 && rows == input.size() && context.tuning().zero_copy) {
      WEFT_TRY_ASSIGN(Tensor shared, input.reshaped(shape));
      context.set_output(0, std::move(shared));
      return Status();
    }
    return join(context, shape, rows, axes);
  }

 private:
  static Status check_axes_shape(const PartialShape& shape) {
    if (!shape.rank_known() || shape.rank() <= 1) return Status();
    return invalid_argument(
        fmt::format("axes have shape {}; they must be a scalar or a list", shape.to_string()));
  }

  Status check_axes_value(const TensorSpec& axes) const {
    if (axes.dtype != DType::kInt32)
      return invalid_argument(
          fmt::format("axes are {}; they must be int32", to_string(axes.dtype)));
    if (!options_.axes.is_all())
      return invalid_argument("axes are given twice, as a value and as an option");
    return check_axes_shape(axes.shape);
  }

  // The axes of the option, or of a value if there is one.
  Result<JoinedAxes> axes_of(const Tensor* value, std::int64_t rank) const {
    if (value != nullptr) return check_axes(value->values<std::int32_t>(), rank);
    if (options_.axes.is_all()) return all_axes(rank);
    return check_axes(options_.axes.list(), rank);
  }

  // What is known of the shape when the graph is built.
  Result<PartialShape> result_shape(std::span<const TensorSpec> inputs) const {
    const PartialShape& input = inputs[0].shape;
    const bool axes_known = !takes_axes_ || inputs[1].constant.has_value();
    if (!axes_known) return shape_for_unknown_axes(input, inputs[1].shape);
    if (!input.rank_known()) {
      if (!takes_axes_ && options_.axes.is_all() && !options_.keep_dims) return PartialShape();
      return PartialShape::unknown_rank();
    }
    WEFT_TRY_ASSIGN(const JoinedAxes axes,
                    axes_of(takes_axes_ ? &*inputs[1].constant : nullptr, input.rank()));
    return PartialShape(joined_dims(input.dims(), axes, options_.keep_dims));
  }

  Result<PartialShape> shape_for_unknown_axes(const PartialShape& input,
                                              const PartialShape& axes) const {
    if (!input.rank_known()) return PartialShape::unknown_rank();
    if (options_.keep_dims) {
      std::vector<std::int64_t> dims(input.dims().begin(), input.dims().end());
      for (std::int64_t& dim : dims)
        if (dim != 1) dim = -1;
      return PartialShape(dims);
    }
    const std::int64_t count = !axes.rank_known() ? -1 : axes.rank() == 0 ? 1 : axes[0];
    // More axes than the input has: the run will say which one is wrong.
    if (count < 0 || count > input.rank()) return PartialShape::unknown_rank();
    if (count == 0) return input;
    return PartialShape(
        std::vector<std::int64_t>(static_cast<std::size_t>(input.rank() - count), -1));
  }

  Status join(OpContext& context, const Shape& shape, std::int64_t rows,
              const JoinedAxes& axes) const {
    const Tensor& input = context.input(0);
    const std::int64_t pieces = rows == 0 ? 0 : input.size() / rows;
    const StringSpan texts = input.values<String>();
    const Walks walks = input.size() > 0 ? walks_of(input.shape(), axes) : Walks();
    const auto for_each_grid = [&](Interval of_rows, Interval of_pieces, GridVisitor visit) {
      walks.rows.for_each_run(of_rows.begin, of_rows.end, [&](const StridedWalk::Run& row) {
        walks.pieces.for_each_run(of_pieces.begin, of_pieces.end,
                                  [&](const StridedWalk::Run& piece) {
                                    const std::int64_t first = row.offset + piece.offset;
                                    visit({.starts = texts.starts() + first,
                                           .lengths = texts.lengths() + first,
                                           .first_row = row.begin - of_rows.begin,
                                           .rows = row.count,
                                           .row_step = row.step,
                                           .first_piece = piece.begin,
                                           .pieces = piece.count,
                                           .piece_step = piece.step});
                                  });
      });
    };
    const bool consecutive = walks.rows.is_flat(pieces) && walks.pieces.is_flat(1);
    return join_pieces(context, shape,
                       {.rows = rows,
                        .pieces = pieces,
                        .text_bytes_per_row = pieces * about_text_bytes(input),
                        .facts = input.facts(),
                        .consecutive = consecutive ? &input : nullptr,
                        .for_each_grid = for_each_grid},
                       options_.separator);
  }

  ReduceJoinOptions options_;
  bool takes_axes_;
};

}  // namespace

AnyValue reduce_join_untyped(const AnyValue& input, const ReduceJoinOptions& options) {
  return add_op(std::make_shared<ReduceJoin>(options, false), {input}).front();
}

AnyValue reduce_join_untyped(const AnyValue& input, const AnyValue& axes,
                             const ReduceJoinOptions& options) {
  return add_op(std::make_shared<ReduceJoin>(options, true), {input, axes}).front();
}

}  // namespace weft
