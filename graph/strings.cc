#include "weft/graph/strings.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace weft {

namespace {

constexpr std::int64_t kFirstBlockBytes = 256;
constexpr std::int64_t kUsualBlockBytes = 65536;

Status too_long(std::int64_t size_bytes) {
  return resource_exhausted("an element of " + std::to_string(size_bytes) +
                            " bytes is longer than " + std::to_string(kMaxStringBytes));
}

}  // namespace

const char* empty_string_start() {
  alignas(64) static constexpr std::array<char, 192> kZeros = {};
  return kZeros.data() + 64;
}

std::string_view StringArena::finish_element() {
  // An empty first element starts where the second will, so that all of them follow one another.
  if (start_ == nullptr && !grow(0)) return {empty_string_start(), 0};
  const std::string_view element(start_, static_cast<std::size_t>(end_ - start_));
  any_finished_ = true;
  start_ = end_;
  return element;
}

void StringArena::reserve(std::int64_t bytes) {
  if (bytes > limit_ - end_) grow(static_cast<std::size_t>(bytes));
}

bool StringArena::fail(Status status) {
  status_ = std::move(status);
  end_ = start_;
  return false;
}

// Moves the open element to a block with room for `bytes` more.
bool StringArena::grow(std::size_t bytes) {
  if (!status_.ok()) return false;
  const auto open = static_cast<std::int64_t>(end_ - start_);
  const auto added = static_cast<std::int64_t>(bytes);
  if (open + added > kMaxStringBytes) return fail(too_long(open + added));
  const std::int64_t last = blocks_.empty() ? 0 : blocks_.back().size_bytes();
  const std::int64_t usual = std::clamp(2 * last, kFirstBlockBytes, kUsualBlockBytes);
  // Twice the open element, so that one long element that grows byte by byte is copied log times.
  Result<Buffer> block = Buffer::allocate(std::max(usual, added + 2 * open));
  if (!block.ok()) return fail(block.status());
  // A new block keeps the order only if no element came before the open one.
  contiguous_ &= !any_finished_;
  char* data = block->mutable_data();
  if (open > 0) std::memcpy(data, start_, static_cast<std::size_t>(open));
  start_ = data;
  end_ = data + open;
  limit_ = data + block->size_bytes();
  blocks_.push_back(*std::move(block));
  return true;
}

std::vector<Buffer> StringArena::take_blocks() {
  start_ = end_ = limit_ = nullptr;
  any_finished_ = false;
  contiguous_ = true;
  all_bits_ = 0;
  return std::exchange(blocks_, {});
}

}  // namespace weft
