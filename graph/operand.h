// Operand: a handle, or a plain number or text that becomes a constant of the dtype of its
// neighbours; and the concepts by which the ops' templates choose what compiles. Plain values.
//
//   weft::add(x, 1);                       // 1 becomes a constant of x's dtype
//   weft::string_join({text, "…"});        // two StringOperands
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "weft/graph/literal.h"
#include "weft/graph/value.h"

namespace weft {

/// Value<T>, AnyValue, or a plain value of dtype T.
template <class V, class T>
concept OperandOf = HandleOf<V, T> || PlainOf<V, T>;

namespace detail {

template <class... V>
struct CommonDtype {
  using Type = void;
};
template <class First, class... Rest>
struct CommonDtype<First, Rest...> {
  using Later = typename CommonDtype<Rest...>::Type;
  static constexpr bool kFirstWins = Element<HandleDtype<First>> || std::same_as<Later, void>;
  using Type = std::conditional_t<kFirstWins, HandleDtype<First>, Later>;
};

template <class V, class T>
concept Fits = (std::same_as<T, Untyped> &&
                (Handle<V> || PlainNumber<V> || PlainText<V> || std::same_as<V, bool>)) ||
               (Element<T> && OperandOf<V, T>);

// void for operands without a handle: clang forms return types before it looks at constraints.
template <class T>
struct HandleFor {
  using Type = void;
};
template <Element T>
struct HandleFor<T> {
  using Type = Value<T>;
};
template <>
struct HandleFor<Untyped> {
  using Type = AnyValue;
};

}  // namespace detail

template <class... V>
using CommonDtype = typename detail::CommonDtype<V...>::Type;

/// At least one handle, and every other operand is a handle or a plain value of the same dtype.
template <class... V>
concept OperandsOfOneDtype =
    !std::same_as<CommonDtype<V...>, void> && (detail::Fits<V, CommonDtype<V...>> && ...);

/// Value<T> where an operand says T, else AnyValue.
template <class... V>
using CommonHandle = typename detail::HandleFor<CommonDtype<V...>>::Type;

/// Any operand, for the untyped functions behind the templates.
class Operand {
 public:
  template <Handle V>
  Operand(const V& value) : content_(static_cast<const AnyValue&>(value)) {}
  template <class P>
    requires(PlainNumber<P> || PlainText<P> || std::same_as<P, bool>)
  Operand(const P& plain) : content_(make_plain(plain)) {}

  bool is_handle() const { return content_.index() == 0; }
  /// REQUIRES: is_handle()
  const AnyValue& handle() const { return std::get<0>(content_); }
  /// REQUIRES: !is_handle()
  const Plain& plain() const { return std::get<1>(content_); }

 private:
  std::variant<AnyValue, Plain> content_;
};

/// An element of `string_join({text, "…"})`.
class StringOperand : public Operand {
 public:
  template <OperandOf<String> V>
  StringOperand(const V& operand) : Operand(operand) {}
};

/// The dtype of the first handle among `operands`: that of the plain ones beside it.
inline std::optional<DType> dtype_of_handles(const std::vector<Operand>& operands) {
  for (const Operand& operand : operands)
    if (operand.is_handle()) return operand.handle().dtype();
  return std::nullopt;
}

}  // namespace weft
