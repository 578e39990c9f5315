// copy_bytes: memcpy for text, most of which is short. It reads and writes exactly the bytes that
// are asked for. Not part of the public interface.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace weft {

namespace detail {

// One instruction each way.
template <std::size_t kBytes>
void copy_fixed(char* to, const char* from) {
  char block[kBytes];
  std::memcpy(block, from, kBytes);
  std::memcpy(to, block, kBytes);
}

// kBytes to 4 * kBytes bytes as two blocks from the front and two from the back, which overlap: one
// way for every size in between, because lengths are hard to foresee and a wrong guess of the
// processor costs more than a few stores.
template <std::size_t kBytes>
void copy_four(char* to, const char* from, std::size_t size) {
  const std::size_t last = size - kBytes;
  const std::size_t second = std::min(kBytes, last);
  copy_fixed<kBytes>(to, from);
  copy_fixed<kBytes>(to + second, from + second);
  copy_fixed<kBytes>(to + last - second, from + last - second);
  copy_fixed<kBytes>(to + last, from + last);
}

}  // namespace detail

/// Copies `size` bytes; returns the end of what was written.
inline char* copy_bytes(char* to, const char* from, std::size_t size) {
  if (size >= 4 && size <= 16) {
    detail::copy_four<4>(to, from, size);
  } else if (size < 4) {
    if (size > 0) {
      to[0] = from[0];
      to[size / 2] = from[size / 2];
      to[size - 1] = from[size - 1];
    }
  } else if (size <= 64) {
    detail::copy_four<16>(to, from, size);
  } else {
    std::memcpy(to, from, size);
  }
  return to + size;
}

}  // namespace weft
