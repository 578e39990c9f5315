#include "weft/ops/reshape.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {

namespace {

// Whether `shape` may be asked for, whatever x is: its rank, its dims, and that a dim of -1 can be
// told from the number of elements.
Status check_asked(const PartialShape& shape) {
  if (!shape.rank_known()) return invalid_argument("the rank of the new shape must be known");
  WEFT_TRY(shape.validate());
  const auto dims = shape.dims();
  const auto open = std::count(dims.begin(), dims.end(), -1);
  if (open > 1)
    return invalid_argument(fmt::format("new shape {} has {} dimensions of -1; one may be open",
                                        shape.to_string(), open));
  if (open == 1 && std::find(dims.begin(), dims.end(), 0) != dims.end())
    return invalid_argument(
        fmt::format("new shape {} leaves a dimension open beside one of 0; it could be anything",
                    shape.to_string()));
  return Status();
}

// How many elements x has, where that is known.
Result<std::optional<std::int64_t>> known_elements(const PartialShape& x) {
  if (!x.rank_known()) return std::optional<std::int64_t>();
  const auto dims = x.dims();
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return std::optional<std::int64_t>(0);
  if (!x.fully_known()) return std::optional<std::int64_t>();
  WEFT_TRY_ASSIGN(const std::int64_t elements, x.to_shape().num_elements());
  return std::optional<std::int64_t>(elements);
}

// `asked` with its open dim filled in, where the number of elements of x is known.
Result<PartialShape> resolve(const PartialShape& x, const PartialShape& asked) {
  WEFT_TRY(check_asked(asked));
  std::vector<std::int64_t> dims(asked.dims().begin(), asked.dims().end());
  const auto open = std::find(dims.begin(), dims.end(), -1);
  if (open != dims.end()) *open = 1;
  WEFT_TRY_ASSIGN(const std::int64_t others, Shape(dims).num_elements());
  WEFT_TRY_ASSIGN(const std::optional<std::int64_t> elements, known_elements(x));
  if (!elements) return asked;
  // Without an open dim every remainder counts. `others` is 0 only then.
  const bool fits = open == dims.end() ? *elements == others : *elements % others == 0;
  if (!fits)
    return invalid_argument(fmt::format("x has shape {} and {} elements; new shape {} does not fit",
                                        x.to_string(), *elements, asked.to_string()));
  if (open != dims.end()) *open = *elements / others;
  return PartialShape(dims);
}

// What is known of x under a new shape.
TensorSpec reshaped(const TensorSpec& x, PartialShape shape) {
  if (!x.constant) return {.dtype = x.dtype, .shape = std::move(shape)};
  // A constant has a known shape, so the new one is known too, and fits.
  return {
      .dtype = x.dtype, .shape = shape, .constant = x.constant->reshaped(shape.to_shape()).value()};
}

Status share(OpContext& context, const PartialShape& asked) {
  const Tensor& x = context.input(0);
  WEFT_TRY_ASSIGN(const PartialShape shape, resolve(x.shape(), asked));
  WEFT_TRY_ASSIGN(Tensor result, x.reshaped(shape.to_shape()));
  context.set_output(0, std::move(result));
  return Status();
}

class Reshape final : public Op {
 public:
  explicit Reshape(PartialShape shape) : shape_(std::move(shape)) {}

  std::string_view name() const override { return "reshape"; }
  OpForm form() const override { return {.pure = true, .constant_time = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    WEFT_TRY_ASSIGN(PartialShape shape, resolve(inputs[0].shape, shape_));
    return Specs{reshaped(inputs[0], std::move(shape))};
  }

  Status run(OpContext& context) const override { return share(context, shape_); }

 private:
  PartialShape shape_;
};

// The shape is a value: known at run, or when the graph is built if it is a constant.
class ReshapeToValue final : public Op {
 public:
  std::string_view name() const override { return "reshape"; }
  OpForm form() const override { return {.pure = true, .constant_time = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    const TensorSpec& shape = inputs[1];
    if (shape.dtype != DType::kInt32 && shape.dtype != DType::kInt64)
      return invalid_argument(
          fmt::format("shape is {}; it must be int32 or int64", to_string(shape.dtype)));
    WEFT_TRY(check_value(shape.shape));
    if (shape.constant) {
      WEFT_TRY_ASSIGN(PartialShape known, resolve(inputs[0].shape, dims_of(*shape.constant)));
      return Specs{reshaped(inputs[0], std::move(known))};
    }
    return Specs{{.dtype = inputs[0].dtype, .shape = open_shape(shape.shape)}};
  }

  Status run(OpContext& context) const override {
    WEFT_TRY(check_value(context.input(1).shape()));
    return share(context, dims_of(context.input(1)));
  }

 private:
  static Status check_value(const PartialShape& shape) {
    if (!shape.rank_known()) return Status();
    if (shape.rank() != 1)
      return invalid_argument(
          fmt::format("shape has shape {}; it must have rank 1", shape.to_string()));
    if (shape[0] > kMaxRank)
      return invalid_argument(
          fmt::format("rank {} is above the highest rank, {}", shape[0], kMaxRank));
    return Status();
  }

  // What is known of the result by the shape of the value alone: its rank.
  static PartialShape open_shape(const PartialShape& value) {
    if (!value.fully_known()) return PartialShape::unknown_rank();
    return PartialShape(std::vector<std::int64_t>(static_cast<std::size_t>(value[0]), -1));
  }

  static PartialShape dims_of(const Tensor& shape) {
    std::vector<std::int64_t> dims(static_cast<std::size_t>(shape.size()));
    const auto copy = [&](const auto& values) {
      std::copy(values.begin(), values.end(), dims.begin());
    };
    if (shape.dtype() == DType::kInt32)
      copy(shape.values<std::int32_t>());
    else
      copy(shape.values<std::int64_t>());
    return PartialShape(dims);
  }
};

}  // namespace

AnyValue reshape_untyped(const AnyValue& x, const PartialShape& shape) {
  return add_op(std::make_shared<Reshape>(shape), {x}).front();
}

AnyValue reshape_untyped(const AnyValue& x, const AnyValue& shape) {
  return add_op(std::make_shared<ReshapeToValue>(), {x, shape}).front();
}

}  // namespace weft
