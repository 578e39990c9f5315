// Checks of what string tensors claim about themselves, and tensors that claim too much.
#pragma once

#include <algorithm>
#include <vector>

#include "weft/graph/tensor.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {

/// A string tensor whose facts are all true.
MATCHER(HasTrueFacts, "") {
  const Tensor& tensor = arg;
  const StringSpan texts = tensor.values<String>();
  const StringFacts& facts = tensor.facts();
  bool all_ascii = true;
  bool contiguous = true;
  std::size_t max_length = 0;
  std::int64_t total_bytes = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all_ascii = all_ascii && std::all_of(texts[i].begin(), texts[i].end(), [](char byte) {
                  return static_cast<unsigned char>(byte) < 0x80;
                });
    contiguous =
        contiguous && (i == 0 || texts[i - 1].data() + texts[i - 1].size() == texts[i].data());
    max_length = std::max(max_length, texts[i].size());
    total_bytes += static_cast<std::int64_t>(texts[i].size());
  }
  *result_listener << "all_ascii " << facts.all_ascii << ", contiguous " << facts.contiguous
                   << ", max_length " << facts.max_length << " of " << max_length
                   << ", total_bytes " << facts.total_bytes << " of " << total_bytes;
  return (!facts.all_ascii || all_ascii) && (!facts.contiguous || contiguous) &&
         facts.max_length >= max_length &&
         (facts.total_bytes == -1 || facts.total_bytes == total_bytes);
}

/// A tensor of elements that claim these lengths but have no bytes: for checks of sizes, which come
/// before any text is read. REQUIRES: nobody reads its text.
inline Tensor pretended_strings(const Shape& shape, const std::vector<std::uint32_t>& lengths,
                                bool contiguous = false) {
  const auto count = static_cast<std::int64_t>(lengths.size());
  constexpr std::int64_t kStartBytes = sizeof(const char*);
  constexpr std::int64_t kLengthBytes = sizeof(std::uint32_t);
  StringColumns columns{.starts = Buffer::allocate(count * kStartBytes).value(),
                        .lengths = Buffer::allocate(count * kLengthBytes).value(),
                        .bytes = {},
                        .facts = {.contiguous = contiguous,
                                  .has_slack = false,
                                  .max_length = *std::max_element(lengths.begin(), lengths.end())}};
  std::fill_n(columns.starts.mutable_as<const char*>(), count, empty_string_start());
  std::copy(lengths.begin(), lengths.end(), columns.lengths.mutable_as<std::uint32_t>());
  return Tensor(shape, std::move(columns));
}

}  // namespace weft::test
