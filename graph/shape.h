// Shape (all dims known) and PartialShape (-1 for an unknown dim; the rank itself may be unknown),
// Axes, and the arithmetic on dims that cannot overflow unseen. Plain values: copy them freely; up
// to four dims take no heap memory. Printed without spaces, unknown dims as `?`.
//
//   weft::Shape shape = {2, 3};
//   weft::PartialShape batch = {-1, 3};
//   batch.to_string();   // "[?,3]"
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "weft/graph/status.h"

namespace weft {

/// The highest rank of a tensor.
inline constexpr std::int64_t kMaxRank = 254;

/// a * b or a + b, or nothing if it is outside int64.
inline std::optional<std::int64_t> checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}
inline std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

/// The dims that Shape and PartialShape hold: a small vector.
class Dims {
 public:
  Dims() = default;
  explicit Dims(std::span<const std::int64_t> dims) { assign(dims); }
  Dims(const Dims& other) { assign(other.span()); }
  Dims(Dims&& other) noexcept
      : inline_(other.inline_), heap_(std::move(other.heap_)), size_(other.size_) {
    other.size_ = 0;
  }
  Dims& operator=(const Dims& other) {
    if (this != &other) assign(other.span());
    return *this;
  }
  Dims& operator=(Dims&& other) noexcept {
    inline_ = other.inline_;
    heap_ = std::move(other.heap_);
    size_ = other.size_;
    if (this != &other) other.size_ = 0;
    return *this;
  }
  ~Dims() = default;

  std::size_t size() const { return size_; }
  std::span<const std::int64_t> span() const {
    return {heap_ ? heap_.get() : inline_.data(), size_};
  }
  bool operator==(const Dims& other) const {
    const auto a = span();
    const auto b = other.span();
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void assign(std::span<const std::int64_t> dims) {
    std::unique_ptr<std::int64_t[]> heap;
    if (dims.size() > inline_.size()) heap = std::make_unique<std::int64_t[]>(dims.size());
    std::copy(dims.begin(), dims.end(), heap ? heap.get() : inline_.data());
    heap_ = std::move(heap);
    size_ = dims.size();
  }

  std::array<std::int64_t, 4> inline_ = {};
  std::unique_ptr<std::int64_t[]> heap_;
  std::size_t size_ = 0;
};

/// Dims of a tensor; `{}` is a scalar. It may hold anything that was written, so it is checked
/// where a tensor or an input is made of it.
class WEFT_API Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<std::int64_t> dims) : dims_(std::span(dims.begin(), dims.size())) {}
  explicit Shape(std::span<const std::int64_t> dims) : dims_(dims) {}

  std::int64_t rank() const { return static_cast<std::int64_t>(dims_.size()); }
  /// REQUIRES: 0 <= axis < rank()
  std::int64_t operator[](std::int64_t axis) const {
    return dims_.span()[static_cast<std::size_t>(axis)];
  }
  std::span<const std::int64_t> dims() const& { return dims_.span(); }
  std::span<const std::int64_t> dims() const&& = delete;
  bool operator==(const Shape&) const = default;
  /// "[2,3]", a scalar "[]".
  std::string to_string() const;

  /// The number of elements. kInvalidArgument for a negative dim or a rank above kMaxRank,
  /// kResourceExhausted for a number beyond int64. A dim of 0 makes it 0 whatever the others are.
  Result<std::int64_t> num_elements() const;
  /// The coordinates of the element at a row-major offset. REQUIRES: a valid offset.
  std::vector<std::int64_t> position_of(std::int64_t offset) const;

 private:
  Dims dims_;
};

/// `{-1, 3}` is [?,3], `{}` a scalar. Unknown rank has a name, because `{}` already means a scalar.
class WEFT_API PartialShape {
 public:
  PartialShape() = default;
  PartialShape(std::initializer_list<std::int64_t> dims)
      : dims_(std::span(dims.begin(), dims.size())) {}
  explicit PartialShape(std::span<const std::int64_t> dims) : dims_(dims) {}
  PartialShape(const Shape& shape) : dims_(shape.dims()) {}
  static PartialShape unknown_rank() { return PartialShape(UnknownRank()); }

  bool rank_known() const { return rank_known_; }
  /// REQUIRES: rank_known()
  std::int64_t rank() const { return static_cast<std::int64_t>(dims_.size()); }
  /// REQUIRES: rank_known() and 0 <= axis < rank(). -1 if unknown.
  std::int64_t operator[](std::int64_t axis) const {
    return dims_.span()[static_cast<std::size_t>(axis)];
  }
  /// REQUIRES: rank_known()
  std::span<const std::int64_t> dims() const& { return dims_.span(); }
  std::span<const std::int64_t> dims() const&& = delete;
  bool operator==(const PartialShape&) const = default;
  /// "[?,3]"; "[...]" if the rank is unknown.
  std::string to_string() const;

  /// Whether every dim is known.
  bool fully_known() const;
  /// The same dims as a Shape. REQUIRES: fully_known()
  Shape to_shape() const { return Shape(dims_.span()); }
  /// Whether some tensor has both shapes: unknown dims agree with anything.
  bool compatible_with(const PartialShape& other) const;
  /// kInvalidArgument for a dim below -1 or a rank above kMaxRank.
  Status validate() const;

 private:
  struct UnknownRank {};
  explicit PartialShape(UnknownRank) : rank_known_(false) {}
  Dims dims_;
  bool rank_known_ = true;
};

/// The shape of `a` and `b` stretched to each other by numpy's rules, at any rank; nothing if they
/// do not fit. An unknown dim meets 1 as unknown, any other dim as that dim.
WEFT_API std::optional<PartialShape> broadcast(const PartialShape& a, const PartialShape& b);
WEFT_API std::optional<Shape> broadcast(const Shape& a, const Shape& b);

/// A list of axes, or all of them: `{-1}`, `{0, 1}`, `{}` (none), Axes::all(), Axes(span).
class Axes {
 public:
  Axes() = default;
  Axes(std::initializer_list<std::int64_t> axes) : axes_(axes) {}
  explicit Axes(std::span<const std::int64_t> axes) : axes_(axes.begin(), axes.end()) {}
  static Axes all() {
    Axes axes;
    axes.all_ = true;
    return axes;
  }
  bool is_all() const { return all_; }
  /// Empty for all().
  std::span<const std::int64_t> list() const& { return axes_; }
  std::span<const std::int64_t> list() const&& = delete;

 private:
  std::vector<std::int64_t> axes_;
  bool all_ = false;
};

/// `axis` counted from the front, or nothing if it is outside [-rank, rank).
inline std::optional<std::int64_t> wrap_axis(std::int64_t axis, std::int64_t rank) {
  if (axis < -rank || axis >= rank) return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

}  // namespace weft
