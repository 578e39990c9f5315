#include "weft/graph/buffer.h"

#include <cstring>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

#include "weft/tests/support/matchers.h"
#include "weft/tests/support/sanitizer.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Memory whose end is noticed.
class Watched {
 public:
  std::shared_ptr<const void> owner() {
    return std::shared_ptr<const void>(&deleted_, [this](const void*) { ++deleted_; });
  }
  int deleted() const { return deleted_; }

 private:
  int deleted_ = 0;
};

TEST(Buffer, ApiExample) {
  weft::BufferPool pool;
  weft::Buffer buffer = pool.allocate(1000).value();
  std::memset(buffer.mutable_data(), 0, 1000);
  EXPECT_EQ(buffer.size_bytes(), 1000);
  EXPECT_EQ(buffer.data()[999], 0);
}

TEST(Buffer, ADefaultOneIsEmpty) {
  const Buffer empty;
  EXPECT_FALSE(empty);
  EXPECT_EQ(empty.data(), nullptr);
  EXPECT_EQ(empty.size_bytes(), 0);
  EXPECT_EQ(empty.pinned_bytes(), 0);
  EXPECT_EQ(empty.use_count(), 0);
  EXPECT_TRUE(empty.has_slack());
  EXPECT_THAT(empty.parts(), IsEmpty());
  EXPECT_EQ(empty, Buffer());
}

TEST(Buffer, CopiesShareTheBlock) {
  Buffer first = Buffer::allocate(100).value();
  EXPECT_EQ(first.use_count(), 1);
  Buffer second = first;
  EXPECT_EQ(first.use_count(), 2);
  EXPECT_EQ(second, first);
  EXPECT_EQ(second.data(), first.data());
  const Buffer third = std::move(second);
  EXPECT_EQ(first.use_count(), 2);
  second = third;
  EXPECT_EQ(first.use_count(), 3);
  second = Buffer::allocate(100).value();
  EXPECT_EQ(first.use_count(), 2);
  EXPECT_NE(second, first);
  const Buffer& same = first;
  first = same;
  EXPECT_EQ(first.use_count(), 2);
  first = Buffer();
  EXPECT_EQ(third.use_count(), 1);
}

TEST(Buffer, BlocksAreAlignedAndOfTheSizeAskedFor) {
  for (const std::int64_t size : {0, 1, 7, 63, 64, 65, 1000, 4096, 100000}) {
    SCOPED_TRACE(size);
    Buffer buffer = Buffer::allocate(size).value();
    EXPECT_TRUE(buffer);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U);
    EXPECT_EQ(buffer.size_bytes(), size);
    EXPECT_GE(buffer.pinned_bytes(), size);
    EXPECT_LE(buffer.pinned_bytes(), size + 64);
    std::memset(buffer.mutable_data(), 'x', static_cast<std::size_t>(size));
    EXPECT_TRUE(buffer.has_slack());
    EXPECT_THAT(buffer.parts(), ElementsAre(buffer));
  }
}

int sum_with_slack(const Buffer& buffer) {
  int sum = 0;
  for (std::int64_t i = -64; i < buffer.size_bytes() + 64; ++i)
    sum += static_cast<unsigned char>(buffer.data()[i]) > 0 ? 1 : 0;
  return sum;
}

// Meaningful under AddressSanitizer: it sees every byte that is read.
TEST(Buffer, SlackIsReadableOnBothSides) {
  BufferPool pool;
  for (const std::int64_t size : {0, 1, 8, 63, 64, 65, 200, 5000}) {
    SCOPED_TRACE(size);
    for (Buffer buffer : {Buffer::allocate(size).value(), pool.allocate(size).value()}) {
      std::memset(buffer.mutable_data(), 1, static_cast<std::size_t>(size));
      EXPECT_GE(sum_with_slack(buffer), size);
      if (kAddressSanitizer) {
        EXPECT_TRUE(is_poisoned(buffer.data() - 65));
        EXPECT_TRUE(is_poisoned(buffer.data() + size + 64));
      }
    }
  }
}

TEST(Buffer, SizesThatNoMachineHasAreRefused) {
  BufferPool pool;
  for (const std::int64_t size :
       {(std::int64_t{1} << 46) + 1, std::numeric_limits<std::int64_t>::max()}) {
    const std::string text = "cannot allocate " + std::to_string(size) + " bytes";
    EXPECT_THAT(Buffer::allocate(size), StatusIs(StatusCode::kResourceExhausted, text));
    EXPECT_THAT(pool.allocate(size), StatusIs(StatusCode::kResourceExhausted, text));
  }
  EXPECT_EQ(pool.idle_bytes(), 0);
  EXPECT_THAT(pool.allocate(100), IsOk());
}

