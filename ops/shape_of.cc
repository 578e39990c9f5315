#include "weft/ops/shape_of.h"

#include <fmt/format.h>

#include <limits>

namespace weft {

namespace {

// That every known dim fits T.
template <class T>
Status check_dims(const PartialShape& shape) {
  for (std::int64_t axis = 0; axis < shape.rank(); ++axis)
    if (shape[axis] > std::numeric_limits<T>::max())
      return invalid_argument(fmt::format("dimension {} of axis {} does not fit {}; x has shape {}",
                                          shape[axis], axis, to_string(dtype_of<T>()),
                                          shape.to_string()));
  return Status();
}

template <class T>
void copy_dims(std::span<const std::int64_t> dims, std::span<T> out) {
  for (std::size_t axis = 0; axis < out.size(); ++axis) out[axis] = static_cast<T>(dims[axis]);
}

template <class T>
Result<Specs> infer_dims(const PartialShape& shape) {
  if (!shape.rank_known()) return Specs{{.dtype = dtype_of<T>(), .shape = {-1}}};
  WEFT_TRY(check_dims<T>(shape));
  if (!shape.fully_known()) return Specs{{.dtype = dtype_of<T>(), .shape = {shape.rank()}}};
  WEFT_TRY_ASSIGN(TensorBuilder<T> builder, Tensor::builder<T>({shape.rank()}));
  copy_dims(shape.dims(), builder.values());
  return Specs{{dtype_of<T>(), {shape.rank()}, std::move(builder).build()}};
}

template <class T>
Status write_dims(OpContext& context) {
  const Shape& shape = context.input(0).shape();
  WEFT_TRY(check_dims<T>(shape));
  WEFT_TRY_ASSIGN(const std::span<T> out, context.allocate<T>(0, {shape.rank()}));
  copy_dims(shape.dims(), out);
  return Status();
}

class ShapeOf final : public Op {
 public:
  explicit ShapeOf(DType dtype) : dtype_(dtype) {}

  std::string_view name() const override { return "shape_of"; }
  OpForm form() const override { return {.pure = true, .constant_time = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (dtype_ == DType::kInt32) return infer_dims<std::int32_t>(inputs[0].shape);
    if (dtype_ == DType::kInt64) return infer_dims<std::int64_t>(inputs[0].shape);
    return invalid_argument(
        fmt::format("the dtype is {}; it must be int32 or int64", to_string(dtype_)));
  }

  Status run(OpContext& context) const override {
    if (dtype_ == DType::kInt32) return write_dims<std::int32_t>(context);
    return write_dims<std::int64_t>(context);
  }

 private:
  DType dtype_;
};

}  // namespace

AnyValue shape_of_untyped(const AnyValue& x, DType dtype) {
  return add_op(std::make_shared<ShapeOf>(dtype), {x}).front();
}

}  // namespace weft
