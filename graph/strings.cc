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
  // A block may have room for more than one element may hold.
  if (end_ - start_ > kMaxStringBytes) fail(too_long(end_ - start_));
  const std::string_view element(start_, static_cast<std::size_t>(end_ - start_));
  any_finished_ = true;
  start_ = end_;
  return element;
}

void StringArena::reserve(std::int64_t bytes) {
  if (!status_.ok() || bytes <= limit_ - end_) return;
  // A sum that overflows is as impossible as what was asked for.
  add_block(checked_add(end_ - start_, bytes).value_or(bytes));
}

bool StringArena::fail(Status status) {
  status_ = std::move(status);
  end_ = start_;
  return false;
}

// Makes room for `bytes` more of the open element.
bool StringArena::grow(std::size_t bytes) {
  if (!status_.ok()) return false;
  const auto open = static_cast<std::int64_t>(end_ - start_);
  const auto added = static_cast<std::int64_t>(bytes);
  if (open + added > kMaxStringBytes) return fail(too_long(open + added));
  const std::int64_t last = blocks_.empty() ? 0 : blocks_.back().size_bytes();
  const std::int64_t usual = std::clamp(2 * last, kFirstBlockBytes, kUsualBlockBytes);
  // Twice the open element, so that one long element that grows byte by byte is copied log times.
  return add_block(std::max(usual, added + 2 * open));
}

// Moves the open element to a block of `size_bytes`, in which it fits.
bool StringArena::add_block(std::int64_t size_bytes) {
  Result<Buffer> block = Buffer::allocate(size_bytes);
  if (!block.ok()) return fail(block.status());
  // Before anything points into it: this may throw.
  blocks_.push_back(*std::move(block));
  // A new block keeps the order only if no element came before the open one.
  contiguous_ &= !any_finished_;
  const auto open = static_cast<std::size_t>(end_ - start_);
  char* data = blocks_.back().mutable_data();
  if (open > 0) std::memcpy(data, start_, open);
  start_ = data;
  end_ = data + open;
  limit_ = data + size_bytes;
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
