// Memory that runs out on demand: operator new of a program that links failing_memory.cc, and the
// aligned_alloc of the weft in it, can be told to fail. What libraries allocate by other means,
// such as TBB its tasks, is not concerned, nor what TBB needs to start a worker thread.
#pragma once

#include <cstdint>

namespace weft::test {

/// While it lives, the next `successes` allocations of the process succeed and all later ones fail.
/// One at a time.
class FailingMemory {
 public:
  explicit FailingMemory(int successes);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  /// Whether any allocation failed so far.
  bool failed() const;
};

/// What operator new gave out and was not given back, in the whole process.
std::int64_t live_objects();

/// How often memory was asked for so far, in the whole process.
std::int64_t num_allocations();

}  // namespace weft::test
