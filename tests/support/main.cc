// The main of every test program.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

int main(int argc, char** argv) {
  // Engines of many threads are wanted on small machines too; TBB would cap their workers.
  const tbb::global_control oversubscribe(tbb::global_control::max_allowed_parallelism, 64);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
