#include "weft/tests/support/failing_memory.h"

#include <link.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <string_view>
#include <thread>

namespace weft::test {

namespace {

constexpr int kNoLimit = std::numeric_limits<int>::max();
std::atomic<int> successes_left = kNoLimit;
std::atomic<bool> any_failed = false;
std::atomic<std::int64_t> num_live = 0;
std::atomic<std::int64_t> num_asked = 0;
std::atomic<std::thread::id> test_thread;

// Where the code of TBB lies.
struct AddressRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool contains(const void* address) const {
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    return place >= begin && place < end;
  }
};

int find_tbb(dl_phdr_info* library, std::size_t, void* result) {
  if (std::string_view(library->dlpi_name).find("libtbb.so") == std::string_view::npos) return 0;
  auto& range = *static_cast<AddressRange*>(result);
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const auto& segment = library->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    range.begin = library->dlpi_addr + segment.p_vaddr;
    range.end = range.begin + segment.p_memsz;
  }
  return 1;
}

// A worker that finds no memory while it starts ends the process, by TBB's design: no program can
// catch that, so what TBB allocates on threads of its own succeeds.
bool is_for_worker(const void* caller) {
  static const AddressRange tbb = [] {
    AddressRange range;
    dl_iterate_phdr(find_tbb, &range);
    return range;
  }();
  return tbb.contains(caller) && std::this_thread::get_id() != test_thread.load();
}

// Takes one of the successes that are left.
bool may_succeed() {
  num_asked.fetch_add(1, std::memory_order_relaxed);
  if (successes_left.load(std::memory_order_relaxed) == kNoLimit) return true;
  // Never wraps: a run does not make two thousand million allocations.
  if (successes_left.fetch_sub(1, std::memory_order_relaxed) > 0) return true;
  any_failed = true;
  return false;
}

void* allocate(std::size_t size, const void* caller) {
  if (!may_succeed() && !is_for_worker(caller)) return nullptr;
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
  test_thread = std::this_thread::get_id();
  successes_left = successes;
}

FailingMemory::~FailingMemory() { successes_left = kNoLimit; }

bool FailingMemory::failed() const { return any_failed; }

std::int64_t live_objects() { return num_live; }

std::int64_t num_allocations() { return num_asked; }

}  // namespace weft::test

void* operator new(std::size_t size) {
  if (void* memory = weft::test::allocate(size, __builtin_return_address(0))) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) {
  if (void* memory = weft::test::allocate(size, __builtin_return_address(0))) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return weft::test::allocate(size, __builtin_return_address(0));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return weft::test::allocate(size, __builtin_return_address(0));
}
void operator delete(void* memory) noexcept { weft::test::give_back(memory); }
void operator delete[](void* memory) noexcept { weft::test::give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { weft::test::give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { weft::test::give_back(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  weft::test::give_back(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  weft::test::give_back(memory);
}

// The constructor of TBB's node loses its first body if there is no memory for the second.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:tbb::detail::d1::continue_input";
}

// The linker puts these two names in the place of aligned_alloc (--wrap).
extern "C" {
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return weft::test::may_succeed() ? __real_aligned_alloc(alignment, size) : nullptr;
}
}
