#include "weft/ops/parallel.h"

#include <atomic>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// What for_chunks is called with. Not in an engine: the loop is on its own.
struct Loop {
  BufferPool pool = BufferPool();
  Tuning tuning;
  int max_threads = 1;

  OpContext context() { return OpContext({}, {}, pool, tuning, max_threads); }
  Status run(std::int64_t rows, FunctionRef<Status(std::int64_t, std::int64_t)> body,
             std::int64_t bytes_per_row = 1) {
    OpContext each = context();
    return for_chunks(each, rows, bytes_per_row, body);
  }
  Chunks plan(std::int64_t rows, std::int64_t bytes_per_row) {
    return plan_chunks(context(), rows, bytes_per_row);
  }
};

Loop one_row_a_chunk(int max_threads) {
  return {.tuning = {.grain_bytes = 1, .chunks_per_thread = std::int64_t{1} << 40},
          .max_threads = max_threads};
}

TEST(Parallel, ApiExample) {
  Loop loop;
  OpContext context = loop.context();
  const std::vector<int> in = {1, 2, 3};
  std::vector<int> out(3);
  const std::int64_t rows = 3;
  const auto run = [&]() -> Status {
    return weft::for_chunks(context, rows, 64, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
        out[i] = 2 * in[i];
      return weft::Status();
    });
  };
  EXPECT_THAT(run(), IsOk());
  EXPECT_THAT(out, ElementsAre(2, 4, 6));
}

TEST(Parallel, EveryRowOnceAtEverySizeGrainAndThreadCount) {
  for (const int threads : {1, 2, 8, 64}) {
    for (const std::int64_t grain : {1, 100, 65536}) {
      for (const bool reverse : {false, true}) {
        Loop loop{.tuning = {.grain_bytes = grain, .reverse_chunks = reverse},
                  .max_threads = threads};
        for (const std::int64_t rows : {0, 1, 2, 3, 7, 64, 65, 1000, 4097}) {
          SCOPED_TRACE(testing::Message() << threads << " threads, grain " << grain << ", rows "
                                          << rows << (reverse ? ", reversed" : ""));
          std::vector<std::atomic<int>> seen(static_cast<std::size_t>(rows));
          EXPECT_THAT(loop.run(rows,
                               [&](std::int64_t begin, std::int64_t end) {
                                 EXPECT_LT(begin, end);
                                 for (std::int64_t i = begin; i < end; ++i)
                                   ++seen[static_cast<std::size_t>(i)];
                                 return Status();
                               }),
                      IsOk());
          for (const std::atomic<int>& times : seen) ASSERT_EQ(times, 1);
        }
      }
    }
  }
}

TEST(Parallel, WithoutRowsNothingIsCalled) {
  Loop loop = one_row_a_chunk(8);
  EXPECT_THAT(loop.run(0, [](std::int64_t, std::int64_t) { return internal_error("called"); }),
              IsOk());
}

TEST(Parallel, SeveralThreadsWorkAtOnce) {
  Loop loop = one_row_a_chunk(4);
  std::mutex mutex;
  std::vector<std::thread::id> threads;
  std::atomic<int> arrived = 0;
  // The first chunk waits for a second one: only another thread can run it.
  EXPECT_THAT(loop.run(64,
                       [&](std::int64_t, std::int64_t) {
                         ++arrived;
                         for (int i = 0; i < 5000 && arrived < 2; ++i)
                           std::this_thread::sleep_for(std::chrono::milliseconds(1));
                         const std::lock_guard lock(mutex);
                         threads.push_back(std::this_thread::get_id());
                         return Status();
                       }),
              IsOk());
  std::sort(threads.begin(), threads.end());
  EXPECT_GT(std::unique(threads.begin(), threads.end()) - threads.begin(), 1);
}

TEST(Parallel, OneThreadGoesInOrderOrReversed) {
  Loop loop = one_row_a_chunk(1);
  std::vector<std::int64_t> order;
  const auto record = [&](std::int64_t begin, std::int64_t) {
    order.push_back(begin);
    return Status();
  };
  EXPECT_THAT(loop.run(4, record), IsOk());
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
  order.clear();
  loop.tuning.reverse_chunks = true;
  EXPECT_THAT(loop.run(4, record), IsOk());
  EXPECT_THAT(order, ElementsAre(3, 2, 1, 0));
}

// case B55
TEST(Parallel, TheLowestErrorWinsEveryTime) {
  for (const int threads : {1, 2, 8}) {
    for (const bool reverse : {false, true}) {
      Loop loop = one_row_a_chunk(threads);
      loop.tuning.reverse_chunks = reverse;
      for (int i = 0; i < 1000; ++i) {
        const Status status = loop.run(100, [](std::int64_t begin, std::int64_t) {
          if (begin < 17 || begin % 2 == 0) return Status();
          return invalid_argument("row " + std::to_string(begin)).at({begin});
        });
        ASSERT_THAT(status, StatusIs(StatusCode::kInvalidArgument, "row 17"));
        ASSERT_THAT(status.position(), ElementsAre(17));
      }
    }
  }
}

