#include "weft/ops/element.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "weft/ops/kernels/row_moves.h"
#include "weft/ops/parallel.h"

namespace weft {

namespace {

class ElementOf final : public Op {
 public:
  explicit ElementOf(std::int64_t index) : index_(index) {}

  std::string_view name() const override { return "element"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (inputs.size() != 1)
      return invalid_argument(fmt::format("takes 1 input, got {}", inputs.size()));
    WEFT_TRY(position_in(inputs[0].shape));
    return Specs{{.dtype = inputs[0].dtype, .shape = rest_of(inputs[0].shape)}};
  }

  Status run(OpContext& context) const override {
    const Tensor& x = context.input(0);
    WEFT_TRY_ASSIGN(const std::int64_t position, position_in(x.shape()));
    const Shape shape(x.shape().dims().subspan(1));
    const std::int64_t elements = x.size() / x.shape()[0];
    const std::array<const Tensor*, 1> inputs = {&x};
    row_moves::Origin origin = row_moves::common_origin(inputs);
    origin.facts.contiguous = x.facts().contiguous;
    WEFT_TRY_ASSIGN(const row_moves::WriteColumns to,
                    row_moves::allocate_output(context, 0, x.dtype(), shape, origin));
    const row_moves::ReadColumns from = row_moves::columns_of(x);
    const std::array<std::int64_t, 2> widths = row_moves::element_widths(x.dtype());
    return for_chunks(
        context, elements, 2 * element_bytes(x.dtype()), [&](std::int64_t begin, std::int64_t end) {
          for (std::size_t column = 0; column < 2; ++column)
            if (widths[column] > 0)
              std::memcpy(to[column] + begin * widths[column],
                          from[column] + (position * elements + begin) * widths[column],
                          static_cast<std::size_t>((end - begin) * widths[column]));
          return Status();
        });
  }

 private:
  // The index from the front; as it was given where the size of the axis is not known.
  Result<std::int64_t> position_in(const PartialShape& shape) const {
    if (!shape.rank_known()) return index_;
    if (shape.rank() > 0 && shape[0] == -1) return index_;
    const auto position = wrap_axis(index_, shape.rank() == 0 ? 0 : shape[0]);
    if (!position)
      return invalid_argument(
          fmt::format("index {} is out of range for shape {}", index_, shape.to_string()));
    return *position;
  }

  static PartialShape rest_of(const PartialShape& shape) {
    if (!shape.rank_known()) return shape;
    return PartialShape(shape.dims().subspan(1));
  }

  std::int64_t index_;
};

}  // namespace

AnyValue element_untyped(const AnyValue& x, std::int64_t index) {
  return add_op(std::make_shared<ElementOf>(index), {x}).front();
}

}  // namespace weft
