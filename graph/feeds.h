// Feeds and Outputs: what goes into a run and what comes out, by handle or by name. Both hold
// tensors, which are shared handles: nothing is copied, and either may die at any time.
//
//   weft::Outputs out = weft::run(plan, {{text, batch}, {"scale", scale}}).value();
//   weft::Tensor lines = out[line];   // also out["line"], out[0]
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "weft/graph/plan.h"

namespace weft {

/// `{text, batch}`, `{"text", batch}`, `{text, {"a", "b"}}`.
class Feed {
 public:
  template <Handle V>
  Feed(const V& input, Tensor tensor)
      : input_(static_cast<const AnyValue&>(input)), tensor_(std::move(tensor)) {}
  Feed(std::string_view name, Tensor tensor)
      : input_(std::string(name)), tensor_(std::move(tensor)) {}
  /// Throws Error for a literal that Tensor::of would refuse.
  template <Element T>
  Feed(const Value<T>& input, const std::type_identity_t<Literal<T>>& literal)
      : Feed(input, Tensor::of<T>(literal)) {}

  const std::variant<AnyValue, std::string>& input() const { return input_; }
  const Tensor& tensor() const { return tensor_; }

 private:
  std::variant<AnyValue, std::string> input_;
  Tensor tensor_;
};

class Feeds {
 public:
  Feeds() = default;
  Feeds(std::initializer_list<Feed> feeds) : feeds_(feeds) {}
  void add(Feed feed) { feeds_.push_back(std::move(feed)); }
  const std::vector<Feed>& list() const { return feeds_; }

 private:
  std::vector<Feed> feeds_;
};

/// The tensors of a run, in the order in which the plan's outputs were asked for. Access is by
/// value (a tensor is a shared handle), so that no reference can dangle.
class WEFT_API Outputs {
 public:
  /// For executors. REQUIRES: a tensor for each output of the plan.
  Outputs(Plan plan, std::vector<Tensor> tensors)
      : plan_(std::move(plan)), tensors_(std::move(tensors)) {}

  std::size_t size() const { return tensors_.size(); }
  /// By handle, position or name ("parts:1" is the second output of the node "parts"). Throw Error
  /// if there is no such output.
  template <Handle V>
  Tensor operator[](const V& output) const {
    return by_handle(output);
  }
  template <PlainInteger I>
  Tensor operator[](I index) const {
    return by_index(static_cast<std::int64_t>(index));
  }
  Tensor operator[](std::string_view name) const { return by_name(name); }
  auto begin() const { return tensors_.begin(); }
  auto end() const { return tensors_.end(); }

 private:
  Tensor by_handle(const AnyValue& output) const;
  Tensor by_index(std::int64_t index) const;
  Tensor by_name(std::string_view name) const;
  Plan plan_;
  std::vector<Tensor> tensors_;
};

/// Puts the fed tensors into their slots, and checks them: that each feed is for an input, once,
/// with its dtype and a shape that it allows, and that no needed input is left. For executors;
/// `fed` is scratch memory. REQUIRES: a slot for each of the plan's.
WEFT_API Status bind_feeds(const PlanState& plan, const Feeds& feeds, std::span<Tensor> slots,
                           std::vector<bool>& fed);

}  // namespace weft
