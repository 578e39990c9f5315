// dynamic_stitch, the slow and obvious way: every element is written to a map from its place in the
// result, one after the other; what nobody wrote is zero.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

/// The code and position of the error are those of weft; the text is not.
template <Element T>
Result<Tensor> dynamic_stitch(const std::vector<Tensor>& indices, const std::vector<Tensor>& data) {
  std::int64_t rows = 0;
  for (const Tensor& tensor : indices) {
    std::size_t offset = 0;
    for (const std::vector<std::int64_t>& position : positions(tensor.shape())) {
      const std::int64_t index = tensor.values<std::int32_t>()[offset++];
      if (index < 0) return invalid_argument("index").at(position);
      rows = std::max(rows, index + 1);
    }
  }
  std::vector<std::int64_t> shape = {rows};
  for (std::size_t m = 0; m < data.size(); ++m) {
    const auto dims = data[m].shape().dims();
    const auto rank = static_cast<std::size_t>(indices[m].shape().rank());
    if (rank > dims.size() || Shape(dims.first(rank)) != indices[m].shape())
      return invalid_argument("prefix");
    if (m == 0) shape.insert(shape.end(), dims.begin() + indices[0].shape().rank(), dims.end());
  }
  std::map<std::vector<std::int64_t>, OwnedElement<T>> written;
  for (std::size_t m = 0; m < data.size(); ++m) {
    const auto rank = indices[m].shape().rank();
    const auto dims = data[m].shape().dims();
    if (!std::equal(dims.begin() + rank, dims.end(), shape.begin() + 1, shape.end()))
      return invalid_argument("rest");
    std::size_t offset = 0;
    for (const std::vector<std::int64_t>& position : positions(data[m].shape())) {
      std::int64_t slice = 0;
      for (std::int64_t axis = 0; axis < rank; ++axis)
        slice =
            slice * dims[static_cast<std::size_t>(axis)] + position[static_cast<std::size_t>(axis)];
      std::vector<std::int64_t> to = {
          indices[m].values<std::int32_t>()[static_cast<std::size_t>(slice)]};
      to.insert(to.end(), position.begin() + rank, position.end());
      written[to] = OwnedElement<T>(data[m].values<T>()[offset++]);
    }
  }
  std::deque<OwnedElement<T>> values;
  for (const std::vector<std::int64_t>& position : positions(Shape(shape)))
    values.push_back(written[position]);
  return Tensor::of<T>(Shape(shape), values);
}

}  // namespace weft::reference
