// range, the slow and obvious way: integers are counted up in 128 bits, floats written as the rule
// says, each step stored.
#pragma once

#include <cmath>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::reference {

template <std::integral T>
std::vector<T> range_values(T start, T limit, T delta) {
  __extension__ using Wide = __int128;
  std::vector<T> values;
  for (Wide value = start; delta > 0 ? value < limit : value > limit; value += delta)
    values.push_back(static_cast<T>(value));
  return values;
}

template <std::floating_point T>
std::vector<T> range_values(T start, T limit, T delta) {
  volatile T difference = limit - start;
  volatile T quotient = std::fabs(T(difference)) / std::fabs(delta);
  const auto size = static_cast<int>(std::ceil(T(quotient)));
  std::vector<T> values;
  for (int i = 0; i < size; ++i) {
    volatile T product = static_cast<T>(i) * delta;
    values.push_back(start + product);
  }
  return values;
}

/// The code of the error is that of weft; the text is not. REQUIRES: a size that fits int.
template <Numeric T>
Result<Tensor> range(T start, T limit, T delta) {
  const bool finite = std::isfinite(static_cast<double>(start)) &&
                      std::isfinite(static_cast<double>(limit)) &&
                      std::isfinite(static_cast<double>(delta));
  if (!finite) return invalid_argument("not finite");
  if (delta == 0) return invalid_argument("delta");
  if (delta > 0 && limit < start) return invalid_argument("direction");
  if (delta < 0 && limit > start) return invalid_argument("direction");
  const std::vector<T> values = range_values(start, limit, delta);
  return Tensor::of<T>({static_cast<std::int64_t>(values.size())}, values);
}

}  // namespace weft::reference
