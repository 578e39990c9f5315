// Memory that ends at each allocation of a run in turn: the run fails cleanly or succeeds, and the
// next one is right. The sanitizers see what would leak.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "weft/tests/support/failing_memory.h"
#include "weft/tests/support/matchers.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

constexpr int kMostAllocations = 5000;

// A use of every op, on text and on numbers.
Plan plan_of_all_ops() {
  Graph graph;
  auto text = graph.input<String>("text", {-1, -1});
  auto ids = graph.input<std::int32_t>("ids", {-1});
  auto head = substr(text, 1, 9, {.unit = TextUnit::kUtf8Char});
  auto rows = reduce_join(head, {.axes = {1}, .separator = ", "});
  auto lines = string_join({rows, "|", add(rows, "!")});
  auto mapped = map_strings(lines, "copy", [](std::string_view line, StringWriter& out) {
    out.append(line);
    return Status();
  });
  auto parts = dynamic_partition(mapped, ids, 3);
  auto numbers = range(0, element(shape_of(lines), 0), 1);
  auto places = dynamic_partition(numbers, ids, 3);
  auto back = dynamic_stitch(places, parts);
  auto again = parallel_dynamic_stitch(places, parts);
  auto lengths = cast<double>(string_length(stack({back, again}, 0)));
  auto all = reshape(concat({back, identity(again)}, 0), {-1, 1});
  return compile(graph, {all, lengths, not_equal(back, lines), equal(ids, 1), add(ids, ids)})
      .value();
}

Feeds feeds_of_rows(int rows) {
  auto text = std::vector<std::string>();
  auto ids = Tensor::builder<std::int32_t>({rows}).value();
  for (int i = 0; i < rows; ++i) {
    text.push_back("row " + std::to_string(i) + " is long enough for memory of its own");
    text.push_back("x\xC3\xA9");
    ids.values()[static_cast<std::size_t>(i)] = i % 3;
  }
  return {{"text", Tensor::of<String>({rows, 2}, text).value()}, {"ids", std::move(ids).build()}};
}

// Every way in which a run may go through the engine.
std::vector<std::pair<std::string, EngineOptions>> ways() {
  const Tuning one_row{.grain_bytes = 1, .chunks_per_thread = 1000, .inline_limit_ns = 0};
  Tuning copies = one_row;
  copies.zero_copy = false;
  return {{"1 thread", {.threads = 1}},
          {"inline", {.threads = 2}},
          {"parallel", {.threads = 2, .tuning = one_row}},
          {"copies", {.threads = 4, .tuning = copies}}};
}

using Run = std::function<Result<Outputs>(const RunOptions&)>;

// Lets memory end at each allocation of `run`, which gives `expected` when it does not.
void expect_clean_failures(const Run& run, const Outputs& expected) {
  for (const Retention retention : {Retention::kShare, Retention::kCompact})
    for (int successes = 0;; ++successes) {
      ASSERT_LT(successes, kMostAllocations);
      SCOPED_TRACE("memory ends after " + std::to_string(successes) + " allocations");
      bool failed = false;
      const Result<Outputs> result = [&] {
        const FailingMemory memory(successes);
        Result<Outputs> out = run({.retention = retention});
        failed = memory.failed();
        return out;
      }();
      if (!result.ok()) {
        ASSERT_TRUE(failed);
        ASSERT_EQ(result.status().code(), StatusCode::kResourceExhausted)
            << result.status().to_string();
      }
      const Result<Outputs> next = result.ok() ? result : run({.retention = retention});
      ASSERT_THAT(next, IsOk());
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_THAT((*next)[i], TensorIs(expected[i]));
      if (!failed) break;
    }
}

TEST(LostMemory, EachAllocationOfARunWithoutAnEngine) {
  const Plan plan = plan_of_all_ops();
  const Feeds feeds = feeds_of_rows(7);
  const Outputs expected = run(plan, feeds).value();
  expect_clean_failures([&](const RunOptions& options) { return run(plan, feeds, options); },
                        expected);
}

