// What outlives what: outputs, plans, graphs, feeds and engines may go in any order.
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "weft/engine/engine.h"
#include "weft/engine/lane_cache.h"
#include "weft/ops/compile.h"
#include "weft/ops/substr.h"
#include "weft/tests/support/lambda_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

Plan head_plan() {
  Graph graph;
  auto text = graph.input<String>("text");
  return compile(graph, {substr(text, 1, 3).named("head"), substr(text, 0, 1)}).value();
}

TEST(Lifetime, OutputsOutliveEnginePlanAndFeeds) {
  std::optional<Outputs> out;
  {
    Engine engine({.threads = 2, .tuning = {.inline_limit_ns = 0}});
    const std::string local(100, 'x');
    out = engine.run(head_plan(), {{"text", Tensor::strings({local, "abcd"})}}).value();
  }
  EXPECT_THAT((*out)["head"], TensorIs(of<String>({"xxx", "bcd"})));
}

// case B45
TEST(Lifetime, AFedTensorMayDieRightAfterTheCall) {
  Engine engine({.threads = 2});
  const Plan plan = head_plan();
  auto batch = std::make_unique<Tensor>(Tensor::strings({std::string("ab") + "cd"}));
  const Outputs out = engine.run(plan, {{"text", *batch}}).value();
  batch.reset();
  EXPECT_THAT(out["head"], TensorIs(of<String>({"bcd"})));
}

TEST(Lifetime, BorrowedTextLivesAsLongAsAnOutputNeedsIt) {
  Engine engine({.threads = 2});
  auto texts = std::make_shared<std::vector<std::string>>(3, std::string(50, 'y'));
  const std::weak_ptr<std::vector<std::string>> watch = texts;
  std::optional<Outputs> out =
      engine.run(head_plan(), {{"text", Tensor::borrow(*texts, texts)}}).value();
  texts.reset();
  EXPECT_FALSE(watch.expired());
  EXPECT_THAT((*out)["head"], TensorIs(of<String>({"yyy", "yyy", "yyy"})));
  out.reset();
  EXPECT_TRUE(watch.expired());
}

TEST(Lifetime, NothingOfARunStaysInTheEngine) {
  Engine engine({.threads = 2, .tuning = {.inline_limit_ns = 0}});
  const Plan plan = head_plan();
  auto texts = std::make_shared<std::vector<std::string>>(3, "abcdef");
  const std::weak_ptr<std::vector<std::string>> watch = texts;
  (void)engine.run(plan, {{"text", Tensor::borrow(*texts, texts)}}).value();
  texts.reset();
  EXPECT_TRUE(watch.expired());
  // Also after a run that failed half way.
  texts = std::make_shared<std::vector<std::string>>(3, "");
  const std::weak_ptr<std::vector<std::string>> failed = texts;
  EXPECT_FALSE(engine.run(plan, {{"text", Tensor::borrow(*texts, texts)}}).ok());
  texts.reset();
  EXPECT_TRUE(failed.expired());
}

TEST(Lifetime, OpsGoWithTheLastPlanAndTheEngineHoldsNone) {
  Engine engine({.threads = 2});
  auto op = sum_op(1);
  const std::weak_ptr<const Op> watch = op;
  {
    Graph graph;
    const Plan plan = compile(graph, {graph.add_op(std::move(op), {}).front()}).value();
    ASSERT_THAT(engine.run(plan, {}), IsOk());
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
}

TEST(Lifetime, PlansMadePerRequestLeaveNothingBehind) {
  const Tuning tuning;
  LaneCache cache(tuning, 2);
  for (int i = 0; i < 1000; ++i) {
    const Plan plan = head_plan();
    const LaneCache::Lease lease = cache.acquire(plan.state());
  }
  EXPECT_LE(cache.num_plans(), 16U);
}

TEST(Lifetime, ALaneIsUsedAgainForTheSamePlanOnly) {
  const Tuning tuning;
  LaneCache cache(tuning, 1);
  const Plan a = head_plan();
  const Plan b = head_plan();
  const Lane* first = nullptr;
  {
    LaneCache::Lease lease = cache.acquire(a.state());
    first = &lease.lane();
  }
  LaneCache::Lease other = cache.acquire(b.state());
  EXPECT_NE(&other.lane(), first);
  LaneCache::Lease again = cache.acquire(a.state());
  EXPECT_EQ(&again.lane(), first);
}

// case B71
TEST(Lifetime, ARunInFlightOutlivesItsEngine) {
  for (const int threads : {1, 2, 8})
    for (const bool fails : {false, true}) {
      std::atomic<bool> began = false;
      std::atomic<bool> engine_is_gone = false;
      const auto wait = op_giving<std::int64_t>("wait", [&](OpContext& context) -> Status {
        began = true;
        while (!engine_is_gone) std::this_thread::yield();
        if (fails) return invalid_argument("too late");
        context.set_output(0, of<std::int64_t>(1));
        return Status();
      });
      Graph graph;
      const AnyValue x = graph.add_op(wait, {}).front();
      const Plan plan = compile(graph, {graph.add_op(sum_op(1), {x}).front(),
                                        graph.add_op(sum_op(2), {x}).front()})
                            .value();
      auto engine = std::make_unique<Engine>(
          EngineOptions{.threads = threads, .tuning = {.inline_limit_ns = 0}});
      Result<Outputs> out = internal_error("not run");
      std::thread caller([&, running = engine.get()] { out = running->run(plan, {}); });
      while (!began) std::this_thread::yield();
      engine.reset();
      engine_is_gone = true;
      caller.join();
      if (fails)
        EXPECT_THAT(out, StatusIs(StatusCode::kInvalidArgument, "wait_1 (wait): too late"));
      else
        EXPECT_THAT((*out)[1], TensorIs(of<std::int64_t>(3)));
    }
}

TEST(Lifetime, EnginesComeAndGo) {
  const Plan plan = head_plan();
  for (int i = 0; i < 300; ++i) {
    Engine engine({.threads = 1 + i % 3, .tuning = {.inline_limit_ns = 0}});
    EXPECT_EQ(engine.run(plan, {{"text", of<String>({i % 5 == 0 ? "" : "abcd"})}}).ok(),
              i % 5 != 0);
  }
}

}  // namespace
}  // namespace weft::test
