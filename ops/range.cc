#include "weft/ops/range.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "weft/ops/parallel.h"

namespace weft {

namespace {

constexpr std::array<std::string_view, 3> kNames = {"start", "limit", "delta"};

// Of the operands those that are known: all of them at run, constants when the graph is built.
template <class T>
using Operands = std::array<std::optional<T>, 3>;

template <Numeric T>
Status check_values(const Operands<T>& operands) {
  const auto& [start, limit, delta] = operands;
  if constexpr (std::floating_point<T>)
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (operands[i] && !std::isfinite(*operands[i]))
        return invalid_argument(
            fmt::format("{} is {}; it must be finite", kNames[i], *operands[i]));
  if (delta && *delta == 0) return invalid_argument("delta is 0; it must be another number");
  if (!start || !limit || !delta) return Status();
  const bool away = *delta > 0 ? *limit < *start : *limit > *start;
  if (away)
    return invalid_argument(
        fmt::format("delta {} leads from start {} away from limit {}", *delta, *start, *limit));
  return Status();
}

template <class Size>
Status too_many(Size size) {
  return resource_exhausted(fmt::format("a range of {} values is too large", size));
}

// How many values there are. REQUIRES: operands that check_values() accepts.
template <std::integral T>
Result<std::int64_t> count_values(T start, T limit, T delta) {
  // Differences modulo 2^64 are the true ones: none is that large.
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(limit);
  const auto signed_step = static_cast<std::uint64_t>(delta);
  const std::uint64_t distance = delta > 0 ? to - from : from - to;
  const std::uint64_t step = delta > 0 ? signed_step : 0 - signed_step;
  const std::uint64_t size = distance / step + (distance % step == 0 ? 0 : 1);
  if (size > std::numeric_limits<std::int64_t>::max()) return too_many(size);
  return static_cast<std::int64_t>(size);
}

template <std::floating_point T>
Result<std::int64_t> count_values(T start, T limit, T delta) {
  const T distance = std::abs(limit - start);
  const T size = std::ceil(distance / std::abs(delta));
  constexpr T kEnd = static_cast<T>(std::int64_t{1} << 62) * 2;
  if (!(size < kEnd)) return too_many(size);
  return static_cast<std::int64_t>(size);
}

// Values begin..end. In unsigned words, because the step beyond the last value may overflow.
template <std::integral T>
void write_values(T start, T delta, std::int64_t begin, std::int64_t end, T* out) {
  using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const auto step = static_cast<Word>(delta);
  Word value = static_cast<Word>(start) + static_cast<Word>(begin) * step;
  for (std::int64_t i = begin; i < end; ++i, value += step) out[i] = static_cast<T>(value);
}

template <class Index, std::floating_point T>
void write_indexed(T start, T delta, std::int64_t begin, std::int64_t end, T* out) {
  const auto last = static_cast<Index>(end);
  for (auto i = static_cast<Index>(begin); i < last; ++i)
    out[i] = start + static_cast<T>(i) * delta;
}

// A narrow index converts to the same float, and there are vector instructions for it everywhere.
template <std::floating_point T>
void write_values(T start, T delta, std::int64_t begin, std::int64_t end, T* out) {
  if (end <= std::numeric_limits<std::int32_t>::max())
    write_indexed<std::int32_t>(start, delta, begin, end, out);
  else
    write_indexed<std::int64_t>(start, delta, begin, end, out);
}

// The number of values, or -1 if it does not follow from constants alone.
template <Numeric T>
Result<std::int64_t> infer_size(std::span<const TensorSpec> inputs) {
  Operands<T> operands;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (inputs[i].constant) operands[i] = inputs[i].constant->values<T>().front();
  WEFT_TRY(check_values(operands));
  const auto& [start, limit, delta] = operands;
  if (!start || !limit || !delta) return std::int64_t{-1};
  return count_values(*start, *limit, *delta);
}

template <Numeric T>
Status run_typed(OpContext& context) {
  const T start = context.input(0).values<T>().front();
  const T limit = context.input(1).values<T>().front();
  const T delta = context.input(2).values<T>().front();
  WEFT_TRY(check_values<T>({start, limit, delta}));
  WEFT_TRY_ASSIGN(const std::int64_t size, count_values(start, limit, delta));
  WEFT_TRY_ASSIGN(const std::span<T> result, context.allocate<T>(0, {size}));
  T* out = result.data();
  return for_chunks(context, size, sizeof(T), [=](std::int64_t begin, std::int64_t end) {
    write_values(start, delta, begin, end, out);
    return Status();
  });
}

class Range final : public Op {
 public:
  std::string_view name() const override { return "range"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    const DType dtype = inputs[0].dtype;
    if (inputs[1].dtype != dtype || inputs[2].dtype != dtype)
      return invalid_argument(
          fmt::format("start is {}, limit is {}, delta is {}; they must be the same",
                      to_string(dtype), to_string(inputs[1].dtype), to_string(inputs[2].dtype)));
    if (!is_numeric(dtype)) return no_range_of(dtype);
    for (std::size_t i = 0; i < inputs.size(); ++i) WEFT_TRY(check_scalar(i, inputs[i].shape));
    return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) -> Result<Specs> {
      if constexpr (Numeric<T>) {
        WEFT_TRY_ASSIGN(const std::int64_t size, infer_size<T>(inputs));
        return Specs{{.dtype = dtype_of<T>(), .shape = {size}}};
      } else {
        return no_range_of(dtype_of<T>());
      }
    });
  }

  Status run(OpContext& context) const override {
    for (std::size_t i = 0; i < kNames.size(); ++i)
      WEFT_TRY(check_scalar(i, context.input(i).shape()));
    return visit_dtype(context.input(0).dtype(), [&]<class T>(std::type_identity<T>) -> Status {
      if constexpr (Numeric<T>)
        return run_typed<T>(context);
      else
        return no_range_of(dtype_of<T>());
    });
  }

 private:
  static Status no_range_of(DType dtype) {
    return invalid_argument(
        fmt::format("start, limit and delta are {}; they must be numbers", to_string(dtype)));
  }

  static Status check_scalar(std::size_t operand, const PartialShape& shape) {
    if (!shape.rank_known() || shape.rank() == 0) return Status();
    return invalid_argument(
        fmt::format("{} has shape {}; it must be a scalar", kNames[operand], shape.to_string()));
  }
};

}  // namespace

AnyValue range_untyped(const std::shared_ptr<GraphState>& graph, DType plain_dtype,
                       const Operand& start, const Operand& limit, const Operand& delta) {
  const std::vector<Operand> operands = {start, limit, delta};
  Graph owner = graph ? Graph::of(graph) : graph_of(operands);
  return owner
      .add_op_on_operands(std::make_shared<Range>(), operands,
                          dtype_of_handles(operands).value_or(plain_dtype))
      .front();
}

}  // namespace weft
