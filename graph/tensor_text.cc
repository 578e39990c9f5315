// Tensor::to_string.
#include <fmt/format.h>

#include "weft/graph/quote.h"
#include "weft/graph/tensor.h"

namespace weft {

namespace {

constexpr std::int64_t kMaxElements = 100;

template <Element T>
std::string element_text(ElementView<T> element) {
  if constexpr (std::same_as<T, String>)
    return quote(element);
  else if constexpr (std::same_as<T, bool>)
    return element ? "true" : "false";
  else
    return fmt::format("{}", element);
}

// Appends the part of the elements below `axis` that starts at `offset`, in nested brackets.
template <Element T>
void append_part(std::string& text, const Shape& shape, const Values<T>& values, std::int64_t axis,
                 std::int64_t& offset, bool& cut) {
  if (axis == shape.rank()) {
    cut = offset >= kMaxElements;
    if (cut)
      text += "…";
    else
      text += element_text<T>(values[static_cast<std::size_t>(offset++)]);
    return;
  }
  text += '[';
  for (std::int64_t i = 0; i < shape[axis] && !cut; ++i) {
    if (i > 0) text += ',';
    append_part<T>(text, shape, values, axis + 1, offset, cut);
  }
  text += ']';
}

}  // namespace

std::string Tensor::to_string() const {
  std::string text = fmt::format("{}{} ", weft::to_string(dtype_), shape_.to_string());
  if (size_ == 0) return text + "[]";
  visit_dtype(dtype_, [&]<class T>(std::type_identity<T>) {
    std::int64_t offset = 0;
    bool cut = false;
    append_part<T>(text, shape_, values<T>(), 0, offset, cut);
  });
  return text;
}

}  // namespace weft
