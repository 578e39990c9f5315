#include "weft/tests/support/random_data.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace weft::test {

namespace {

std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  const auto tail = [&](std::uint32_t shift) { return byte(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | (code >> 6U)), tail(0)};
  if (code < 0x10000) return {byte(0xE0U | (code >> 12U)), tail(6), tail(0)};
  return {byte(0xF0U | (code >> 18U)), tail(12), tail(6), tail(0)};
}

}  // namespace

std::uint64_t seed() {
  static const std::uint64_t kSeed = [] {
    const char* given = std::getenv("WEFT_SEED");
    return given ? std::strtoull(given, nullptr, 10) : std::random_device()();
  }();
  return kSeed;
}

std::string seed_text() { return "WEFT_SEED=" + std::to_string(seed()); }

Text Random::text_kind() { return static_cast<Text>(integer(0, 5)); }

std::int64_t Random::length() {
  static const std::vector<std::int64_t> kWidths = {16, 32, 64, 128, 256};
  if (chance(0.2)) return pick(kWidths) + integer(-1, 1);
  if (chance(0.02)) return integer(0, 3000);
  return integer(0, 40);
}

std::string Random::text(Text kind, std::int64_t bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  std::string text;
  while (text.size() < size) {
    const Text width = kind == Text::kMixed ? static_cast<Text>(integer(0, 3)) : kind;
    switch (width) {
      case Text::kAscii:
        text += static_cast<char>(integer(0x20, 0x7E));
        break;
      case Text::kTwoByte:
        text += utf8(static_cast<std::uint32_t>(integer(0x80, 0x7FF)));
        break;
      case Text::kThreeByte:
        text += utf8(static_cast<std::uint32_t>(integer(0x3000, 0x9FFF)));
        break;
      case Text::kFourByte:
        text += utf8(static_cast<std::uint32_t>(integer(0x10000, 0x10FFFF)));
        break;
      case Text::kMixed:
      case Text::kBytes:
        text += static_cast<char>(integer(0, 255));
        break;
    }
  }
  return text;
}

Shape Random::shape(std::int64_t max_rank) {
  std::vector<std::int64_t> dims(static_cast<std::size_t>(integer(0, max_rank)));
  for (std::int64_t& dim : dims) dim = chance(0.05) ? 0 : integer(1, 5);
  return Shape(dims);
}

std::pair<Shape, Shape> Random::broadcast_shapes(std::int64_t max_rank) {
  const Shape full = shape(max_rank);
  const auto narrow = [&] {
    const auto dims = full.dims();
    const auto skipped = static_cast<std::size_t>(chance(0.3) ? integer(0, full.rank()) : 0);
    std::vector<std::int64_t> kept(dims.begin() + static_cast<std::ptrdiff_t>(skipped), dims.end());
    for (std::int64_t& dim : kept)
      if (chance(0.3)) dim = 1;
    return Shape(kept);
  };
  const Shape a = narrow();
  return {a, narrow()};
}

Tensor Random::strings(const Shape& shape) {
  StringBuilder builder;
  const Text kind = text_kind();
  const bool uniform = chance(0.5);
  const std::int64_t elements = shape.num_elements().value();
  for (std::int64_t i = 0; i < elements; ++i)
    builder.append(text(uniform ? kind : text_kind(), length()));
  return std::move(builder).build(shape).value();
}

Tensor Random::borrowed_strings(const Shape& shape) {
  const std::vector<std::string> texts = strings(shape).to_vector<String>();
  std::size_t total = 0;
  for (const std::string& text : texts) total += text.size();
  std::shared_ptr<char[]> bytes(new char[total]);
  std::vector<std::string_view> views;
  char* to = bytes.get();
  for (const std::string& text : texts) {
    views.emplace_back(to, text.size());
    to = std::copy(text.begin(), text.end(), to);
  }
  return Tensor::borrow(views, bytes).reshaped(shape).value();
}

Tensor Random::tensor(DType dtype, const Shape& shape) {
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::same_as<T, String>)
      return strings(shape);
    else
      return numbers<T>(shape);
  });
}

}  // namespace weft::test
