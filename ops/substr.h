// substr(input, pos, len, {unit}): a substring of every element. The result shares the input's
// bytes: no text is copied.
//
//   substr(["Hello","World"], 1, 3)                         -> ["ell","orl"]
//   substr("日本語", -2, 1, {.unit = TextUnit::kUtf8Char})   -> "本"
//   substr("Hello", [0,5], [2,2])                           -> ["He",""]
//
// Shapes: input and pos broadcast to each other by numpy's rules, at any rank; len has pos's shape.
// A negative pos counts from the end. pos may be the end itself (the result is empty) but not lie
// beyond it, and a negative one not before the beginning: kInvalidArgument with the position, pos
// and the element of the lowest row. A negative len means the whole rest; a len beyond the end
// stops there. Any pos and len of their type are safe. In kUtf8Char both count characters, see
// weft/ops/text_unit.h; malformed text is no error and nothing is repaired. A result without
// elements checks no pos.
#pragma once

#include "weft/graph/graph.h"
#include "weft/ops/text_unit.h"

namespace weft {

struct SubstrOptions {
  /// What pos and len count.
  TextUnit unit = TextUnit::kByte;
};

template <class V>
concept Position = OperandOf<V, std::int32_t> || OperandOf<V, std::int64_t>;

/// Both of int32 or both of int64; plain integers take the other's dtype, int64 if both are plain.
template <class Pos, class Len>
concept Positions = Position<Pos> && Position<Len> &&
                    ((PlainInteger<Pos> && PlainInteger<Len>) || OperandsOfOneDtype<Pos, Len>);

/// The untyped form: dtypes are checked here and now, and a wrong one is a root cause.
WEFT_API AnyValue substr_untyped(const AnyValue& input, const Operand& pos, const Operand& len,
                                 const SubstrOptions& options);

template <HandleOf<String> Text, class Pos, class Len>
  requires Positions<Pos, Len>
Value<String> substr(const Text& input, const Pos& pos, const Len& len,
                     const SubstrOptions& options = {}) {
  return Value<String>(substr_untyped(input, pos, len, options));
}

}  // namespace weft
