// What is made again and again leaves nothing behind: no object, and no memory of the process.
#include <unistd.h>

#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "weft/tests/support/failing_memory.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/sanitizer.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t total_pages = 0;
  std::int64_t resident_pages = 0;
  file >> total_pages >> resident_pages;
  return resident_pages * sysconf(_SC_PAGESIZE);
}

// Runs `cycle` so many times, and then as often again: by then everything that is made once is
// there.
void expect_no_objects_left(int cycles, const std::function<void(int)>& cycle) {
  for (int i = 0; i < cycles; ++i) cycle(i);
  const std::int64_t objects = live_objects();
  for (int i = 0; i < cycles; ++i) cycle(i);
  // What the last few dead plans of an engine have is swept with the next ones.
  EXPECT_LE(live_objects() - objects, 1000);
}

// The same, for memory too. Sanitizers keep what is freed for a while, so there only objects count.
void expect_flat(int cycles, const std::function<void(int)>& cycle) {
  for (int i = 0; i < cycles; ++i) cycle(i);
  const std::int64_t bytes = resident_bytes();
  expect_no_objects_left(cycles, cycle);
  if (!kSanitized) {
    EXPECT_LE(resident_bytes() - bytes, std::int64_t{2} << 20);
  }
}

constexpr int kFewer = kSanitized ? 10 : 1;

Plan head_plan() {
  Graph graph;
  auto text = graph.input<String>("text");
  return compile(graph, {substr(text, 1, 70).named("head"), reduce_join(text)}).value();
}

// case B46
TEST(FlatMemory, TensorsAreMadeSharedAndDropped) {
  const std::string text(64, 'x');
  expect_flat(100000 / kFewer, [&](int) {
    const Tensor tensor = Tensor::strings({text, text});
    const Tensor shared = tensor.reshaped({2, 1}).value();
    ASSERT_EQ(shared.size(), 2);
  });
}

// case B46
TEST(FlatMemory, RunsThatFailHalfWay) {
  std::vector<std::string> texts(1000, std::string(64, 'x'));
  texts[500] = "";
  const Tensor batch = Tensor::strings(texts);
  const Plan plan = head_plan();
  Engine engine({.threads = 2, .tuning = {.grain_bytes = 1000, .inline_limit_ns = 0}});
  expect_flat(2000 / kFewer, [&](int) { ASSERT_FALSE(engine.run(plan, {{"text", batch}}).ok()); });
}

TEST(FlatMemory, PlansThatRunOnce) {
  Engine engine({.threads = 2, .tuning = {.inline_limit_ns = 0}});
  const Tensor batch = Tensor::strings({"abc", "def"});
  expect_flat(5000 / kFewer, [&](int) {
    ASSERT_THAT(engine.run(head_plan(), {{"text", batch}}), IsOk());
  });
}

TEST(FlatMemory, EnginesThatRunOnce) {
  const Plan plan = head_plan();
  const Tensor batch = Tensor::strings({"abc", "def"});
  const auto run_on = [&](int threads) {
    Engine engine({.threads = threads, .tuning = {.inline_limit_ns = 0}});
    ASSERT_THAT(engine.run(plan, {{"text", batch}}), IsOk());
  };
  expect_flat(10000 / kFewer, [&](int) { run_on(1); });
  // TBB gives the memory of an arena back when a worker passes by, on a loaded machine later.
  expect_no_objects_left(1000 / kFewer, [&](int) { run_on(2); });
}

// case B48
TEST(FlatMemory, ValuesThatPassBetweenNodes) {
  const Plan plan = head_plan();
  Engine engine({.threads = 2, .tuning = {.inline_limit_ns = 0}});
  for (const std::size_t length : {std::size_t{153}, std::size_t{500}}) {
    const Tensor batch = Tensor::strings({std::string(length, 'y')});
    expect_flat(50000 / kFewer, [&](int) {
      ASSERT_THAT(engine.run(plan, {{"text", batch}}), IsOk());
    });
  }
}

}  // namespace
}  // namespace weft::test
