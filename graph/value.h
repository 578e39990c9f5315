// Value<T> and AnyValue: handles to an output of a node of a graph that is being built. Small
// values; they share the builder's state and may outlive the Graph object. Like the graph itself,
// handles of one graph are for one thread at a time.
//
//   weft::Value<weft::String> text = graph.input<weft::String>("text");
//   weft::AnyValue any = text;                // forgets the dtype
//   weft::Value<weft::String> back(any);      // checks it
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "weft/graph/dtype.h"
#include "weft/graph/shape.h"

namespace weft {

struct GraphState;

/// A value whose dtype is known when the graph is built. A default one is empty: using it is a root
/// cause. A handle that came of a wrong call is *poisoned*: ops on it stay silent, and build()
/// reports the call.
class WEFT_API AnyValue {
 public:
  AnyValue() = default;
  AnyValue(std::shared_ptr<GraphState> state, std::size_t node, std::size_t output)
      : state_(std::move(state)), node_(node), output_(output) {}

  /// Names the node; the last name wins. Returns the same handle.
  AnyValue named(std::string_view name) const;
  /// kFloat32 for an empty or poisoned handle.
  DType dtype() const;
  /// Unknown rank for an empty or poisoned handle.
  PartialShape shape() const;
  /// The same handle, or a poisoned one and a root cause if its dtype is another.
  AnyValue checked(DType dtype) const;
  /// nullptr for an empty handle.
  const std::shared_ptr<GraphState>& state() const { return state_; }
  std::size_t node() const { return node_; }
  std::size_t output() const { return output_; }

 private:
  std::shared_ptr<GraphState> state_;
  std::size_t node_ = 0;
  std::size_t output_ = 0;
};

template <Element T>
class Value {
 public:
  Value() = default;
  /// A typed view of `any`; a root cause if its dtype is not T.
  explicit Value(const AnyValue& any) : any_(any.checked(dtype_of<T>())) {}
  operator const AnyValue&() const { return any_; }

  /// Names the node; the last name wins. Returns the same handle.
  Value named(std::string_view name) const { return any_.named(name), *this; }
  PartialShape shape() const { return any_.shape(); }

 private:
  AnyValue any_;
};

// The dtype of an operand at compile time: T, Untyped for AnyValue, void for what is no handle.
struct Untyped {};
template <class V>
struct HandleTraits {
  using Dtype = void;
};
template <Element T>
struct HandleTraits<Value<T>> {
  using Dtype = T;
};
template <>
struct HandleTraits<AnyValue> {
  using Dtype = Untyped;
};
template <class V>
using HandleDtype = typename HandleTraits<V>::Dtype;

/// Value<T> of any T, or AnyValue.
template <class V>
concept Handle = !std::same_as<HandleDtype<V>, void>;

template <class V, class T>
concept TypedHandleOf = std::same_as<V, Value<T>>;

/// Value<T>, or an AnyValue whose dtype is checked when the op is added.
template <class V, class T>
concept HandleOf = TypedHandleOf<V, T> || std::same_as<V, AnyValue>;

/// Outputs, inputs of a custom op: braces of handles of any dtypes, or a vector of one kind of
/// handle.
class AnyValues {
 public:
  AnyValues() = default;
  AnyValues(std::initializer_list<AnyValue> values) : values_(values) {}
  template <Handle V>
  AnyValues(const std::vector<V>& values) : values_(values.begin(), values.end()) {}
  const std::vector<AnyValue>& list() const { return values_; }

 private:
  std::vector<AnyValue> values_;
};

/// Braces or a vector of Value<T>; of AnyValue too.
template <Element T>
class ValuesOf {
 public:
  class Item {
   public:
    template <HandleOf<T> V>
    Item(const V& value) : any_(value) {}
    const AnyValue& any() const { return any_; }

   private:
    AnyValue any_;
  };
  ValuesOf(std::initializer_list<Item> items) {
    for (const Item& item : items) values_.push_back(item.any());
  }
  template <HandleOf<T> V>
  ValuesOf(const std::vector<V>& values) : values_(values.begin(), values.end()) {}
  const std::vector<AnyValue>& list() const { return values_; }

 private:
  std::vector<AnyValue> values_;
};

}  // namespace weft
