#include "weft/ops/kernels/broadcast_pair.h"

#include <fmt/format.h>

namespace weft {

namespace {

template <class AnyShape>
Status do_not_broadcast(const AnyShape& a, const AnyShape& b) {
  return invalid_argument(fmt::format("a has shape {}, b has shape {}; they do not broadcast",
                                      a.to_string(), b.to_string()));
}

}  // namespace

Result<PartialShape> infer_pair_shape(std::span<const TensorSpec> inputs) {
  const TensorSpec& a = inputs[0];
  const TensorSpec& b = inputs[1];
  if (a.dtype != b.dtype)
    return invalid_argument(fmt::format("a is {}, b is {}; they must be the same",
                                        to_string(a.dtype), to_string(b.dtype)));
  std::optional<PartialShape> shape = broadcast(a.shape, b.shape);
  if (!shape) return do_not_broadcast(a.shape, b.shape);
  return *std::move(shape);
}

Result<Shape> pair_shape(const Shape& a, const Shape& b) {
  // The usual case, an operand of one element, needs no arithmetic on shapes.
  if (b.rank() == 0) return a;
  if (a.rank() == 0) return b;
  std::optional<Shape> shape = broadcast(a, b);
  if (!shape) return do_not_broadcast(a, b);
  WEFT_TRY(shape->num_elements());
  return *std::move(shape);
}

}  // namespace weft
