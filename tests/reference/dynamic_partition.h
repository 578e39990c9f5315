// dynamic_partition, the slow and obvious way: every element of data, in order, goes to the list of
// the part that its id names.
#pragma once

#include <optional>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"
#include "weft/tests/reference/gather.h"

namespace weft::reference {

/// The code and position of the error are those of weft; the text is not.
inline Result<std::vector<Tensor>> dynamic_partition(const Tensor& data, const Tensor& partitions,
                                                     std::int64_t num_partitions) {
  const auto ids = partitions.values<std::int32_t>();
  const auto rank = static_cast<std::size_t>(partitions.shape().rank());
  const auto dims = data.shape().dims();
  if (rank > dims.size() || Shape(dims.first(rank)) != partitions.shape())
    return invalid_argument("shapes");
  std::vector<std::int64_t> counts(static_cast<std::size_t>(num_partitions));
  for (const std::vector<std::int64_t>& position : positions(partitions.shape())) {
    const std::int32_t id = ids[offset_in(partitions.shape(), position)];
    if (id < 0 || id >= num_partitions) return invalid_argument("id").at(position);
    ++counts[static_cast<std::size_t>(id)];
  }
  std::vector<std::vector<std::optional<Pick>>> picks(counts.size());
  for (std::vector<std::int64_t> position : positions(data.shape())) {
    const std::size_t offset = offset_in(data.shape(), position);
    position.resize(rank);
    const std::int32_t id = ids[offset_in(partitions.shape(), position)];
    picks[static_cast<std::size_t>(id)].push_back(Pick{0, offset});
  }
  std::vector<Tensor> parts;
  for (std::size_t part = 0; part < counts.size(); ++part) {
    std::vector<std::int64_t> shape = {counts[part]};
    shape.insert(shape.end(), dims.begin() + partitions.shape().rank(), dims.end());
    WEFT_TRY_ASSIGN(Tensor tensor, gather({data}, picks[part], Shape(shape)));
    parts.push_back(std::move(tensor));
  }
  return parts;
}

}  // namespace weft::reference
