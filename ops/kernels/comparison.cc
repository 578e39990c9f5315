#include "weft/ops/kernels/comparison.h"

#include <cstring>

#include "weft/ops/kernels/broadcast_pair.h"

namespace weft {

namespace {

// Lengths first: they lie in a column of their own, and most texts that differ differ there.
inline bool same_text(const char* a, std::uint32_t a_length, const char* b,
                      std::uint32_t b_length) {
  return a_length == b_length && std::memcmp(a, b, a_length) == 0;
}

// The result of a comparison that finds the elements the same, or not.
template <Comparison kComparison>
constexpr bool verdict(bool same) {
  return same == (kComparison == Comparison::kEqual);
}

template <Comparison kComparison>
class Compare final : public Op {
 public:
  std::string_view name() const override {
    return kComparison == Comparison::kEqual ? "equal" : "not_equal";
  }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    WEFT_TRY_ASSIGN(PartialShape shape, infer_pair_shape(inputs));
    return Specs{{.dtype = DType::kBool, .shape = std::move(shape)}};
  }

  Status run(OpContext& context) const override {
    const Tensor& a = context.input(0);
    const Tensor& b = context.input(1);
    WEFT_TRY_ASSIGN(const Shape shape, pair_shape(a.shape(), b.shape()));
    WEFT_TRY_ASSIGN(const std::span<bool> out, context.allocate<bool>(0, shape));
    const PairWalk walk(shape, {&a.shape(), &b.shape()});
    return visit_dtype(a.dtype(), [&]<class T>(std::type_identity<T>) {
      return compare_all<T>(context, walk, out.data());
    });
  }

 private:
  template <FixedWidth T>
  static Status compare_all(OpContext& context, const PairWalk& walk, bool* out) {
    const T* a = context.input(0).values<T>().data();
    const T* b = context.input(1).values<T>().data();
    return for_each_pair(context, walk, 2 * sizeof(T) + sizeof(bool),
                         [=](std::int64_t row, std::int64_t i, std::int64_t j) {
                           out[row] = verdict<kComparison>(a[i] == b[j]);
                         });
  }

  template <std::same_as<String> T>
  static Status compare_all(OpContext& context, const PairWalk& walk, bool* out) {
    const StringSpan a = context.input(0).values<String>();
    const StringSpan b = context.input(1).values<String>();
    const std::uint32_t longest =
        std::min(context.input(0).facts().max_length, context.input(1).facts().max_length);
    const std::int64_t bytes_per_row = 25 + 2 * std::min<std::int64_t>(longest, 64);
    return for_each_pair(
        context, walk, bytes_per_row,
        [out, a_starts = a.starts(), a_lengths = a.lengths(), b_starts = b.starts(),
         b_lengths = b.lengths()](std::int64_t row, std::int64_t i, std::int64_t j) {
          out[row] =
              verdict<kComparison>(same_text(a_starts[i], a_lengths[i], b_starts[j], b_lengths[j]));
        });
  }
};

std::shared_ptr<const Op> make_op(Comparison comparison) {
  if (comparison == Comparison::kEqual) return std::make_shared<Compare<Comparison::kEqual>>();
  return std::make_shared<Compare<Comparison::kNotEqual>>();
}

}  // namespace

AnyValue compare(Comparison comparison, const Operand& a, const Operand& b) {
  const std::vector<Operand> operands = {a, b};
  const DType plain = dtype_of_handles(operands).value_or(DType::kInt32);
  return graph_of(operands).add_op_on_operands(make_op(comparison), operands, plain).front();
}

}  // namespace weft
