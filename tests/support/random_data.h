// Random tensors for differential tests: every kind of text, lengths around the widths of vectors,
// and a seed that failures print and WEFT_SEED sets.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::test {

/// The seed of this process: WEFT_SEED, or a random one. Put it into SCOPED_TRACE(seed_text()).
std::uint64_t seed();
std::string seed_text();

enum class Text {
  kAscii,
  kTwoByte,
  kThreeByte,
  kFourByte,
  /// Well-formed, of all widths.
  kMixed,
  /// Any bytes: NUL, stray continuation bytes, cut characters.
  kBytes,
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// low..high, both included.
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bool chance(double probability) { return std::bernoulli_distribution(probability)(engine_); }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(from.size()) - 1))];
  }

  Text text_kind();
  /// 0 to 40 mostly, and around 16, 32, 64, 128, 256.
  std::int64_t length();
  /// Of about so many bytes.
  std::string text(Text kind, std::int64_t bytes);
  std::string text() { return text(text_kind(), length()); }
  /// Rank up to `max_rank`, dims 0 to 5, few of them 0.
  Shape shape(std::int64_t max_rank = 4);
  /// Dims such that both broadcast to one shape.
  std::pair<Shape, Shape> broadcast_shapes(std::int64_t max_rank = 5);
  /// Text of one kind, or of a mixture.
  Tensor strings(const Shape& shape);
  /// The same elements as views into one exact-size heap buffer, so that a read beyond an element's
  /// memory is seen by AddressSanitizer.
  Tensor borrowed_strings(const Shape& shape);
  /// Any value of T, extremes among them often.
  template <FixedWidth T>
  T number();
  template <FixedWidth T>
  Tensor numbers(const Shape& shape) {
    std::vector<T> values(static_cast<std::size_t>(shape.num_elements().value()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = number<T>();
    auto builder = Tensor::builder<T>(shape).value();
    std::copy(values.begin(), values.end(), builder.values().begin());
    return std::move(builder).build();
  }
  /// Integers low..high.
  template <std::integral T>
  Tensor integers(const Shape& shape, std::int64_t low, std::int64_t high) {
    auto builder = Tensor::builder<T>(shape).value();
    for (T& value : builder.values()) value = static_cast<T>(integer(low, high));
    return std::move(builder).build();
  }
  /// A tensor of any dtype.
  Tensor tensor(DType dtype, const Shape& shape);

 private:
  std::mt19937_64 engine_;
};

template <FixedWidth T>
T Random::number() {
  if constexpr (std::same_as<T, bool>) {
    return chance(0.5);
  } else if constexpr (std::floating_point<T>) {
    static const std::vector<T> kSpecial = {T(0),
                                            T(-0.0),
                                            T(1),
                                            T(-1),
                                            std::numeric_limits<T>::infinity(),
                                            -std::numeric_limits<T>::infinity(),
                                            std::numeric_limits<T>::quiet_NaN(),
                                            std::numeric_limits<T>::max(),
                                            std::numeric_limits<T>::denorm_min()};
    if (chance(0.2)) return pick(kSpecial);
    return std::normal_distribution<T>(0, T(100))(engine_);
  } else {
    if (chance(0.1)) return std::numeric_limits<T>::min();
    if (chance(0.1)) return std::numeric_limits<T>::max();
    if (chance(0.5)) return static_cast<T>(integer(std::is_signed_v<T> ? -5 : 0, 5));
    return static_cast<T>(engine_());
  }
}

}  // namespace weft::test