TEST(Buffer, BorrowedMemoryIsNotCopied) {
  Watched watched;
  const char text[] = "somebody else's";
  {
    const Buffer buffer = Buffer::borrow(text, 15, 4000, watched.owner());
    EXPECT_EQ(buffer.data(), text);
    EXPECT_EQ(buffer.size_bytes(), 15);
    EXPECT_EQ(buffer.pinned_bytes(), 4000);
    EXPECT_FALSE(buffer.has_slack());
    std::optional<Buffer> copy = buffer;
    copy.reset();
    EXPECT_EQ(watched.deleted(), 0);
  }
  EXPECT_EQ(watched.deleted(), 1);
  // Without an owner the caller keeps it alive.
  EXPECT_EQ(Buffer::borrow(text, 15, 15, nullptr).data(), text);
}

TEST(Buffer, KeepAliveOfOneIsThatOne) {
  EXPECT_FALSE(Buffer::keep_alive({}));
  const Buffer a = Buffer::allocate(10).value();
  const std::vector<Buffer> once = {a};
  EXPECT_EQ(Buffer::keep_alive(once), a);
  const std::vector<Buffer> with_others = {Buffer(), a, Buffer(), a, a};
  EXPECT_EQ(Buffer::keep_alive(with_others), a);
  EXPECT_EQ(a.use_count(), 5);
  const std::vector<Buffer> empty = {Buffer(), Buffer()};
  EXPECT_FALSE(Buffer::keep_alive(empty));
}

TEST(Buffer, KeepAliveTakesEachOnce) {
  const Buffer a = Buffer::allocate(100).value();
  const Buffer b = Buffer::allocate(200).value();
  const std::vector<Buffer> repeated = {a, b, a, Buffer(), b, b};
  const Buffer list = Buffer::keep_alive(repeated);
  EXPECT_THAT(list.parts(), testing::UnorderedElementsAre(a, b));
  EXPECT_EQ(list.pinned_bytes(), a.pinned_bytes() + b.pinned_bytes());
  EXPECT_EQ(list.data(), nullptr);
  EXPECT_EQ(list.size_bytes(), 0);
}

TEST(Buffer, KeepAliveTakesListsApart) {
  const Buffer a = Buffer::allocate(1).value();
  const Buffer b = Buffer::allocate(1).value();
  const Buffer c = Buffer::allocate(1).value();
  const Buffer ab = Buffer::keep_alive(std::vector<Buffer>{a, b});
  const Buffer bc = Buffer::keep_alive(std::vector<Buffer>{b, c});
  const Buffer abc = Buffer::keep_alive(std::vector<Buffer>{ab, bc, a});
  EXPECT_THAT(abc.parts(), testing::UnorderedElementsAre(a, b, c));
  // A list by itself stays what it is.
  EXPECT_EQ(Buffer::keep_alive(std::vector<Buffer>{ab, ab}), ab);
  EXPECT_EQ(ab.use_count(), 1);
}

TEST(Buffer, KeepAliveKeepsAliveUntilTheLastHandleGoes) {
  Watched first;
  Watched second;
  const char text[] = "text";
  Buffer outer;
  {
    const Buffer a = Buffer::borrow(text, 4, 4, first.owner());
    const Buffer b = Buffer::borrow(text, 4, 4, second.owner());
    const Buffer own = Buffer::allocate(8).value();
    const Buffer inner = Buffer::keep_alive(std::vector<Buffer>{a, own});
    outer = Buffer::keep_alive(std::vector<Buffer>{inner, b, a});
  }
  EXPECT_EQ(first.deleted() + second.deleted(), 0);
  Buffer last = outer;
  outer = Buffer();
  EXPECT_EQ(first.deleted() + second.deleted(), 0);
  last = Buffer();
  EXPECT_EQ(first.deleted(), 1);
  EXPECT_EQ(second.deleted(), 1);
}

TEST(Buffer, AListHasSlackIfAllItsBuffersHave) {
  const Buffer own = Buffer::allocate(8).value();
  const Buffer more = Buffer::allocate(8).value();
  const char text[] = "text";
  const Buffer borrowed = Buffer::borrow(text, 4, 4, nullptr);
  EXPECT_TRUE(Buffer::keep_alive(std::vector<Buffer>{own, more}).has_slack());
  EXPECT_FALSE(Buffer::keep_alive(std::vector<Buffer>{own, borrowed}).has_slack());
}

TEST(Buffer, ManyThreadsShareABlock) {
  Watched watched;
  const char text[] = "text";
  {
    const Buffer buffer = Buffer::borrow(text, 4, 4, watched.owner());
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([buffer] {
        for (int k = 0; k < 2000; ++k) {
          const Buffer copy = buffer;
          if (copy.data()[3] != 't') std::abort();
        }
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(buffer.use_count(), 1);
  }
  EXPECT_EQ(watched.deleted(), 1);
}

}  // namespace
}  // namespace weft::test
