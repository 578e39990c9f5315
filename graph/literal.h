// Literal<T>: a value or a braced list of literals, any depth. The parameter type of
// Tensor::of<T>() and Graph::constant<T>(); do not store one.
//
//   weft::Tensor matrix = weft::Tensor::of<float>({{1, 2}, {3, 4}});
//   weft::Tensor scalar = weft::Tensor::of<weft::String>("text");
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "weft/graph/dtype.h"

namespace weft {

/// A number, bool or text before its dtype is known. Numbers keep their exact value.
// A string, not a view: plain operands outlive the call that made them.
using Plain = std::variant<bool, std::int64_t, std::uint64_t, double, std::string>;

template <class P>
Plain make_plain(const P& plain) {
  if constexpr (PlainText<P>)
    return std::string(std::string_view(plain));
  else if constexpr (std::same_as<P, bool>)
    return plain;
  else if constexpr (std::floating_point<P>)
    return static_cast<double>(plain);
  else if constexpr (std::unsigned_integral<P>)
    return static_cast<std::uint64_t>(plain);
  else
    return static_cast<std::int64_t>(plain);
}

template <Element T>
class Literal {
 public:
  template <PlainOf<T> P>
  Literal(const P& plain) : leaf_(make_plain(plain)), is_leaf_(true) {}
  Literal(std::initializer_list<Literal> list) : list_(list) {}

  bool is_leaf() const { return is_leaf_; }
  const Plain& leaf() const { return leaf_; }
  const std::vector<Literal>& list() const { return list_; }

 private:
  Plain leaf_;
  std::vector<Literal> list_;
  bool is_leaf_ = false;
};

/// A literal taken apart: its leaves, row-major, and the shape that its braces spell.
struct FlatLiteral {
  std::vector<Plain> leaves = {};
  std::vector<std::int64_t> dims = {};
  bool ragged = false;
};

namespace detail {
template <class T>
void flatten_into(const Literal<T>& literal, std::size_t depth, FlatLiteral& flat) {
  if (literal.is_leaf()) {
    flat.ragged |= depth != flat.dims.size();
    flat.leaves.push_back(literal.leaf());
    return;
  }
  const auto size = static_cast<std::int64_t>(literal.list().size());
  // The first list met at a depth says the dim, as long as no leaf or empty list ended it before.
  // Not push_back(), in which g++ 12 warns of an array bound at -O3.
  if (depth == flat.dims.size() && flat.leaves.empty() && !flat.ragged)
    flat.dims.resize(depth + 1, size);
  flat.ragged |= depth >= flat.dims.size() || flat.dims[depth] != size;
  for (const Literal<T>& part : literal.list()) flatten_into(part, depth + 1, flat);
}
}  // namespace detail

template <class T>
FlatLiteral flatten(const Literal<T>& literal) {
  FlatLiteral flat;
  detail::flatten_into(literal, 0, flat);
  return flat;
}

}  // namespace weft
