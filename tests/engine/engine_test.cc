#include "weft/engine/engine.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "weft/ops/compile.h"
#include "weft/ops/parallel.h"
#include "weft/ops/substr.h"
#include "weft/tests/support/lambda_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

// Every test runs on one thread, on as many as the machine has, and on far more; and both with and
// without the inline path.
struct Setting {
  int threads;
  bool inline_runs;

  std::string name() const {
    return std::to_string(threads) + (inline_runs ? "Inline" : "Parallel");
  }
};

// What GoogleTest calls it in its output.
void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name(); }

class EngineTest : public testing::TestWithParam<Setting> {
 protected:
  static EngineOptions options() {
    EngineOptions options{.threads = GetParam().threads};
    if (!GetParam().inline_runs) options.tuning.inline_limit_ns = 0;
    return options;
  }

  AnyValue input(std::string_view name) { return graph_.input<std::int64_t>(name, PartialShape{}); }
  AnyValue sum(std::int64_t added, const AnyValues& inputs) {
    return graph_.add_op(sum_op(added), inputs).front();
  }
  AnyValue fail(const std::string& text, const AnyValues& inputs) {
    return graph_.add_op(failing_op(invalid_argument(text)), inputs).front();
  }
  Plan plan(const AnyValues& outputs) { return compile(graph_, outputs).value(); }

  Graph graph_;
  Engine engine_{options()};
};

INSTANTIATE_TEST_SUITE_P(Threads, EngineTest,
                         testing::Values(Setting{1, true}, Setting{2, true}, Setting{2, false},
                                         Setting{8, false}, Setting{64, false}),
                         [](const auto& given) { return given.param.name(); });

TEST(Engine, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto line = substr(text, 0, 2).named("line");
  Plan plan = compile(graph, {line}).value();
  Tensor batch = Tensor::strings({"abc", "def"});

  Engine engine({.threads = 8});
  Result<Outputs> out = engine.run(plan, {{text, batch}});
  Tensor lines = (*out)[line];
  EXPECT_THAT(lines, TensorIs(of<String>({"ab", "de"})));
}

//   x ── +1 ── +2 ── +3 ── ...
TEST_P(EngineTest, Chain) {
  AnyValue last = input("x");
  for (int i = 1; i <= 100; ++i) last = sum(i, {last});
  const Plan chain = plan({last});
  for (std::int64_t x : {0, 7, -3}) {
    const Outputs out = engine_.run(chain, {{"x", of<std::int64_t>(x)}}).value();
    EXPECT_THAT(out[0], TensorIs(of<std::int64_t>(x + 5050)));
  }
}

//        ┌── +10 ──┐
//   x ───┤         ├── sum
//        └── +20 ──┘
TEST_P(EngineTest, Diamond) {
  const AnyValue x = input("x");
  const AnyValue both = sum(0, {sum(10, {x}), sum(20, {x})});
  const Outputs out = engine_.run(plan({both}), {{"x", of<std::int64_t>(1)}}).value();
  EXPECT_THAT(out[both], TensorIs(of<std::int64_t>(32)));
}

//   layers of 8 nodes; each node adds three neighbours of the layer above
TEST_P(EngineTest, Layers) {
  constexpr std::size_t kWidth = 8;
  std::vector<AnyValue> layer(kWidth, input("x"));
  std::int64_t expected = 1;
  for (int l = 0; l < 12; ++l) {
    std::vector<AnyValue> next;
    for (std::size_t i = 0; i < kWidth; ++i)
      next.push_back(sum(0, {layer[i], layer[(i + 1) % kWidth], layer[(i + kWidth - 1) % kWidth]}));
    layer = next;
    expected *= 3;
  }
  const Plan layers = plan(layer);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Outputs out = engine_.run(layers, {{"x", of<std::int64_t>(1)}}).value();
    for (const Tensor& tensor : out) ASSERT_THAT(tensor, TensorIs(of<std::int64_t>(expected)));
  }
}

//   x ── a ── b ── c     and c also reads x and a: values that several clusters share
TEST_P(EngineTest, SharedValuesLiveUntilTheirLastReader) {
  const AnyValue x = input("x");
  const AnyValue a = sum(1, {x});
  const AnyValue left = sum(2, {a, x});
  const AnyValue right = sum(3, {a, x});
  const AnyValue last = sum(4, {left, right, a, x});
  const Plan shared = plan({last});
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Outputs out = engine_.run(shared, {{"x", of<std::int64_t>(10)}}).value();
    ASSERT_THAT(out[0], TensorIs(of<std::int64_t>(23 + 24 + 11 + 10 + 4)));
  }
}

