// Tensor: a dtype, a shape and storage that is immutable and shared. A small value: copying one
// shares the storage, and any thread may read it. Making one copies the data, except borrow().
// Numbers are one row-major array; strings are two columns (graph/strings.h).
//
//   weft::Tensor words = weft::Tensor::of<weft::String>({{"a", "b"}, {"c", "d"}});
//   words.at<weft::String>({1, 0});   // "c"
//   words.to_string();                // string[2,2] [["a","b"],["c","d"]]
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "weft/graph/buffer.h"
#include "weft/graph/literal.h"
#include "weft/graph/shape.h"
#include "weft/graph/status.h"
#include "weft/graph/strings.h"

namespace weft {

/// What values<T>() gives: StringSpan for String, std::span<const T> otherwise.
template <Element T>
using Values = std::conditional_t<std::same_as<T, String>, StringSpan, std::span<const T>>;

template <class R>
concept RangeOfText = std::ranges::input_range<R> &&
                      PlainText<std::remove_cvref_t<std::ranges::range_reference_t<R>>>;

/// A range whose elements outlive it: an lvalue, a span, a string_view; not a temporary container,
/// nor a range that makes strings as they are read.
template <class R>
concept OutlivesTheCall =
    std::ranges::borrowed_range<R> && std::ranges::forward_range<R> &&
    (std::is_lvalue_reference_v<std::ranges::range_reference_t<R>> ||
     OneOf<std::remove_cvref_t<std::ranges::range_reference_t<R>>, std::string_view, const char*>);

/// An array of a fixed-width dtype.
template <class R>
concept RangeOfFixedWidth = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                            FixedWidth<std::ranges::range_value_t<R>>;

template <FixedWidth T>
class TensorBuilder;

class WEFT_API Tensor {
 public:
  /// float32 of shape [0].
  Tensor() = default;
  /// Publishes `data` as elements of a fixed-width dtype. For authors of ops.
  /// REQUIRES: a valid shape, and its elements in `data`, which nobody writes to any more.
  Tensor(DType dtype, Shape shape, Buffer data);
  /// Publishes string columns. For authors of ops. REQUIRES: as above, and facts that are true.
  Tensor(Shape shape, StringColumns columns);

  /// Copies a literal. Throws Error if it is ragged or holds a number that T cannot hold exactly
  /// (fractions round to a float dtype): faults of the source text.
  ///
  ///   Tensor::of<float>({{1, 2}, {3, 4}})   // shape [2,2]
  template <Element T>
  static Tensor of(const Literal<T>& literal) {
    return from_literal(dtype_of<T>(), flatten(literal)).value();
  }
  /// Copies `values`, row-major, into a tensor of `shape`. kInvalidArgument if there are not as
  /// many as the shape has elements, or if a number does not fit.
  template <Element T, std::ranges::input_range R>
    requires PlainOf<std::ranges::range_value_t<R>, T>
  static Result<Tensor> of(const Shape& shape, R&& values);
  /// The same for a literal that was taken apart; the dims are its own.
  static Result<Tensor> from_literal(DType dtype, const FlatLiteral& literal);
  /// Copies text into a tensor of rank 1. Throws Error for an element of 4 GiB or without memory.
  template <RangeOfText R>
  static Tensor strings(R&& texts);
  static Tensor strings(std::initializer_list<std::string_view> texts);
  /// A tensor of `shape` to fill: zeros at first. kResourceExhausted if it is too large.
  template <FixedWidth T>
  static Result<TensorBuilder<T>> builder(const Shape& shape);

  /// Shares `values` without a copy, rank 1. `owner` keeps them alive; nullptr: the caller does,
  /// for as long as any tensor that was made from this one. Nobody may change them meanwhile. Text
  /// of 4 GiB throws Error.
  template <class R>
    requires OutlivesTheCall<R> && (RangeOfText<R> || RangeOfFixedWidth<R>)
  static Tensor borrow(R&& values, std::shared_ptr<const void> owner);

