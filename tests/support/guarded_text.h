// Text that ends where the memory of the process ends: whoever reads one byte beyond it dies, with
// a sanitizer or without.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::test {

/// `count` elements, all the given text, which lies right before a page that nobody may read.
inline Tensor guarded_strings(std::string_view text, std::size_t count) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t readable = (text.size() / page + 1) * page;
  void* memory =
      mmap(nullptr, readable + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  const std::shared_ptr<void> owner(memory, [=](void* mapped) { munmap(mapped, readable + page); });
  char* start = static_cast<char*>(memory) + readable - text.size();
  std::memcpy(start, text.data(), text.size());
  if (mprotect(static_cast<char*>(memory) + readable, page, PROT_NONE) != 0) throw std::bad_alloc();
  const std::vector<std::string_view> views(count, std::string_view(start, text.size()));
  return Tensor::borrow(views, owner);
}

}  // namespace weft::test
