// dynamic_stitch, the slow and obvious way: for every element, in order, a map notes it at its
// place in the result; what is noted last stays, and what nobody noted is zero.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"
#include "weft/tests/reference/gather.h"

namespace weft::reference {

/// The code and position of the error are those of weft; the text is not.
inline Result<Tensor> dynamic_stitch(const std::vector<Tensor>& indices,
                                     const std::vector<Tensor>& data) {
  std::int64_t rows = 0;
  for (const Tensor& tensor : indices) {
    for (const std::vector<std::int64_t>& position : positions(tensor.shape())) {
      const std::int64_t index = tensor.values<std::int32_t>()[offset_in(tensor.shape(), position)];
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
  std::map<std::vector<std::int64_t>, Pick> written;
  for (std::size_t m = 0; m < data.size(); ++m) {
    const auto rank = indices[m].shape().rank();
    const auto dims = data[m].shape().dims();
    if (!std::equal(dims.begin() + rank, dims.end(), shape.begin() + 1, shape.end()))
      return invalid_argument("rest");
    for (const std::vector<std::int64_t>& position : positions(data[m].shape())) {
      const std::vector<std::int64_t> slice(position.begin(), position.begin() + rank);
      std::vector<std::int64_t> place(position.begin() + rank, position.end());
      place.insert(place.begin(),
                   indices[m].values<std::int32_t>()[offset_in(indices[m].shape(), slice)]);
      written[place] = Pick{m, offset_in(data[m].shape(), position)};
    }
  }
  std::vector<std::optional<Pick>> picks;
  for (const std::vector<std::int64_t>& position : positions(Shape(shape))) {
    const auto pick = written.find(position);
    picks.push_back(pick == written.end() ? std::nullopt : std::optional(pick->second));
  }
  return gather(data, picks, Shape(shape));
}

}  // namespace weft::reference