TEST_P(EngineTest, OutputsMayBeInputsConstantsAndRepeated) {
  const AnyValue x = input("x");
  const AnyValue c = graph_.constant<std::int64_t>(5);
  const AnyValue y = sum(1, {x, c});
  const Plan repeated = plan({x, y, c, y, x});
  for (int repeat = 0; repeat < 3; ++repeat) {
    const Outputs out = engine_.run(repeated, {{"x", of<std::int64_t>(2)}}).value();
    ASSERT_EQ(out.size(), 5U);
    EXPECT_THAT(out[1], TensorIs(of<std::int64_t>(8)));
    EXPECT_THAT(out[2], TensorIs(of<std::int64_t>(5)));
    EXPECT_THAT(out[3], TensorIs(out[1]));
    EXPECT_THAT(out[4], TensorIs(of<std::int64_t>(2)));
  }
}

TEST_P(EngineTest, AnEmptyPlanReturnsNothing) {
  const Result<Outputs> out = engine_.run(plan({}), {});
  ASSERT_THAT(out, IsOk());
  EXPECT_EQ(out->size(), 0U);
}

TEST_P(EngineTest, FeedsAreCheckedBeforeAnythingRuns) {
  std::atomic<int> runs = 0;
  const AnyValue x = input("x");
  const AnyValue counted =
      graph_.add_op(op_giving<float>("count", [&](OpContext&) { return ++runs, Status(); }), {x})
          .front();
  const Plan counting = plan({counted});
  EXPECT_THAT(engine_.run(counting, {}),
              StatusIs(StatusCode::kInvalidArgument, "x (input): was not fed"));
  EXPECT_THAT(engine_.run(counting, {{"y", of<std::int64_t>(1)}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("\"y\"")));
  EXPECT_THAT(engine_.run(counting, {{"x", of<float>(1)}}),
              StatusIs(StatusCode::kInvalidArgument, "x (input): is int64, the feed is float32"));
  EXPECT_THAT(engine_.run(counting, {{"x", of<std::int64_t>({1})}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("[1]")));
  EXPECT_EQ(runs, 0);
  EXPECT_THAT(engine_.run(counting, {{"x", of<std::int64_t>(1)}}), IsOk());
  EXPECT_EQ(runs, 1);
}

TEST_P(EngineTest, WhatAnOpThrowsIsAnErrorOfTheRun) {
  struct Custom : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  const std::vector<std::pair<LambdaOp::Run, Status>> bodies = {
      {[](OpContext&) -> Status { throw Custom("boom"); }, internal_error("boom")},
      {[](OpContext&) -> Status { throw 7; }, internal_error("threw int")},
      {[](OpContext&) -> Status { throw std::bad_alloc(); }, resource_exhausted("memory")},
      {[](OpContext&) -> Status { throw Error(unimplemented("not yet")); },
       unimplemented("not yet")}};
  for (const auto& [body, expected] : bodies) {
    Graph graph;
    const AnyValue thrower = graph.add_op(op_giving<float>("thrower", body), {}).front();
    const Plan throwing = compile(graph, {thrower.named("bad")}).value();
    for (int repeat = 0; repeat < 10; ++repeat) {
      const Result<Outputs> out = engine_.run(throwing, {});
      ASSERT_THAT(out, StatusIs(expected.code(), HasSubstr(std::string(expected.text()))));
      ASSERT_EQ(out.status().node(), "bad");
      ASSERT_EQ(out.status().op(), "thrower");
    }
  }
}

//   x ──┬── ok ── ok ─────────┐
//       ├── slow fail (low)   ├── last
//       └── quick fail (high) ┘
TEST_P(EngineTest, TheLowestFailingNodeWins) {
  const AnyValue x = input("x");
  const AnyValue a = sum(1, {x});
  const auto slow = op_giving<std::int64_t>("slow", [](OpContext&) {
    busy_loop(2000);
    return invalid_argument("low");
  });
  const AnyValue low = graph_.add_op(slow, {a}).front().named("low");
  std::vector<AnyValue> failures = {low};
  for (int i = 0; i < 6; ++i) failures.push_back(fail("high", {x}));
  const Plan failing = plan({sum(0, failures)});
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const Result<Outputs> out = engine_.run(failing, {{"x", of<std::int64_t>(1)}});
    ASSERT_THAT(out, StatusIs(StatusCode::kInvalidArgument, "low (slow): low"));
  }
}

TEST_P(EngineTest, NodesBelowAFailureStillRunAndThoseAboveItNeed) {
  // The second node fails at once, the first one later: the first is the lower.
  std::atomic<bool> second_failed = false;
  const bool parallel = GetParam().threads > 1 && !GetParam().inline_runs;
  const AnyValue first = graph_
                             .add_op(op_giving<std::int64_t>("first",
                                                             [&](OpContext&) {
                                                               while (parallel && !second_failed) {
                                                               }
                                                               return invalid_argument("first");
                                                             }),
                                     {})
                             .front();
  const AnyValue second = graph_
                              .add_op(op_giving<std::int64_t>("second",
                                                              [&](OpContext&) {
                                                                second_failed = true;
                                                                return invalid_argument("second");
                                                              }),
                                      {})
                              .front();
  const Plan failing = plan({first, second});
  for (int repeat = 0; repeat < 20; ++repeat) {
    second_failed = false;
    ASSERT_THAT(engine_.run(failing, {}),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr("first")));
  }
}

