// Costs that must not depend on the number of rows, counted instead of timed: memory that is asked
// for, and threads that take part.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "weft/tests/support/failing_memory.h"
#include "weft/tests/support/lambda_op.h"
#include "weft/tests/support/matchers.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

// How often a run on one thread that has run before asks for memory.
std::int64_t allocations_of_run(const Plan& plan, const Feeds& feeds) {
  Engine engine({.threads = 1});
  EXPECT_THAT(engine.run(plan, feeds), IsOk());
  const std::int64_t before = num_allocations();
  const Result<Outputs> out = engine.run(plan, feeds);
  const std::int64_t count = num_allocations() - before;
  EXPECT_THAT(out, IsOk());
  return count;
}

Feeds rows_of_text(std::size_t rows, std::size_t bytes, std::int64_t row_length) {
  const std::vector<std::string> texts(rows, std::string(bytes, 't'));
  const Tensor text = Tensor::strings(texts);
  return {
      {"text", text.reshaped({static_cast<std::int64_t>(rows) / row_length, row_length}).value()}};
}

// cases B80, B82: no string is an allocation.
TEST(FixedCosts, RowsAskForNoMemoryOfTheirOwn) {
  using Make = std::function<AnyValue(const Value<String>&)>;
  const std::vector<std::pair<const char*, Make>> ops = {
      {"reduce_join of rows", [](const auto& text) { return reduce_join(text, {.axes = {1}}); }},
      {"reduce_join of columns", [](const auto& text) { return reduce_join(text, {.axes = {0}}); }},
      {"reduce_join of all", [](const auto& text) { return reduce_join(text); }},
      {"substr", [](const auto& text) { return substr(text, 1, 2); }},
      {"substr of characters",
       [](const auto& text) { return substr(text, -2, 1, {.unit = TextUnit::kUtf8Char}); }},
      {"string_join",
       [](const auto& text) {
         return string_join({text, "-", text});
       }},
      {"string_length", [](const auto& text) { return string_length(text); }}};
  for (const auto& [name, make] : ops) {
    SCOPED_TRACE(name);
    Graph graph;
    const auto text = graph.input<String>("text");
    const Plan plan = compile(graph, {make(text)}).value();
    for (const std::size_t bytes : {std::size_t{3}, std::size_t{30}}) {
      const std::int64_t few = allocations_of_run(plan, rows_of_text(400, bytes, 4));
      const std::int64_t many = allocations_of_run(plan, rows_of_text(40000, bytes, 4));
      EXPECT_LE(many, few + 10);
      EXPECT_LE(many, 40);
    }
  }
}

// case B79: a batch of ten costs what one row costs, not ten times as much.
TEST(FixedCosts, OneCallForTenRowsIsOneCall) {
  Graph graph;
  const auto text = graph.input<String>("text");
  const Plan plan = compile(graph, {reduce_join(substr(text, 0, 2), {.axes = {1}})}).value();
  EXPECT_EQ(allocations_of_run(plan, rows_of_text(10, 5, 1)),
            allocations_of_run(plan, rows_of_text(1, 5, 1)));
}

Plan chain_of(std::size_t length) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto last = text;
  for (std::size_t i = 0; i < length; ++i) last = substr(last, 0, 7);
  return compile(graph, {last}).value();
}

// case B77: what a plan needs is made once.
TEST(FixedCosts, ARunBuildsNothing) {
  const Feeds feeds = rows_of_text(1, 8, 1);
  const std::int64_t before = num_allocations();
  const Plan plan = chain_of(20);
  const std::int64_t building = num_allocations() - before;
  EXPECT_LT(allocations_of_run(plan, feeds) * 10, building);
}

// case B76: nodes in a chain cost no task each, at any number of threads.
TEST(FixedCosts, AChainOfNodesStaysOnOneThread) {
  std::atomic<int> switches = 0;
  std::atomic<std::thread::id> last_thread;
  const auto look = op_giving<String>("look", [&](OpContext& context) {
    switches += last_thread.exchange(std::this_thread::get_id()) != std::this_thread::get_id();
    context.set_output(0, context.input(0));
    return Status();
  });
  Graph graph;
  AnyValue last = graph.input<String>("text");
  for (int i = 0; i < 1000; ++i) last = graph.add_op(look, {last}).front();
  const Plan plan = compile(graph, {last}).value();
  Engine engine({.threads = 8, .tuning = {.inline_limit_ns = 0}});
  const Feeds feeds = rows_of_text(1, 8, 1);
  for (int i = 0; i < 50; ++i) ASSERT_THAT(engine.run(plan, feeds), IsOk());
  EXPECT_LE(switches, 50);
}

}  // namespace
}  // namespace weft::test
