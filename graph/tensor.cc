#include "weft/graph/tensor.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "weft/graph/quote.h"

namespace weft {

namespace {

// `plain` as an element of T, or nothing if T cannot hold it.
template <FixedWidth T>
std::optional<T> element_of(const Plain& plain) {
  return std::visit(
      []<class P>(const P& value) -> std::optional<T> {
        if constexpr (std::same_as<T, bool> || std::same_as<P, bool>) {
          if constexpr (std::same_as<T, P>) return value;
        } else if constexpr (std::integral<T> && std::integral<P>) {
          if (std::in_range<T>(value)) return static_cast<T>(value);
        } else if constexpr (std::floating_point<T> && std::integral<P>) {
          // Exactly: the conversion back must give the same integer, and must be in range itself.
          const auto converted = static_cast<T>(value);
          const auto limit = std::ldexp(T(1), std::numeric_limits<P>::digits);
          if (converted < limit && static_cast<P>(converted) == value) return converted;
        } else if constexpr (std::floating_point<T> && std::floating_point<P>) {
          // An overflow is a fault; an infinity that was written is none.
          const auto rounded = static_cast<T>(value);
          if (std::isinf(rounded) == std::isinf(value)) return rounded;
        }
        return std::nullopt;
      },
      plain);
}

std::string text_of(const Plain& plain) {
  return std::visit(
      []<class P>(const P& value) -> std::string {
        if constexpr (std::same_as<P, std::string>)
          return "the text " + quote(value);
        else if constexpr (std::same_as<P, bool>)
          return value ? "true" : "false";
        else
          return fmt::format("{}", value);
      },
      plain);
}

Status does_not_fit(const Plain& plain, DType dtype) {
  return invalid_argument(text_of(plain) + " does not fit " + std::string(to_string(dtype)));
}

template <FixedWidth T>
Result<Tensor> fixed_width_literal(const Shape& shape, const std::vector<Plain>& leaves) {
  WEFT_TRY_ASSIGN(TensorBuilder<T> builder, Tensor::builder<T>(shape));
  std::span<T> values = builder.values();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::optional<T> element = element_of<T>(leaves[i]);
    if (!element) return does_not_fit(leaves[i], dtype_of<T>());
    values[i] = *element;
  }
  return std::move(builder).build();
}

Result<Tensor> string_literal(const Shape& shape, const std::vector<Plain>& leaves) {
  StringBuilder builder;
  for (const Plain& leaf : leaves) {
    const auto* text = std::get_if<std::string>(&leaf);
    if (text == nullptr) return does_not_fit(leaf, DType::kString);
    builder.append(*text);
  }
  return std::move(builder).build(shape);
}

}  // namespace

Tensor::Tensor(DType dtype, Shape shape, Buffer data)
    : dtype_(dtype),
      shape_(std::move(shape)),
      size_(shape_.num_elements().value()),
      data_(std::move(data)) {}

Tensor::Tensor(Shape shape, StringColumns columns)
    : dtype_(DType::kString),
      shape_(std::move(shape)),
      size_(shape_.num_elements().value()),
      data_(std::move(columns.starts)),
      lengths_(std::move(columns.lengths)),
      bytes_(std::move(columns.bytes)),
      facts_(columns.facts) {}

Result<Tensor> Tensor::from_literal(DType dtype, const FlatLiteral& literal) {
  if (literal.ragged)
    return invalid_argument("the lists of the literal have different lengths or depths");
  const Shape shape(literal.dims);
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) -> Result<Tensor> {
    if constexpr (std::same_as<T, String>)
      return string_literal(shape, literal.leaves);
    else
      return fixed_width_literal<T>(shape, literal.leaves);
  });
}

Tensor Tensor::strings(std::initializer_list<std::string_view> texts) {
  return strings(std::span(texts.begin(), texts.size()));
}

