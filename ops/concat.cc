#include "weft/ops/concat.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "weft/ops/parts.h"
#include "weft/ops/row_moves.h"

namespace weft {

namespace {

class Concat final : public Op {
 public:
  explicit Concat(std::int64_t axis) : axis_(axis) {}

  std::string_view name() const override { return "concat"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    WEFT_TRY(parts::check_dtypes(inputs));
    std::vector<PartialShape> shapes;
    for (const TensorSpec& input : inputs) shapes.push_back(input.shape);
    WEFT_TRY_ASSIGN(PartialShape shape, result_shape(shapes));
    return Specs{{.dtype = inputs[0].dtype, .shape = std::move(shape)}};
  }

  Status run(OpContext& context) const override {
    std::vector<PartialShape> shapes;
    for (std::size_t i = 0; i < context.num_inputs(); ++i)
      shapes.push_back(context.input(i).shape());
    WEFT_TRY_ASSIGN(const PartialShape shape, result_shape(shapes));
    return parts::lay_out(context, shape.to_shape(), *wrap_axis(axis_, shape.rank()));
  }

 private:
  Result<PartialShape> result_shape(std::span<const PartialShape> shapes) const {
    const auto known = std::find_if(shapes.begin(), shapes.end(),
                                    [](const PartialShape& shape) { return shape.rank_known(); });
    if (known == shapes.end()) return PartialShape::unknown_rank();
    const auto axis = wrap_axis(axis_, known->rank());
    if (!axis)
      return invalid_argument(
          fmt::format("axis {} is out of range for rank {}", axis_, known->rank()));
    PartialShape common = with_dim(*known, *axis, -1);
    for (const PartialShape& shape : shapes) {
      if (!fits(shape, common, *axis)) return do_not_fit(shapes, shape, *axis);
      if (shape.rank_known()) common = row_moves::merge_shapes(common, with_dim(shape, *axis, -1));
    }
    WEFT_TRY_ASSIGN(const std::int64_t along, sum_along(shapes, *axis));
    return with_dim(common, *axis, along);
  }

  static PartialShape with_dim(const PartialShape& shape, std::int64_t axis, std::int64_t dim) {
    std::vector<std::int64_t> dims(shape.dims().begin(), shape.dims().end());
    dims[static_cast<std::size_t>(axis)] = dim;
    return PartialShape(dims);
  }

  // Whether the two may be the same but for the axis.
  static bool fits(const PartialShape& a, const PartialShape& b, std::int64_t axis) {
    if (!a.rank_known() || !b.rank_known()) return true;
    return a.rank() == b.rank() && with_dim(a, axis, -1).compatible_with(with_dim(b, axis, -1));
  }

  // REQUIRES: a part before `shape`, which is one of `shapes`, does not fit it.
  Status do_not_fit(std::span<const PartialShape> shapes, const PartialShape& shape,
                    std::int64_t axis) const {
    std::size_t other = 0;
    while (fits(shape, shapes[other], axis)) ++other;
    return invalid_argument(fmt::format(
        "parts[{}] has shape {}, parts[{}] has shape {}; they must be the same but for "
        "axis {}",
        other, shapes[other].to_string(), &shape - shapes.data(), shape.to_string(), axis_));
  }

  // The size of the result's axis; -1 if that of a part is not known.
  static Result<std::int64_t> sum_along(std::span<const PartialShape> shapes, std::int64_t axis) {
    std::int64_t sum = 0;
    for (const PartialShape& shape : shapes) {
      if (!shape.rank_known() || shape[axis] == -1) return -1;
      const auto next = checked_add(sum, shape[axis]);
      if (!next)
        return resource_exhausted(
            fmt::format("the sizes along axis {} add up to more than 64 bits count", axis));
      sum = *next;
    }
    return sum;
  }

  std::int64_t axis_;
};

}  // namespace

AnyValue concat_untyped(const AnyValues& parts, std::int64_t axis) {
  return add_op(std::make_shared<Concat>(axis), parts).front();
}

}  // namespace weft
