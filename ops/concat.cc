#include "weft/ops/concat.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "weft/ops/kernels/parts.h"

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
    const auto at = static_cast<std::size_t>(*axis);
    std::vector<std::int64_t> dims(known->dims().begin(), known->dims().end());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!fits(shapes[i], dims, at)) return does_not_fit(shapes, i, at);
      if (!shapes[i].rank_known()) continue;
      for (std::size_t k = 0; k < dims.size(); ++k)
        if (dims[k] == -1) dims[k] = shapes[i].dims()[k];
    }
    WEFT_TRY_ASSIGN(dims[at], sum_along(shapes, *axis));
    return PartialShape(dims);
  }

  // Whether both may be the same but for the axis.
  static bool fits(const PartialShape& shape, std::span<const std::int64_t> dims,
                   std::size_t axis) {
    if (!shape.rank_known()) return true;
    const auto own = shape.dims();
    if (own.size() != dims.size()) return false;
    for (std::size_t k = 0; k < dims.size(); ++k)
      if (k != axis && own[k] != dims[k] && own[k] != -1 && dims[k] != -1) return false;
    return true;
  }

  // REQUIRES: a part before `number` does not fit it.
  Status does_not_fit(std::span<const PartialShape> shapes, std::size_t number,
                      std::size_t axis) const {
    std::size_t other = 0;
    while (!shapes[other].rank_known() || fits(shapes[number], shapes[other].dims(), axis)) ++other;
    return invalid_argument(
        fmt::format("parts[{}] has shape {}, parts[{}] has shape {}; they must be the same but for "
                    "axis {}",
                    other, shapes[other].to_string(), number, shapes[number].to_string(), axis_));
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