TEST(LostMemory, EachAllocationOfAFirstRun) {
  const Plan plan = plan_of_all_ops();
  const Feeds feeds = feeds_of_rows(7);
  const Outputs expected = run(plan, feeds).value();
  for (const auto& [name, options] : ways()) {
    SCOPED_TRACE(name);
    std::unique_ptr<Engine> engine;
    // An engine that never ran has neither lanes nor pooled memory.
    const auto run_first = [&](const RunOptions& run_options) {
      return engine->run(plan, feeds, run_options);
    };
    for (int successes = 0;; ++successes) {
      ASSERT_LT(successes, kMostAllocations);
      engine = std::make_unique<Engine>(options);
      bool failed = false;
      {
        const FailingMemory memory(successes);
        const Result<Outputs> result = run_first({});
        failed = memory.failed();
        if (!result.ok()) {
          ASSERT_EQ(result.status().code(), StatusCode::kResourceExhausted)
              << result.status().to_string();
        }
      }
      const Outputs next = run_first({}).value();
      for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_THAT(next[i], TensorIs(expected[i]));
      if (!failed) break;
    }
  }
}

TEST(LostMemory, EachAllocationOfALaterRun) {
  const Plan plan = plan_of_all_ops();
  const Feeds feeds = feeds_of_rows(7);
  const Outputs expected = run(plan, feeds).value();
  for (const auto& [name, options] : ways()) {
    SCOPED_TRACE(name);
    Engine engine(options);
    expect_clean_failures(
        [&](const RunOptions& run_options) { return engine.run(plan, feeds, run_options); },
        expected);
  }
}

// Neither in the engine nor in a lane that was half way.
TEST(LostMemory, NothingOfARunThatLostItsMemoryIsKept) {
  Graph graph;
  auto text = graph.input<String>("text", {-1});
  const Plan plan = compile(graph, {string_join({substr(text, 1, 2), text})}).value();
  const std::vector<std::string_view> texts = {"abcd", "efgh"};
  for (const auto& [name, options] : ways()) {
    SCOPED_TRACE(name);
    Engine engine(options);
    for (int successes = 0;; ++successes) {
      ASSERT_LT(successes, kMostAllocations);
      const auto owner = std::make_shared<int>(0);
      bool failed = false;
      {
        const Feeds feeds = {{"text", Tensor::borrow(texts, owner)}};
        const FailingMemory memory(successes);
        (void)engine.run(plan, feeds);
        failed = memory.failed();
      }
      ASSERT_EQ(owner.use_count(), 1) << "memory ended after " << successes << " allocations";
      if (!failed) break;
    }
  }
}

// An error of the data, told or lost.
TEST(LostMemory, EachAllocationOfARunThatFails) {
  Graph graph;
  auto text = graph.input<String>("text", {-1});
  const Plan plan = compile(graph, {string_length(substr(text, 5, 1).named("cut"))}).value();
  const Feeds feeds = {{"text", Tensor::of<String>({"long enough", "shrt"})}};
  for (const auto& [name, options] : ways()) {
    SCOPED_TRACE(name);
    Engine engine(options);
    for (int successes = 0;; ++successes) {
      ASSERT_LT(successes, kMostAllocations);
      bool failed = false;
      StatusCode code = StatusCode::kOk;
      {
        const FailingMemory memory(successes);
        code = engine.run(plan, feeds).status().code();
        failed = memory.failed();
      }
      ASSERT_TRUE(code == StatusCode::kInvalidArgument ||
                  (failed && code == StatusCode::kResourceExhausted))
          << to_string(code);
      ASSERT_THAT(engine.run(plan, feeds),
                  StatusIs(StatusCode::kInvalidArgument,
                           "cut (substr): pos 5 is outside the string of 4 bytes at [1], value "
                           "\"shrt\""));
      if (!failed) break;
    }
  }
}

}  // namespace
}  // namespace weft::test