TEST(Parallel, ChunksBelowAFailedOneStillRunAndThoseAboveNeedNot) {
  Loop loop = one_row_a_chunk(1);
  loop.tuning.reverse_chunks = true;
  std::vector<std::int64_t> ran;
  const auto body = [&](std::int64_t begin, std::int64_t) {
    ran.push_back(begin);
    return begin == 5 || begin == 2 ? invalid_argument(std::to_string(begin)) : Status();
  };
  EXPECT_THAT(loop.run(8, body), StatusIs(StatusCode::kInvalidArgument, "2"));
  EXPECT_THAT(ran, ElementsAre(7, 6, 5, 4, 3, 2, 1, 0));
  ran.clear();
  loop.tuning.reverse_chunks = false;
  EXPECT_THAT(loop.run(8, body), StatusIs(StatusCode::kInvalidArgument, "2"));
  EXPECT_THAT(ran, ElementsAre(0, 1, 2));
}

TEST(Parallel, WhatABodyThrowsBecomesAnError) {
  for (const int threads : {1, 8}) {
    Loop loop = one_row_a_chunk(threads);
    EXPECT_THAT(loop.run(50,
                         [](std::int64_t begin, std::int64_t) -> Status {
                           if (begin >= 20) throw std::out_of_range("row " + std::to_string(begin));
                           return {};
                         }),
                StatusIs(StatusCode::kInternal, "threw std::out_of_range: row 20"));
    EXPECT_THAT(loop.run(50, [](std::int64_t, std::int64_t) -> Status { throw std::bad_alloc(); }),
                StatusIs(StatusCode::kResourceExhausted, "out of memory"));
    EXPECT_THAT(loop.run(50,
                         [](std::int64_t begin, std::int64_t) -> Status {
                           if (begin == 3) throw Error(unimplemented("three"));
                           if (begin == 4) throw 4;
                           return {};
                         }),
                StatusIs(StatusCode::kUnimplemented, "three"));
  }
}

TEST(Parallel, LoopsNestAndRunInManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<std::int64_t> total = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      Loop outer = one_row_a_chunk(4);
      const Status status = outer.run(20, [&](std::int64_t, std::int64_t) {
        Loop inner = one_row_a_chunk(4);
        return inner.run(10, [&](std::int64_t begin, std::int64_t end) {
          total += end - begin;
          return Status();
        });
      });
      if (!status.ok()) total = -1000000;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(total, 4 * 20 * 10);
}

TEST(Parallel, PlannedChunksCarryTheirNumber) {
  Loop loop{.tuning = {.grain_bytes = 10}, .max_threads = 4};
  OpContext context = loop.context();
  const Chunks chunks = plan_chunks(context, 95, 1);
  ASSERT_EQ(chunks.count, 10);
  std::vector<std::atomic<std::int64_t>> begins(10);
  EXPECT_THAT(for_each_chunk(context, chunks,
                             [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                               EXPECT_EQ(begin, chunks.begin(chunk));
                               EXPECT_EQ(end, chunks.end(chunk));
                               begins[static_cast<std::size_t>(chunk)] = begin;
                               return Status();
                             }),
              IsOk());
  EXPECT_EQ(begins[9], 90);
  EXPECT_EQ(chunks.end(9), 95);
}

TEST(Parallel, PlansKeepTheirBounds) {
  for (const int threads : {1, 2, 8, 64}) {
    for (const std::int64_t grain : {0, 1, 1000, 65536}) {
      for (const std::int64_t per_thread : {0, 1, 4}) {
        for (const std::int64_t bytes : {0, 1, 24, 100000}) {
          Loop loop{.tuning = {.grain_bytes = grain, .chunks_per_thread = per_thread},
                    .max_threads = threads};
          for (const std::int64_t rows : {0, 1, 2, 100, 12345, 10000000}) {
            const Chunks chunks = loop.plan(rows, bytes);
            EXPECT_EQ(chunks.rows, rows);
            EXPECT_EQ(chunks.count == 0, rows == 0);
            EXPECT_LE(chunks.count,
                      std::max<std::int64_t>(1, threads * std::max<std::int64_t>(1, per_thread)));
            EXPECT_GE(chunks.rows_per_chunk, 1);
            if (chunks.count > 1) {
              EXPECT_GE(chunks.rows_per_chunk * std::max<std::int64_t>(1, bytes), grain);
            }
            if (chunks.count > 0) {
              EXPECT_EQ(chunks.begin(0), 0);
              EXPECT_LT(chunks.begin(chunks.count - 1), rows);
              EXPECT_EQ(chunks.end(chunks.count - 1), rows);
            }
          }
        }
      }
    }
  }
}

TEST(Parallel, PlansOfExtremeNumbersDoNotOverflow) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t bytes : {std::int64_t{1}, kMax}) {
    for (const std::int64_t grain : {std::int64_t{1}, kMax}) {
      for (const std::int64_t per_thread : {std::int64_t{1}, std::int64_t{3}, kMax}) {
        Loop loop{.tuning = {.grain_bytes = grain, .chunks_per_thread = per_thread},
                  .max_threads = 64};
        for (const std::int64_t rows : {std::int64_t{5}, kMax - 1, kMax}) {
          const Chunks chunks = loop.plan(rows, bytes);
          ASSERT_GE(chunks.count, 1);
          EXPECT_GE(chunks.begin(chunks.count - 1), 0);
          EXPECT_LT(chunks.begin(chunks.count - 1), rows);
          EXPECT_EQ(chunks.end(chunks.count - 1), rows);
        }
      }
    }
  }
}

}  // namespace
}  // namespace weft::test
