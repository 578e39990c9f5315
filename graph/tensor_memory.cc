// What a tensor keeps alive, and how to let go of what it does not use.
#include <cstring>
#include <numeric>

#include "weft/graph/tensor.h"

namespace weft {

namespace {

std::int64_t total_length(const StringSpan& strings) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < strings.size(); ++i) total += strings.lengths()[i];
  return total;
}

Result<Buffer> copy_of(const void* data, std::int64_t size_bytes) {
  if (size_bytes == 0) return Buffer();
  WEFT_TRY_ASSIGN(Buffer copy, Buffer::allocate(size_bytes));
  std::memcpy(copy.mutable_data(), data, static_cast<std::size_t>(size_bytes));
  return copy;
}

// The elements one after the other in one buffer.
Result<StringColumns> packed(const StringSpan& strings, StringFacts facts,
                             std::int64_t total_bytes) {
  StringColumns columns;
  const auto count = static_cast<std::int64_t>(strings.size());
  columns.facts = facts;
  if (count == 0) return columns;
  WEFT_TRY_ASSIGN(columns.lengths, copy_of(strings.lengths(), count * 4));
  WEFT_TRY_ASSIGN(columns.starts,
                  Buffer::allocate(count * static_cast<std::int64_t>(sizeof(const char*))));
  WEFT_TRY_ASSIGN(columns.bytes, Buffer::allocate(total_bytes));
  auto* starts = columns.starts.mutable_as<const char*>();
  char* to = columns.bytes.mutable_data();
  std::uint32_t max_length = 0;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    const std::string_view element = strings[i];
    std::memcpy(to, element.data(), element.size());
    starts[i] = to;
    to += element.size();
    max_length = std::max(max_length, strings.lengths()[i]);
  }
  columns.facts.contiguous = true;
  columns.facts.has_slack = true;
  columns.facts.max_length = max_length;
  columns.facts.total_bytes = total_bytes;
  return columns;
}

}  // namespace

std::int64_t Tensor::bytes_used() const {
  const std::int64_t entries = size_ * element_bytes(dtype_);
  if (dtype_ != DType::kString) return entries;
  if (facts_.total_bytes >= 0) return entries + facts_.total_bytes;
  return entries + total_length(values<String>());
}

std::int64_t Tensor::bytes_pinned() const {
  return data_.pinned_bytes() + lengths_.pinned_bytes() + bytes_.pinned_bytes();
}

Result<Tensor> Tensor::copied() const {
  if (dtype_ == DType::kString) {
    const StringSpan strings = values<String>();
    WEFT_TRY_ASSIGN(StringColumns columns, packed(strings, facts_, total_length(strings)));
    return Tensor(shape_, std::move(columns));
  }
  WEFT_TRY_ASSIGN(Buffer copy, copy_of(data_.data(), bytes_used()));
  return Tensor(dtype_, shape_, std::move(copy));
}

Result<Tensor> Tensor::compact() const {
  // Blocks are a little larger than what was asked for; that is not worth a copy.
  const std::int64_t used = bytes_used();
  if (bytes_pinned() <= used + used / 4 + 256) return *this;
  return copied();
}

}  // namespace weft
