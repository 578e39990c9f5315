// What a node that fails leaves behind: nothing that a later run, or another caller, could see.
#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "weft/engine/engine.h"
#include "weft/ops/compile.h"
#include "weft/tests/support/lambda_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

class FailureTest : public testing::TestWithParam<int> {
 protected:
  AnyValue add(const std::string& name, LambdaOp::Run body, const AnyValues& inputs = {}) {
    return graph_.add_op(op_giving<std::int64_t>(name, std::move(body)), inputs).front();
  }
  static Status give(OpContext& context, std::int64_t value) {
    context.set_output(0, of<std::int64_t>(value));
    return Status();
  }

  Graph graph_;
  Engine engine_{{.threads = GetParam(), .tuning = {.inline_limit_ns = 0}}};
};

INSTANTIATE_TEST_SUITE_P(Threads, FailureTest, testing::Values(1, 2, 8),
                         testing::PrintToStringParamName());

//            ┌── A ──┐
//   source ──┤       ├── C        B throws in the first run only
//            └── B ──┘
// cases B50, B51
TEST_P(FailureTest, AfterAThrowEveryNodeWaitsForItsInputsAgain) {
  constexpr int kRuns = 200;
  std::atomic<int> run = 0;
  std::atomic<int> finished_b = -1;
  const AnyValue source = add("source", [](OpContext& context) { return give(context, 1); });
  const AnyValue a = add("a", [](OpContext& context) { return give(context, 2); }, {source});
  const AnyValue b = add("b",
                         [&](OpContext& context) -> Status {
                           if (run == 0) throw std::runtime_error("only once");
                           busy_loop(20000);
                           finished_b = run.load();
                           return give(context, 3);
                         },
                         {source});
  const AnyValue c = add("c",
                         [&](OpContext& context) -> Status {
                           if (finished_b != run) return internal_error("came before b");
                           return give(context, context.input(0).at<std::int64_t>({}) * 10 +
                                                    context.input(1).at<std::int64_t>({}));
                         },
                         {a, b});
  const Plan plan = compile(graph_, {c}).value();
  EXPECT_THAT(engine_.run(plan, {}), StatusIs(StatusCode::kInternal, HasSubstr("only once")));
  for (run = 1; run < kRuns; ++run) {
    const Result<Outputs> out = engine_.run(plan, {});
    ASSERT_THAT(out, IsOk());
    ASSERT_THAT((*out)[0], TensorIs(of<std::int64_t>(23)));
  }
}

//   feed ──┬── quick ──┐
//          ├── ...     ├── stop     which throws in every run; the test's time limit is the
//          watchdog └── quick ──┘
// case B52
TEST_P(FailureTest, ThrowingEveryTimeNeverBlocksTheCaller) {
  std::vector<AnyValue> quick;
  const AnyValue feed = add("feed", [](OpContext& context) { return give(context, 1); });
  for (int i = 0; i < 16; ++i)
    quick.push_back(add("quick", [](OpContext& context) { return give(context, 1); }, {feed}));
  const AnyValue stop = add(
      "stop", [](OpContext&) -> Status { throw std::runtime_error("every time"); }, quick);
  const Plan plan = compile(graph_, {stop}).value();
  for (int i = 0; i < 200; ++i)
    ASSERT_THAT(engine_.run(plan, {}), StatusIs(StatusCode::kInternal, HasSubstr("every time")));
}

// case B54
TEST_P(FailureTest, EveryCallerGetsTheErrorOfItsOwnRun) {
  struct OfTheUser : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  const AnyValue x = graph_.input<std::int64_t>("x");
  const AnyValue thrower =
      add("thrower",
          [](OpContext& context) -> Status {
            throw OfTheUser("thrown for " + std::to_string(context.input(0).at<std::int64_t>({})));
          },
          {x});
  const Plan plan = compile(graph_, {thrower}).value();
  std::vector<std::thread> callers;
  for (std::int64_t caller = 0; caller < 4; ++caller)
    callers.emplace_back([&, caller] {
      for (std::int64_t i = 0; i < 100; ++i) {
        const std::int64_t number = 1000 * caller + i;
        EXPECT_THAT(
            engine_.run(plan, {{"x", of<std::int64_t>(number)}}),
            StatusIs(StatusCode::kInternal, HasSubstr("thrown for " + std::to_string(number))));
      }
    });
  for (std::thread& caller : callers) caller.join();
}

// case B67
TEST_P(FailureTest, ANodeRunsOnceWithAllItsInputsInAnyOrder) {
  std::array<std::size_t, 3> order = {0, 1, 2};
  do {
    Graph graph;
    std::atomic<int> times = 0;
    const AnyValue fed = graph.input<std::int64_t>("fed");
    const AnyValue computed = graph.add_op(sum_op(20), {fed}).front();
    const std::vector<AnyValue> kinds = {fed, graph.constant<std::int64_t>(100), computed};
    const auto digits = op_giving<std::int64_t>("digits", [&](OpContext& context) {
      ++times;
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < 3; ++i) sum = 1000 * sum + context.input(i).at<std::int64_t>({});
      return give(context, sum);
    });
    const Plan plan =
        compile(graph, graph.add_op(digits, {kinds[order[0]], kinds[order[1]], kinds[order[2]]}))
            .value();
    const std::array<std::int64_t, 3> values = {7, 100, 27};
    const std::int64_t want =
        (values[order[0]] * 1000 + values[order[1]]) * 1000 + values[order[2]];
    for (int i = 1; i <= 20; ++i) {
      ASSERT_THAT(engine_.run(plan, {{"fed", of<std::int64_t>(7)}}).value()[0],
                  TensorIs(of<std::int64_t>(want)));
      ASSERT_EQ(times, i);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
}  // namespace weft::test
