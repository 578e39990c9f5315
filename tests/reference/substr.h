// substr, the slow and obvious way: characters are cut into a list first.
#pragma once

#include <string>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/ops/text_unit.h"
#include "weft/tests/reference/broadcast.h"

namespace weft::reference {

inline std::vector<std::string> characters(const std::string& text, TextUnit unit) {
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    if (unit == TextUnit::kByte || i == 0 || !continues) pieces.emplace_back();
    pieces.back() += text[i];
  }
  return pieces;
}

/// The code and position of the error are those of weft; the text is not.
template <class Index>
Result<Tensor> substr(const Tensor& input, const Tensor& pos, const Tensor& len, TextUnit unit) {
  if (pos.shape() != len.shape()) return invalid_argument("pos and len");
  const std::optional<Shape> shape = broadcast_shape(input.shape(), pos.shape());
  if (!shape) return invalid_argument("broadcast");
  std::vector<std::string> results;
  for (const std::vector<std::int64_t>& position : positions(*shape)) {
    const std::size_t text_at = broadcast_offset(input.shape(), position);
    const std::size_t pos_at = broadcast_offset(pos.shape(), position);
    const auto pieces = characters(std::string(input.values<String>()[text_at]), unit);
    const auto count = static_cast<std::int64_t>(pieces.size());
    const std::int64_t at = pos.values<Index>()[pos_at];
    if (at < -count || at > count) return invalid_argument("pos").at(position);
    const std::int64_t start = at < 0 ? at + count : at;
    const std::int64_t wanted = len.values<Index>()[pos_at];
    const std::int64_t taken = wanted < 0 ? count - start : std::min(wanted, count - start);
    std::string result;
    for (std::int64_t i = start; i < start + taken; ++i)
      result += pieces[static_cast<std::size_t>(i)];
    results.push_back(result);
  }
  return Tensor::of<String>(*shape, results);
}

}  // namespace weft::reference
