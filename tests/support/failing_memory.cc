#include "weft/tests/support/failing_memory.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace weft::test {

namespace {

constexpr int kNoLimit = std::numeric_limits<int>::max();
std::atomic<int> successes_left = kNoLimit;
std::atomic<bool> any_failed = false;
std::atomic<std::int64_t> num_live = 0;

// Takes one of the successes that are left.
bool may_succeed() {
  if (successes_left.load(std::memory_order_relaxed) == kNoLimit) return true;
  // Never wraps: a run does not make two thousand million allocations.
  if (successes_left.fetch_sub(1, std::memory_order_relaxed) > 0) return true;
  any_failed = true;
  return false;
}

void* allocate(std::size_t size) {
  if (!may_succeed()) return nullptr;
  num_live.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}

void give_back(void* memory) {
  if (memory != nullptr) num_live.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

FailingMemory::FailingMemory(int successes) {
  any_failed = false;
  successes_left = successes;
}

FailingMemory::~FailingMemory() { successes_left = kNoLimit; }

bool FailingMemory::failed() const { return any_failed; }

std::int64_t live_objects() { return num_live; }

}  // namespace weft::test

void* operator new(std::size_t size) {
  if (void* memory = weft::test::allocate(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return weft::test::allocate(size);
}
void operator delete(void* memory) noexcept { weft::test::give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { weft::test::give_back(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  weft::test::give_back(memory);
}

// The linker puts these two names in the place of aligned_alloc (--wrap).
extern "C" {
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return weft::test::may_succeed() ? __real_aligned_alloc(alignment, size) : nullptr;
}
}