  DType dtype() const { return dtype_; }
  const Shape& shape() const& { return shape_; }
  Shape shape() && { return std::move(shape_); }
  /// The number of elements.
  std::int64_t size() const { return size_; }

  /// All elements, row-major. Throws Error if T is not the dtype. Not for temporaries: the view
  /// would dangle.
  template <Element T>
  Values<T> values() const& {
    check_dtype(dtype_of<T>());
    const auto count = static_cast<std::size_t>(size_);
    if constexpr (std::same_as<T, String>)
      return StringSpan(data_.as<const char*>(), lengths_.as<std::uint32_t>(), count);
    else
      return std::span(data_.as<T>(), count);
  }
  template <Element T>
  Values<T> values() const&& = delete;

  /// One element; throws Error if T is not the dtype or the position is outside.
  template <Element T>
  ElementView<T> at(std::initializer_list<std::int64_t> position) const& {
    return values<T>()[offset_of(std::span(position.begin(), position.size()))];
  }
  template <Element T>
    requires std::same_as<T, String>
  ElementView<T> at(std::initializer_list<std::int64_t> position) const&& = delete;

  /// A copy of all elements. Throws Error if T is not the dtype.
  template <Element T>
  std::vector<OwnedElement<T>> to_vector() const {
    const Tensor& self = *this;
    Values<T> all = self.values<T>();
    return std::vector<OwnedElement<T>>(all.begin(), all.end());
  }

  /// Shares the storage under another shape; kInvalidArgument, naming both shapes, if that has
  /// another number of elements.
  Result<Tensor> reshaped(const Shape& shape) const;
  /// The same elements in memory of their own; kResourceExhausted without memory.
  Result<Tensor> copied() const;
  /// The same elements in memory that holds nothing else: *this if that is so already, else a copy.
  Result<Tensor> compact() const;
  /// Bytes that the elements take.
  std::int64_t bytes_used() const;
  /// Bytes that this tensor keeps alive. More than bytes_used() for a view of a larger tensor;
  /// buffers that several tensors share count for each. Of borrowed memory, what was borrowed.
  std::int64_t bytes_pinned() const;

  /// dtype, shape and the first elements, escaped and capped, for people and for tests.
  std::string to_string() const;

  /// The storage, for authors of ops: the array of a fixed-width dtype.
  const Buffer& data() const { return data_; }
  /// The columns of a string tensor. REQUIRES: dtype() == DType::kString
  StringColumns columns() const { return {data_, lengths_, bytes_, facts_}; }
  const StringFacts& facts() const { return facts_; }
  const Buffer& lengths() const { return lengths_; }
  const Buffer& bytes() const { return bytes_; }

 private:
  static Tensor borrow_strings(std::span<const std::string_view> texts,
                               std::shared_ptr<const void> owner);
  void check_dtype(DType asked) const;
  std::size_t offset_of(std::span<const std::int64_t> position) const;

  DType dtype_ = DType::kFloat32;
  Shape shape_ = {0};
  std::int64_t size_ = 0;
  // The array, or the column of starts.
  Buffer data_;
  Buffer lengths_;
  Buffer bytes_;
  StringFacts facts_;
};

/// Memory to fill, then to publish as a Tensor without a copy. For one thread at a time.
template <FixedWidth T>
class TensorBuilder {
 public:
  /// REQUIRES: memory for the elements of a valid shape; see Tensor::builder.
  TensorBuilder(Shape shape, Buffer memory, std::size_t size)
      : shape_(std::move(shape)), memory_(std::move(memory)), size_(size) {}
  std::span<T> values() { return {memory_.mutable_as<T>(), size_}; }
  /// The tensor; the builder is spent.
  Tensor build() && { return Tensor(dtype_of<T>(), std::move(shape_), std::move(memory_)); }

