// BufferPool of weft/graph/buffer.h.
#include <malloc.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "weft/graph/buffer.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/sanitizer.h"

namespace weft::test {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// Fills a block with bytes that depend on `tag`, and checks them.
void fill(Buffer& buffer, int tag) {
  std::memset(buffer.mutable_data(), tag & 127, static_cast<std::size_t>(buffer.size_bytes()));
}
bool is_filled(const Buffer& buffer, int tag) {
  for (std::int64_t i = 0; i < buffer.size_bytes(); ++i)
    if (buffer.data()[i] != (tag & 127)) return false;
  return true;
}

TEST(BufferPool, ADroppedBlockServesTheNextRequest) {
  BufferPool pool;
  const char* const first = pool.allocate(1000).value().data();
  EXPECT_EQ(pool.allocate(1000).value().data(), first);
  // Any size of the same class.
  const Buffer again = pool.allocate(1001).value();
  EXPECT_EQ(again.data(), first);
  EXPECT_EQ(again.size_bytes(), 1001);
  EXPECT_EQ(again.use_count(), 1);
  EXPECT_NE(pool.allocate(1000).value().data(), first);
  EXPECT_NE(pool.allocate(5000).value().data(), first);
}

TEST(BufferPool, ASteadyRunAllocatesNothingNew) {
  BufferPool pool;
  std::set<const char*> blocks;
  for (int run = 0; run < 100; ++run) {
    std::vector<Buffer> live;
    for (const std::int64_t size : {100, 100, 5000, 70000, 0, 100})
      live.push_back(pool.allocate(size).value());
    for (const Buffer& buffer : live) blocks.insert(buffer.data());
  }
  EXPECT_EQ(blocks.size(), 6U);
}

TEST(BufferPool, BlocksInUseAreNeverGivenTwice) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  BufferPool pool(kMiB);
  std::vector<std::pair<Buffer, int>> live;
  for (int i = 0; i < 3000; ++i) {
    if (live.size() < 40 && random.chance(0.6)) {
      Buffer buffer = pool.allocate(random.integer(0, random.chance(0.1) ? 60000 : 600)).value();
      fill(buffer, i);
      live.emplace_back(std::move(buffer), i);
    } else if (!live.empty()) {
      const auto at =
          static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(live.size()) - 1));
      ASSERT_TRUE(is_filled(live[at].first, live[at].second));
      std::swap(live[at], live.back());
      live.pop_back();
    }
  }
  for (const auto& [buffer, tag] : live) EXPECT_TRUE(is_filled(buffer, tag));
}

TEST(BufferPool, SizeClassesWasteAtMostAQuarter) {
  BufferPool pool(0);
  std::int64_t last = 0;
  const auto check = [&](std::int64_t size) {
    const Buffer buffer = pool.allocate(size).value();
    const std::int64_t pinned = buffer.pinned_bytes();
    ASSERT_EQ(buffer.size_bytes(), size);
    ASSERT_GE(pinned, size) << size;
    ASSERT_LE(pinned, std::max<std::int64_t>(64, size + size / 4 + 63)) << size;
    ASSERT_EQ(pinned % 64, 0) << size;
    ASSERT_GE(pinned, last) << size;
    last = pinned;
  };
  for (std::int64_t size = 0; size < 5000; ++size) check(size);
  for (std::int64_t power = 8192; power <= 16 * kMiB; power *= 2)
    for (const std::int64_t step : {-1, 0, 1}) check(power + step);
}

TEST(BufferPool, OneBlockServesExactlyTheSizesOfItsClass) {
  for (const std::int64_t size : {1, 64, 65, 512, 513, 640, 641, 1024, 1025, 1280, 100000}) {
    SCOPED_TRACE(size);
    BufferPool pool;
    Buffer buffer = pool.allocate(size).value();
    const char* const block = buffer.data();
    const std::int64_t largest = buffer.pinned_bytes();
    buffer = Buffer();
    EXPECT_EQ(pool.allocate(largest).value().data(), block);
    EXPECT_NE(pool.allocate(largest + 1).value().data(), block);
  }
}