Tensor Tensor::borrow_strings(std::span<const std::string_view> texts,
                              std::shared_ptr<const void> owner) {
  StringColumns columns;
  const auto count = static_cast<std::int64_t>(texts.size());
  std::uint32_t max_length = 0;
  std::int64_t total_bytes = 0;
  if (count > 0) {
    columns.starts =
        Buffer::allocate(count * static_cast<std::int64_t>(sizeof(const char*))).value();
    columns.lengths =
        Buffer::allocate(count * static_cast<std::int64_t>(sizeof(std::uint32_t))).value();
  }
  auto* starts = columns.starts.mutable_as<const char*>();
  auto* lengths = columns.lengths.mutable_as<std::uint32_t>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (static_cast<std::int64_t>(texts[i].size()) > kMaxStringBytes)
      throw Error(resource_exhausted("an element of " + std::to_string(texts[i].size()) +
                                     " bytes is longer than " + std::to_string(kMaxStringBytes)));
    starts[i] = texts[i].empty() ? empty_string_start() : texts[i].data();
    lengths[i] = static_cast<std::uint32_t>(texts[i].size());
    max_length = std::max(max_length, lengths[i]);
    // The same bytes may be borrowed many times, so memory does not bound the sum.
    const auto sum = checked_add(total_bytes, lengths[i]);
    if (!sum) throw Error(resource_exhausted("the elements have more bytes than 64 bits count"));
    total_bytes = *sum;
  }
  columns.bytes = Buffer::borrow(nullptr, 0, total_bytes, std::move(owner));
  columns.facts = {.has_slack = false, .max_length = max_length, .total_bytes = total_bytes};
  return Tensor(Shape{count}, std::move(columns));
}

Result<Tensor> Tensor::reshaped(const Shape& shape) const {
  WEFT_TRY_ASSIGN(const std::int64_t elements, shape.num_elements());
  if (elements != size_)
    return invalid_argument("shape " + shape_.to_string() + " has " + std::to_string(size_) +
                            " elements, shape " + shape.to_string() + " has " +
                            std::to_string(elements));
  Tensor tensor = *this;
  tensor.shape_ = shape;
  return tensor;
}

void Tensor::check_dtype(DType asked) const {
  if (asked != dtype_)
    throw Error(invalid_argument("a tensor of " + std::string(weft::to_string(dtype_)) +
                                 " has no elements of " + std::string(weft::to_string(asked))));
}

std::size_t Tensor::offset_of(std::span<const std::int64_t> position) const {
  const auto dims = shape_.dims();
  bool inside = position.size() == dims.size();
  std::int64_t offset = 0;
  for (std::size_t i = 0; inside && i < dims.size(); ++i) {
    inside = position[i] >= 0 && position[i] < dims[i];
    offset = offset * dims[i] + position[i];
  }
  if (!inside)
    throw Error(invalid_argument("there is no element" + position_text(position) + " in shape " +
                                 shape_.to_string()));
  return static_cast<std::size_t>(offset);
}

void StringBuilder::reserve(std::int64_t elements, std::int64_t bytes) {
  starts_.reserve(static_cast<std::size_t>(elements));
  lengths_.reserve(static_cast<std::size_t>(elements));
  arena_.reserve(bytes);
}

void StringBuilder::finish_element() {
  const std::string_view element = arena_.finish_element();
  const auto length = static_cast<std::uint32_t>(element.size());
  starts_.push_back(element.data());
  lengths_.push_back(length);
  total_bytes_ += length;
  max_length_ = std::max(max_length_, length);
}

Result<Tensor> StringBuilder::build() && { return std::move(*this).build(Shape{size()}); }

Result<Tensor> StringBuilder::build(const Shape& shape) && {
  WEFT_TRY(arena_.status());
  StringColumns columns;
  columns.facts = {.all_ascii = arena_.all_ascii(),
                   .contiguous = arena_.contiguous(),
                   .max_length = max_length_,
                   .total_bytes = total_bytes_};
  if (!lengths_.empty()) {
    const auto starts_bytes = static_cast<std::int64_t>(starts_.size() * sizeof(const char*));
    const auto lengths_bytes = static_cast<std::int64_t>(lengths_.size() * sizeof(std::uint32_t));
    WEFT_TRY_ASSIGN(columns.starts, Buffer::allocate(starts_bytes));
    WEFT_TRY_ASSIGN(columns.lengths, Buffer::allocate(lengths_bytes));
    std::memcpy(columns.starts.mutable_data(), starts_.data(),
                static_cast<std::size_t>(starts_bytes));
    std::memcpy(columns.lengths.mutable_data(), lengths_.data(),
                static_cast<std::size_t>(lengths_bytes));
  }
  columns.bytes = Buffer::keep_alive(arena_.take_blocks());
  return Tensor(Shape{size()}, std::move(columns)).reshaped(shape);
}

}  // namespace weft
