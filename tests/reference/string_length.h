// string_length, the slow and obvious way: one byte after the other.
#pragma once

#include <string_view>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/ops/text_unit.h"

namespace weft::reference {

inline Tensor string_length(const Tensor& input, TextUnit unit) {
  std::vector<std::int32_t> lengths;
  for (const std::string_view text : input.values<String>()) {
    std::int32_t length = 0;
    for (const char byte : text) {
      const auto value = static_cast<unsigned char>(byte);
      const bool continues = value >= 0x80 && value <= 0xBF;
      if (unit == TextUnit::kByte || !continues) ++length;
    }
    lengths.push_back(length);
  }
  return Tensor::of<std::int32_t>(input.shape(), lengths).value();
}

}  // namespace weft::reference