TEST(BufferPool, IdleBlocksAreLimited) {
  BufferPool pool(kMiB);
  std::vector<Buffer> live;
  for (int i = 0; i < 100; ++i) live.push_back(pool.allocate(65536).value());
  EXPECT_EQ(pool.idle_bytes(), 0);
  live.resize(95);
  EXPECT_EQ(pool.idle_bytes(), 5 * 65536);
  live.clear();
  EXPECT_EQ(pool.idle_bytes(), kMiB);
  live.push_back(pool.allocate(65536).value());
  EXPECT_EQ(pool.idle_bytes(), kMiB - 65536);
}

TEST(BufferPool, ABlockAboveTheLimitIsNotKept) {
  BufferPool pool(1000);
  EXPECT_THAT(pool.allocate(5000), IsOk());
  EXPECT_EQ(pool.idle_bytes(), 0);
  EXPECT_THAT(pool.allocate(500), IsOk());
  EXPECT_EQ(pool.idle_bytes(), 512);
  BufferPool none(0);
  EXPECT_THAT(none.allocate(10), IsOk());
  EXPECT_EQ(none.idle_bytes(), 0);
}

// mallinfo2() knows nothing of the sanitizers' memory.
#if !defined(WEFT_TEST_ASAN) && !defined(WEFT_TEST_TSAN)
// A pool may be left alone for long, so the limit must hold without any further call.
TEST(BufferPool, TheLimitHoldsAsSoonAsBlocksAreDropped) {
  const auto bytes_in_use = [] {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
  };
  BufferPool pool(4 * kMiB);
  std::vector<Buffer> live;
  live.reserve(100);
  const std::int64_t before = bytes_in_use();
  for (int i = 0; i < 100; ++i) live.push_back(pool.allocate(kMiB).value());
  EXPECT_GT(bytes_in_use() - before, 99 * kMiB);
  live.clear();
  EXPECT_LT(bytes_in_use() - before, 6 * kMiB);
}
#endif

TEST(BufferPool, BlocksOutliveThePool) {
  Buffer survivor;
  {
    BufferPool pool;
    survivor = pool.allocate(1000).value();
    fill(survivor, 5);
    const Buffer idle = pool.allocate(1000).value();
  }
  EXPECT_TRUE(is_filled(survivor, 5));
  fill(survivor, 6);
  EXPECT_TRUE(is_filled(survivor, 6));
}

#if defined(WEFT_TEST_ASAN)
TEST(BufferPool, AnIdleBlockIsOutOfBounds) {
  BufferPool pool;
  const char* const data = pool.allocate(1000).value().data();
  EXPECT_TRUE(is_poisoned(data));
  EXPECT_TRUE(is_poisoned(data - 64));
  const Buffer again = pool.allocate(1000).value();
  EXPECT_EQ(again.data(), data);
  EXPECT_FALSE(is_poisoned(data));
  EXPECT_FALSE(is_poisoned(data - 64));
}
#endif

// Blocks on their way to a thread that drops them.
class Mailbox {
 public:
  void put(Buffer buffer, int tag) {
    const std::lock_guard lock(mutex_);
    letters_.emplace_back(std::move(buffer), tag);
    arrived_.notify_one();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    arrived_.notify_all();
  }
  // False: closed and empty.
  bool take(std::pair<Buffer, int>& letter) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return closed_ || !letters_.empty(); });
    if (letters_.empty()) return false;
    letter = std::move(letters_.back());
    letters_.pop_back();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::pair<Buffer, int>> letters_;
  bool closed_ = false;
};

TEST(BufferPool, EightThreadsDropWhatOneAllocates) {
  for (const bool pool_goes_first : {false, true}) {
    Mailbox mailbox;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        std::pair<Buffer, int> letter;
        while (mailbox.take(letter)) {
          if (!is_filled(letter.first, letter.second)) ++wrong;
          letter.first = Buffer();
        }
      });
    {
      BufferPool pool(kMiB / 4);
      for (int i = 0; i < 10000; ++i) {
        Buffer buffer = pool.allocate(64 + (i % 7) * 300).value();
        fill(buffer, i);
        mailbox.put(std::move(buffer), i);
      }
      if (!pool_goes_first) {
        mailbox.close();
        for (std::thread& thread : threads) thread.join();
        EXPECT_LE(pool.idle_bytes(), kMiB / 4);
        EXPECT_GT(pool.idle_bytes(), 0);
      }
    }
    mailbox.close();
    for (std::thread& thread : threads)
      if (thread.joinable()) thread.join();
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace
}  // namespace weft::test
