#include "weft/tests/support/failing_new.h"

#include <cstdlib>
#include <new>

namespace weft::test {

namespace {

// Negative: allocations do not fail.
thread_local int successes_left = -1;
thread_local bool any_failed = false;

void* allocate(std::size_t size) {
  if (successes_left == 0) {
    any_failed = true;
    return nullptr;
  }
  if (successes_left > 0) --successes_left;
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

FailingNew::FailingNew(int successes) {
  any_failed = false;
  successes_left = successes;
}

FailingNew::~FailingNew() { successes_left = -1; }

bool FailingNew::failed() const { return any_failed; }

}  // namespace weft::test

void* operator new(std::size_t size) {
  if (void* memory = weft::test::allocate(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return weft::test::allocate(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
