// add, the slow and obvious way: integers in 128 bits, then the low bits of those.
#pragma once

#include <string>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

template <class T>
T sum_of(T a, T b) {
  if constexpr (std::floating_point<T>) {
    volatile T sum = a + b;
    return sum;
  } else {
    __extension__ using Wide = __int128;
    const Wide range = Wide{1} << (8 * sizeof(T));
    Wide sum = Wide{a} + Wide{b};
    if (sum > std::numeric_limits<T>::max()) sum -= range;
    if (sum < std::numeric_limits<T>::min()) sum += range;
    return static_cast<T>(sum);
  }
}

inline std::string sum_of(std::string_view a, std::string_view b) {
  return std::string(a) + std::string(b);
}

/// The code of the error is that of weft; the text is not.
template <Element T>
Result<Tensor> add(const Tensor& a, const Tensor& b) {
  const std::optional<Shape> shape = broadcast_shape(a.shape(), b.shape());
  if (!shape) return invalid_argument("broadcast");
  std::vector<OwnedElement<T>> sums;
  for (const std::vector<std::int64_t>& position : positions(*shape))
    sums.push_back(sum_of(a.values<T>()[broadcast_offset(a.shape(), position)],
                          b.values<T>()[broadcast_offset(b.shape(), position)]));
  return Tensor::of<T>(*shape, sums);
}

}  // namespace weft::reference
