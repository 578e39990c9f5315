// HasTrueFacts: a matcher for string tensors whose facts are claimed rightly. Tensors of other
// dtypes match too, so that tests over all dtypes need no exception.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <string_view>

#include "weft/graph/tensor.h"

namespace weft::test {

MATCHER(HasTrueFacts, "has facts that are true") {
  const Tensor& tensor = arg;
  if (tensor.dtype() != DType::kString) return true;
  const StringFacts& facts = tensor.facts();
  const StringSpan strings = tensor.values<String>();
  std::int64_t total_bytes = 0;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    const std::string_view text = strings[i];
    total_bytes += static_cast<std::int64_t>(text.size());
    if (text.size() > facts.max_length) return *result_listener << "max_length", false;
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (facts.all_ascii && !ascii) return *result_listener << "all_ascii", false;
    const bool follows = i == 0 || strings[i - 1].data() + strings[i - 1].size() == text.data();
    if (facts.contiguous && !follows) return *result_listener << "contiguous", false;
  }
  *result_listener << "total_bytes is " << facts.total_bytes << ", the sum " << total_bytes;
  return facts.total_bytes == -1 || facts.total_bytes == total_bytes;
}

}  // namespace weft::test
