// cast, the slow and obvious way: through long double, which holds every value of every dtype.
#pragma once

#include <cmath>
#include <limits>

#include "weft/graph/tensor.h"

namespace weft::reference {

static_assert(std::numeric_limits<long double>::digits >= 64);

template <class To, class From>
To cast_element(From from) {
  const long double value = from;
  if constexpr (std::same_as<To, bool>) {
    return !(value == 0);
  } else if constexpr (std::floating_point<To>) {
    return static_cast<To>(value);
  } else {
    if (std::isnan(value)) return 0;
    const long double whole = std::trunc(value);
    const long double lowest = std::numeric_limits<To>::min();
    const long double highest = std::numeric_limits<To>::max();
    if (whole >= lowest && whole <= highest) return static_cast<To>(whole);
    if constexpr (std::floating_point<From>)
      return whole < lowest ? std::numeric_limits<To>::min() : std::numeric_limits<To>::max();
    // Integers wrap: the one that is congruent modulo 2^bits.
    const long double range = std::ldexp(1.0L, 8 * sizeof(To));
    long double wrapped = whole - std::floor(whole / range) * range;
    if (wrapped > highest) wrapped -= range;
    return static_cast<To>(wrapped);
  }
}

template <FixedWidth To, FixedWidth From>
Tensor cast(const Tensor& x) {
  TensorBuilder<To> builder = Tensor::builder<To>(x.shape()).value();
  for (std::size_t i = 0; i < builder.values().size(); ++i)
    builder.values()[i] = cast_element<To>(x.values<From>()[i]);
  return std::move(builder).build();
}

}  // namespace weft::reference