 private:
  Shape shape_;
  Buffer memory_;
  std::size_t size_;
};

/// Elements appended one by one; build() publishes them. For one thread at a time.
class WEFT_API StringBuilder {
 public:
  /// Makes room at once; without it the memory grows as needed.
  void reserve(std::int64_t elements, std::int64_t bytes);
  /// Copies one element.
  void append(std::string_view text) {
    arena_.append(text);
    finish_element();
  }
  /// Writes one element piece by piece: writer().append(...) as often as needed, then
  /// finish_element().
  StringWriter writer() { return StringWriter(arena_); }
  void finish_element();
  std::int64_t size() const { return static_cast<std::int64_t>(lengths_.size()); }
  /// A tensor of rank 1, or of `shape`; the builder is spent. kResourceExhausted if an element was
  /// 4 GiB long or memory ran out, kInvalidArgument if the shape has another number of elements.
  Result<Tensor> build() &&;
  Result<Tensor> build(const Shape& shape) &&;

 private:
  StringArena arena_;
  std::vector<const char*> starts_;
  std::vector<std::uint32_t> lengths_;
  std::int64_t total_bytes_ = 0;
  std::uint32_t max_length_ = 0;
};

template <FixedWidth T>
Result<TensorBuilder<T>> Tensor::builder(const Shape& shape) {
  WEFT_TRY_ASSIGN(const std::int64_t elements, shape.num_elements());
  const auto bytes = checked_multiply(elements, sizeof(T));
  if (!bytes) return resource_exhausted("shape " + shape.to_string() + " is too large");
  Buffer memory;
  if (elements > 0) {
    WEFT_TRY_ASSIGN(memory, Buffer::allocate(*bytes));
    std::fill_n(memory.mutable_as<T>(), elements, T());
  }
  return TensorBuilder<T>(shape, std::move(memory), static_cast<std::size_t>(elements));
}

template <Element T, std::ranges::input_range R>
  requires PlainOf<std::ranges::range_value_t<R>, T>
Result<Tensor> Tensor::of(const Shape& shape, R&& values) {
  using Value = std::ranges::range_value_t<R>;
  if constexpr (std::same_as<T, String>) {
    StringBuilder builder;
    for (const auto& value : values) builder.append(std::string_view(value));
    return std::move(builder).build(shape);
  } else if constexpr (std::same_as<Value, T>) {
    std::vector<T> copied;
    for (const auto& value : values) copied.push_back(value);
    const auto count = static_cast<std::int64_t>(copied.size());
    WEFT_TRY_ASSIGN(TensorBuilder<T> builder, Tensor::builder<T>(Shape{count}));
    std::copy(copied.begin(), copied.end(), builder.values().begin());
    return std::move(builder).build().reshaped(shape);
  } else {
    FlatLiteral literal;
    for (const auto& value : values) literal.leaves.push_back(make_plain<Value>(value));
    literal.dims.push_back(static_cast<std::int64_t>(literal.leaves.size()));
    WEFT_TRY_ASSIGN(const Tensor row, from_literal(dtype_of<T>(), literal));
    return row.reshaped(shape);
  }
}

template <RangeOfText R>
Tensor Tensor::strings(R&& texts) {
  StringBuilder builder;
  for (const auto& text : texts) builder.append(std::string_view(text));
  return std::move(builder).build().value();
}

template <class R>
  requires OutlivesTheCall<R> && (RangeOfText<R> || RangeOfFixedWidth<R>)
Tensor Tensor::borrow(R&& values, std::shared_ptr<const void> owner) {
  if constexpr (RangeOfText<R>) {
    std::vector<std::string_view> views;
    for (const auto& value : values) views.emplace_back(value);
    return borrow_strings(views, std::move(owner));
  } else {
    using T = std::ranges::range_value_t<R>;
    const auto size = static_cast<std::int64_t>(std::ranges::size(values));
    const std::int64_t bytes = size * static_cast<std::int64_t>(sizeof(T));
    return Tensor(dtype_of<T>(), Shape{size},
                  Buffer::borrow(std::ranges::data(values), bytes, bytes, std::move(owner)));
  }
}

}  // namespace weft
