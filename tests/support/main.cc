// The main of every test program.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

// Sizes that no machine has are refused by allocators; sanitizers would end the program instead.
extern "C" [[gnu::visibility("default")]] const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}
extern "C" [[gnu::visibility("default")]] const char* __tsan_default_options() {
  return "allocator_may_return_null=1";
}

int main(int argc, char** argv) {
  // Engines of many threads are wanted on small machines too; TBB would cap their workers.
  const tbb::global_control oversubscribe(tbb::global_control::max_allowed_parallelism, 64);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
