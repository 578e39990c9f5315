#include "weft/ops/stack.h"

#include <fmt/format.h>

#include <vector>

#include "weft/ops/kernels/parts.h"
#include "weft/ops/kernels/row_moves.h"

namespace weft {

namespace {

class Stack final : public Op {
 public:
  explicit Stack(std::int64_t axis) : axis_(axis) {}

  std::string_view name() const override { return "stack"; }
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
    PartialShape common = PartialShape::unknown_rank();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (!shapes[i].compatible_with(common)) {
        std::size_t other = 0;
        while (shapes[i].compatible_with(shapes[other])) ++other;
        return invalid_argument(
            fmt::format("parts[{}] has shape {}, parts[{}] has shape {}; they must be the same",
                        other, shapes[other].to_string(), i, shapes[i].to_string()));
      }
      common = row_moves::merge_shapes(common, shapes[i]);
    }
    if (!common.rank_known()) return common;
    const std::int64_t rank = common.rank() + 1;
    const auto axis = wrap_axis(axis_, rank);
    if (!axis)
      return invalid_argument(
          fmt::format("axis {} is out of range for a result of rank {}", axis_, rank));
    std::vector<std::int64_t> dims(common.dims().begin(), common.dims().end());
    dims.insert(dims.begin() + *axis, static_cast<std::int64_t>(shapes.size()));
    return PartialShape(dims);
  }

  std::int64_t axis_;
};

}  // namespace

AnyValue stack_untyped(const AnyValues& parts, std::int64_t axis) {
  return add_op(std::make_shared<Stack>(axis), parts).front();
}

}  // namespace weft
