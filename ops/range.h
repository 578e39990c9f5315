// range(start, limit, delta): start, start + delta, and so on, as long as limit is not reached.
//
//   range(graph, 0, 6)           -> [0,1,2,3,4,5], int32
//   range(graph, 5, 0, -2)       -> [5,3,1]
//   range(graph, 0, 1, 0.25)     -> [0,0.25,0.5,0.75], float64
//   range(graph, 3, 3)           -> []
//
// The operands are scalars of one numeric dtype, which is that of the result, of rank 1. There are
// ceil(|limit - start| / |delta|) values, and value i is start + i * delta: for integers exactly,
// at the ends of the type too, for floats with every operation rounded in that type. A delta of 0,
// a limit on the other side of start, and a NaN or an infinity are kInvalidArgument; more values
// than can be counted or allocated are kResourceExhausted with their number or size. Where all
// operands are constants this is found when the graph is built, and so is the size of the result.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

template <class... V>
concept RangeOperands = OperandsOfOneDtype<V...> && !OneOf<CommonDtype<V...>, String, bool>;

template <class... P>
concept PlainNumbers = (PlainNumber<P> && ...);

namespace detail {
// int is int32, long and long long int64, 0.5 is float64: as common_type of the plain operands
// says.
template <PlainNumber P>
constexpr auto plain_element() {
  if constexpr (std::floating_point<P>)
    return std::conditional_t<sizeof(P) == 4, float, double>();
  else if constexpr (std::unsigned_integral<P>)
    return std::conditional_t<sizeof(P) <= 4, std::uint32_t, std::uint64_t>();
  else
    return std::conditional_t<sizeof(P) <= 4, std::int32_t, std::int64_t>();
}
}  // namespace detail
template <class... P>
using PlainElement = decltype(detail::plain_element<std::common_type_t<P...>>());

/// The untyped form. Plain operands become constants of the handles' dtype, or of `plain_dtype` if
/// there is no handle; `graph` may be nullptr if there is one.
WEFT_API AnyValue range_untyped(const std::shared_ptr<GraphState>& graph, DType plain_dtype,
                                const Operand& start, const Operand& limit, const Operand& delta);

/// Plain numbers: int gives int32, std::int64_t gives int64, a fraction float64.
template <class Start, class Limit, class Delta = int>
  requires PlainNumbers<Start, Limit, Delta>
Value<PlainElement<Start, Limit, Delta>> range(Graph& graph, const Start& start, const Limit& limit,
                                               const Delta& delta = 1) {
  using T = PlainElement<Start, Limit, Delta>;
  return Value<T>(range_untyped(graph.state(), dtype_of<T>(), start, limit, delta));
}
/// With a graph and at least one handle: the graph is not needed, but is allowed.
template <class Start, class Limit, class Delta = int>
  requires RangeOperands<Start, Limit, Delta>
CommonHandle<Start, Limit, Delta> range(Graph& graph, const Start& start, const Limit& limit,
                                        const Delta& delta = 1) {
  return CommonHandle<Start, Limit, Delta>(
      range_untyped(graph.state(), DType::kInt32, start, limit, delta));
}
template <class Start, class Limit, class Delta = int>
  requires RangeOperands<Start, Limit, Delta>
CommonHandle<Start, Limit, Delta> range(const Start& start, const Limit& limit,
                                        const Delta& delta = 1) {
  return CommonHandle<Start, Limit, Delta>(
      range_untyped(nullptr, DType::kInt32, start, limit, delta));
}

}  // namespace weft