TEST_P(EngineTest, AFailedRunLeavesTheNextOneClean) {
  const AnyValue x = graph_.input<std::int64_t>("x");
  const auto odd = op_giving<std::int64_t>("odd", [](OpContext& context) -> Status {
    const std::int64_t value = context.input(0).at<std::int64_t>({});
    if (value % 2 != 0) return invalid_argument("odd " + std::to_string(value));
    context.set_output(0, context.input(0));
    return Status();
  });
  const AnyValue checked = graph_.add_op(odd, {x}).front();
  const Plan plan_of_both = plan({sum(1, {sum(1, {x}), checked})});
  for (std::int64_t i = 0; i < 500; ++i) {
    const Result<Outputs> out = engine_.run(plan_of_both, {{"x", of<std::int64_t>(i)}});
    if (i % 2 == 0) {
      ASSERT_THAT((*out)[0], TensorIs(of<std::int64_t>(2 * i + 2)));
    } else {
      ASSERT_THAT(out,
                  StatusIs(StatusCode::kInvalidArgument, HasSubstr("odd " + std::to_string(i))));
    }
  }
}

// case B55
TEST_P(EngineTest, TheLowestFailingRowWins) {
  constexpr std::int64_t kRows = 100000;
  std::vector<std::string> texts(kRows, "long enough");
  texts[17] = "x";
  texts[90000] = "y";
  auto text = graph_.input<String>("text");
  const Plan failing = plan({substr(text, 5, 1)});
  const Tensor batch = Tensor::strings(texts);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const Result<Outputs> out = engine_.run(failing, {{text, batch}});
    ASSERT_THAT(out, StatusIs(StatusCode::kInvalidArgument, HasSubstr("at [17], value \"x\"")));
    ASSERT_THAT(out.status().position(), testing::ElementsAre(17));
  }
}

TEST_P(EngineTest, AnOutputOfAnotherDtypeThanInferSaidIsAnError) {
  const auto liar = op_giving<std::int64_t>("liar", [](OpContext& context) {
    context.set_output(0, of<float>(1));
    return Status();
  });
  const auto silent = op_giving<std::int64_t>("silent", [](OpContext&) { return Status(); });
  for (const auto& op : {liar, silent}) {
    Graph graph;
    const Plan lying = compile(graph, {graph.add_op(op, {}).front()}).value();
    EXPECT_THAT(engine_.run(lying, {}),
                StatusIs(StatusCode::kInternal, HasSubstr("is float32, but infer() said int64")));
  }
}

TEST_P(EngineTest, CompactRetentionLetsGoOfTheInput) {
  auto text = graph_.input<String>("text");
  const Plan heads = plan({substr(text, 0, 4)});
  const std::vector<std::string> texts(2000, std::string(200, 'x'));
  const Tensor batch = Tensor::strings(texts);
  const Tensor shared = engine_.run(heads, {{text, batch}}).value()[0];
  const Tensor compact =
      engine_.run(heads, {{text, batch}}, {.retention = Retention::kCompact}).value()[0];
  EXPECT_THAT(compact, TensorIs(shared));
  EXPECT_GT(shared.bytes_pinned(), 10 * shared.bytes_used());
  EXPECT_LT(compact.bytes_pinned(), 2 * compact.bytes_used());
}

}  // namespace
}  // namespace weft::test
