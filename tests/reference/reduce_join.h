// reduce_join, the slow and obvious way: joins one axis after the other, each with size 1 left of
// it, and takes the joined axes away at the end. Without elements there is nothing for a separator
// to stand between, not even what an earlier axis left.
#pragma once

#include <string>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::reference {

struct Texts {
  std::vector<std::int64_t> dims;
  std::vector<std::string> elements;
};

inline std::int64_t product(const std::vector<std::int64_t>& dims, std::size_t begin,
                            std::size_t end) {
  std::int64_t result = 1;
  for (std::size_t axis = begin; axis < end; ++axis) result *= dims[axis];
  return result;
}

inline Texts join_axis(const Texts& texts, std::size_t axis, const std::string& separator) {
  const std::int64_t outer = product(texts.dims, 0, axis);
  const std::int64_t inner = product(texts.dims, axis + 1, texts.dims.size());
  Texts joined{.dims = texts.dims, .elements = {}};
  joined.dims[axis] = 1;
  for (std::int64_t i = 0; i < outer; ++i) {
    for (std::int64_t k = 0; k < inner; ++k) {
      std::string result;
      for (std::int64_t j = 0; j < texts.dims[axis]; ++j) {
        if (j > 0) result += separator;
        result += texts.elements[static_cast<std::size_t>((i * texts.dims[axis] + j) * inner + k)];
      }
      joined.elements.push_back(result);
    }
  }
  return joined;
}

/// The code of the error is that of weft; the text is not.
inline Result<Tensor> reduce_join(const Tensor& input, const Axes& axes, bool keep_dims,
                                  const std::string& separator) {
  const std::int64_t rank = input.shape().rank();
  std::vector<std::int64_t> list(axes.list().begin(), axes.list().end());
  if (axes.is_all())
    for (std::int64_t axis = rank - 1; axis >= 0; --axis) list.push_back(axis);
  const auto dims = input.shape().dims();
  Texts texts{.dims = {dims.begin(), dims.end()}, .elements = input.to_vector<String>()};
  std::vector<bool> gone(dims.size());
  for (const std::int64_t axis : list) {
    if (axis < -rank || axis >= rank) return invalid_argument("out of range");
    const auto at = static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
    if (gone[at]) return invalid_argument("twice");
    gone[at] = true;
    texts = join_axis(texts, at, input.size() == 0 ? "" : separator);
  }
  std::vector<std::int64_t> kept;
  for (std::size_t axis = 0; axis < gone.size(); ++axis)
    if (keep_dims || !gone[axis]) kept.push_back(texts.dims[axis]);
  return Tensor::of<String>(Shape(kept), texts.elements);
}

}  // namespace weft::reference
