#include "weft/ops/kernels/strided_walk.h"

#include <gtest/gtest.h>

#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

// The offsets of the elements begin..end, from the runs.
std::vector<std::int64_t> offsets(const StridedWalk& walk, std::int64_t begin, std::int64_t end) {
  std::vector<std::int64_t> result;
  walk.for_each_run(begin, end, [&](const StridedWalk::Run& run) {
    EXPECT_EQ(run.begin, begin + static_cast<std::int64_t>(result.size()));
    for (std::int64_t i = 0; i < run.count; ++i) result.push_back(run.offset + i * run.step);
  });
  return result;
}

TEST(StridedWalk, ApiExample) {
  StridedWalk walk;  // of shape [2,3] down the columns
  walk.add_outer(2, 3);
  walk.add_outer(3, 1);
  EXPECT_EQ(offsets(walk, 0, walk.size()), (std::vector<std::int64_t>{0, 3, 1, 4, 2, 5}));
  EXPECT_FALSE(walk.is_flat(3));
}

TEST(StridedWalk, MergesAxesThatGoOn) {
  StridedWalk walk;
  EXPECT_TRUE(walk.is_flat(7));
  EXPECT_EQ(offsets(walk, 0, 1), (std::vector<std::int64_t>{0}));
  walk.add_outer(4, 2);
  walk.add_outer(1, 999);
  walk.add_outer(3, 8);
  EXPECT_TRUE(walk.is_flat(2));
  EXPECT_FALSE(walk.is_flat(1));
  EXPECT_EQ(walk.size(), 12);
  EXPECT_EQ(offsets(walk, 5, 8), (std::vector<std::int64_t>{10, 12, 14}));
  EXPECT_TRUE(offsets(walk, 3, 3).empty());
}

TEST(StridedWalk, AgreesWithNestedLoops) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 200; ++i) {
    StridedWalk walk;
    std::vector<std::int64_t> want = {0};
    for (std::int64_t axes = random.integer(0, 4); axes > 0; --axes) {
      const std::int64_t dim = random.integer(1, 4);
      const std::int64_t stride = random.integer(0, 6);
      walk.add_outer(dim, stride);
      std::vector<std::int64_t> repeated;
      for (std::int64_t k = 0; k < dim; ++k)
        for (const std::int64_t offset : want) repeated.push_back(offset + k * stride);
      want = repeated;
    }
    ASSERT_EQ(walk.size(), static_cast<std::int64_t>(want.size()));
    const std::int64_t begin = random.integer(0, walk.size());
    const std::int64_t end = random.integer(begin, walk.size());
    ASSERT_EQ(offsets(walk, begin, end),
              std::vector<std::int64_t>(want.begin() + begin, want.begin() + end));
  }
}

}  // namespace
}  // namespace weft::test
