// What an op that goes over text should expect of it: for the size of chunks, never for results.
// Not part of the public interface.
#pragma once

#include <algorithm>
#include <cstdint>

#include "weft/graph/tensor.h"

namespace weft {

/// About how many bytes an element of `texts` has.
inline std::int64_t about_text_bytes(const Tensor& texts) {
  const StringFacts& facts = texts.facts();
  if (facts.total_bytes >= 0 && texts.size() > 0) return facts.total_bytes / texts.size();
  return std::min<std::int64_t>(facts.max_length, 32);
}

}  // namespace weft
