// dynamic_partition, the slow and obvious way: every element of data, in order, goes to the list of
// the part that its id names.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

/// The code and position of the error are those of weft; the text is not.
template <Element T>
Result<std::vector<Tensor>> dynamic_partition(const Tensor& data, const Tensor& partitions,
                                              std::int64_t num_partitions) {
  const auto rank = static_cast<std::size_t>(partitions.shape().rank());
  const auto dims = data.shape().dims();
  if (rank > dims.size() || Shape(dims.first(rank)) != partitions.shape())
    return invalid_argument("shapes");
  std::map<std::vector<std::int64_t>, std::int32_t> ids;
  std::vector<std::int64_t> counts(static_cast<std::size_t>(num_partitions));
  for (const std::vector<std::int64_t>& position : positions(partitions.shape())) {
    const std::int32_t id = partitions.values<std::int32_t>()[ids.size()];
    if (id < 0 || id >= num_partitions) return invalid_argument("id").at(position);
    ids[position] = id;
    ++counts[static_cast<std::size_t>(id)];
  }
  // No vector, because one of bools has no bools.
  std::vector<std::deque<OwnedElement<T>>> values(counts.size());
  std::size_t offset = 0;
  for (std::vector<std::int64_t> position : positions(data.shape())) {
    position.resize(rank);
    values[static_cast<std::size_t>(ids.at(position))].emplace_back(data.values<T>()[offset++]);
  }
  std::vector<Tensor> parts;
  for (std::size_t part = 0; part < counts.size(); ++part) {
    std::vector<std::int64_t> shape = {counts[part]};
    shape.insert(shape.end(), dims.begin() + partitions.shape().rank(), dims.end());
    WEFT_TRY_ASSIGN(Tensor tensor, Tensor::of<T>(Shape(shape), values[part]));
    parts.push_back(std::move(tensor));
  }
  return parts;
}

}  // namespace weft::reference
