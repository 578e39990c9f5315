#include "weft/graph/feeds.h"

#include <optional>

#include "weft/engine/engine.h"
#include "weft/graph/graph.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

// text -> line      x -> pair -> two outputs      spare is read by nobody
struct Model {
  Graph graph;
  Value<String> text = graph.input<String>("text", {-1, 2});
  Value<float> x = graph.input<float>("x");
  Value<std::int32_t> spare = graph.input<std::int32_t>("spare", {3});
  Value<String> line = graph.add_op<String>(pass_on("shout"), {text}).named("line");
  std::vector<AnyValue> pair = graph.add_op(pass_on("pair", 2), {x});
  Plan plan = graph.build({line, pair[1], pair[0], line}).value();
  Tensor texts = of<String>({{"a", "b"}});
  Tensor floats = of<float>({1, 2});

  Result<Outputs> run(const Feeds& feeds) const { return weft::run(plan, feeds); }
};

TEST(Feeds, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto given = graph.input<float>("scale");
  auto line = graph.add_op<String>(pass_on("shout"), {text, given}).named("line");
  const Plan plan = graph.build({line}).value();
  const Tensor batch = of<String>({"a", "b"});
  const Tensor scale = of<float>(2);
  weft::Outputs out = weft::run(plan, {{text, batch}, {"scale", scale}}).value();
  weft::Tensor lines = out[line];
  EXPECT_THAT(lines, TensorIs(batch));
  EXPECT_THAT(out["line"], TensorIs(batch));
  EXPECT_THAT(out[0], TensorIs(batch));
}

TEST(Feeds, ByHandleByNameAndAsLiterals) {
  const Model m;
  const AnyValue any = m.x;
  Feeds feeds;
  feeds.add({m.text, m.texts});
  feeds.add({"x", m.floats});
  EXPECT_EQ(feeds.list().size(), 2U);
  for (const Feeds& each :
       {feeds, Feeds{{m.text, m.texts}, {m.x, m.floats}}, Feeds{{"text", m.texts}, {any, m.floats}},
        Feeds{{m.text, {{"a", "b"}}}, {m.x, {1, 2}}}}) {
    const Result<Outputs> out = m.run(each);
    ASSERT_THAT(out, IsOk());
    EXPECT_THAT((*out)[0], TensorIs(m.texts));
    EXPECT_THAT((*out)[1], TensorIs(m.floats));
  }
  EXPECT_THAT((*m.run({{m.text, m.texts}, {m.x, 7}}))[m.pair[0]], TensorIs(of<float>(7)));
}

TEST(Feeds, LiteralsThatDoNotFitThrow) {
  Graph graph;
  const auto small = graph.input<std::int8_t>("small");
  EXPECT_THROW(Feed(small, {1, 300}), Error);
  EXPECT_THROW(Feed(small, {{1, 2}, {3}}), Error);
}

TEST(Feeds, WhatIsFedIsShared) {
  const Model m;
  const Outputs out = m.run({{m.text, m.texts}, {m.x, m.floats}}).value();
  EXPECT_EQ(out[0].data(), m.texts.data());
  EXPECT_EQ(out[1].data(), m.floats.data());
}

TEST(Feeds, EveryFaultIsNamed) {
  const Model m;
  Graph other;
  const auto foreign = other.input<float>("x");
  const auto code = StatusCode::kInvalidArgument;
  EXPECT_THAT(m.run({}), StatusIs(code, "text (input): was not fed"));
  EXPECT_THAT(m.run({{m.text, m.texts}}), StatusIs(code, "x (input): was not fed"));
  EXPECT_THAT(m.run({{"words\n", m.texts}}),
              StatusIs(code, "a feed is for \"words\\n\", which is no input of the plan"));
  EXPECT_THAT(m.run({{"line", m.texts}}),
              StatusIs(code, "a feed is for \"line\", which is no input of the plan"));
  EXPECT_THAT(m.run({{m.line, m.texts}}),
              StatusIs(code, "a feed is for a handle that is no input of the plan"));
  EXPECT_THAT(m.run({{m.pair[1], m.floats}}),
              StatusIs(code, "a feed is for a handle that is no input of the plan"));
  EXPECT_THAT(m.run({{foreign, m.floats}}),
              StatusIs(code, "a feed is for a handle of another graph"));
  EXPECT_THAT(m.run({{Value<float>(), m.floats}}), StatusIs(code, "a feed is for an empty handle"));
  EXPECT_THAT(m.run({{m.text, m.floats}}),
              StatusIs(code, "text (input): is string, the feed is float32"));
  EXPECT_THAT(m.run({{m.text, of<String>({"a"})}}),
              StatusIs(code, "text (input): has shape [?,2], the feed has shape [1]"));
  EXPECT_THAT(m.run({{m.text, of<String>({{"a", "b", "c"}})}}),
              StatusIs(code, "text (input): has shape [?,2], the feed has shape [1,3]"));
  EXPECT_THAT(m.run({{m.text, m.texts}, {m.x, 1}, {"text", m.texts}}),
              StatusIs(code, "text (input): fed twice"));
}

TEST(Feeds, TheFirstFaultInTheirOrderIsReported) {
  const Model m;
  EXPECT_THAT(
      m.run({{m.x, m.floats}, {m.text, m.floats}, {"nothing", m.floats}}),
      StatusIs(StatusCode::kInvalidArgument, "text (input): is string, the feed is float32"));
  const Status status = m.run({{m.text, m.floats}}).status();
  EXPECT_EQ(status.node(), "text");
  EXPECT_EQ(status.op(), "input");
}

TEST(Feeds, AFeedThatNobodyNeedsIsCheckedAndIgnored) {
  const Model m;
  const Feed text = {m.text, m.texts};
  const Feed x = {m.x, m.floats};
  EXPECT_THAT(m.run({text, x, {m.spare, {1, 2, 3}}}), IsOk());
  EXPECT_THAT(m.run({text, x, {m.spare, {1, 2}}}),
              StatusIs(StatusCode::kInvalidArgument,
                       "spare (input): has shape [3], the feed has shape [2]"));
  EXPECT_THAT(
      m.run({text, x, {"spare", m.floats}}),
      StatusIs(StatusCode::kInvalidArgument, "spare (input): is int32, the feed is float32"));
  EXPECT_THAT(m.run({text, x, {"spare", of<std::int32_t>({1, 2, 3})}, {m.spare, {1, 2, 3}}}),
              StatusIs(StatusCode::kInvalidArgument, "spare (input): fed twice"));
}

TEST(Feeds, HandlesAddedLaterAreNoInputsOfThePlan) {
  Model m;
  const auto later = m.graph.input<float>("later");
  EXPECT_THAT(m.run({{later, 1}}), StatusIs(StatusCode::kInvalidArgument,
                                            "a feed is for a handle that is no input of the plan"));
}

TEST(Feeds, BoundFeedsGoIntoTheirSlots) {
  const Model m;
  const PlanState& state = *m.plan.state();
  std::vector<Tensor> slots(100);
  std::vector<bool> fed;
  EXPECT_THAT(bind_feeds(state, {{m.x, m.floats}, {m.text, m.texts}}, slots, fed), IsOk());
  int filled = 0;
  for (const Tensor& slot : slots) filled += slot.size() > 0 ? 1 : 0;
  EXPECT_EQ(filled, 2);
  EXPECT_THAT(bind_feeds(state, {{m.x, m.floats}}, slots, fed),
              StatusIs(StatusCode::kInvalidArgument, "text (input): was not fed"));
}

TEST(Outputs, ByHandlePositionAndName) {
  const Model m;
  const Outputs out = m.run({{m.text, m.texts}, {m.x, m.floats}}).value();
  EXPECT_EQ(out.size(), 4U);
  EXPECT_THAT(out[m.line], TensorIs(m.texts));
  EXPECT_THAT(out[m.pair[1]], TensorIs(m.floats));
  EXPECT_THAT(out[std::size_t{0}], TensorIs(m.texts));
  EXPECT_THAT(out[3], TensorIs(m.texts));
  EXPECT_THAT(out["pair_1"], TensorIs(m.floats));
  EXPECT_THAT(out[std::string("pair_1:1")], TensorIs(m.floats));
  int seen = 0;
  for (const Tensor& tensor : out) seen += tensor.size() == 2 ? 1 : 0;
  EXPECT_EQ(seen, 4);
}

template <class Key>
std::string fault(const Outputs& out, const Key& key) {
  try {
    (void)out[key];
  } catch (const Error& error) {
    EXPECT_EQ(error.status().code(), StatusCode::kInvalidArgument);
    return error.what();
  }
  return "";
}

TEST(Outputs, WhatIsNotThereThrows) {
  const Model m;
  const Outputs out = m.run({{m.text, m.texts}, {m.x, m.floats}}).value();
  EXPECT_EQ(fault(out, m.text), "the run has no output for this handle");
  EXPECT_EQ(fault(out, AnyValue()), "the run has no output for this handle");
  EXPECT_EQ(fault(out, Graph().input<float>("x")), "the run has no output for this handle");
  EXPECT_EQ(fault(out, 4), "the run has no output 4 of 4");
  EXPECT_EQ(fault(out, -1), "the run has no output -1 of 4");
  EXPECT_EQ(fault(out, "x\""), "the run has no output named \"x\\\"\"");
  EXPECT_EQ(fault(out, "pair_1:2"), "the run has no output named \"pair_1:2\"");
}

TEST(Outputs, OutliveEverything) {
  std::optional<Outputs> out;
  {
    const Model m;
    out = m.run({{m.text, m.texts}, {m.x, m.floats}}).value();
  }
  EXPECT_THAT((*out)["line"], TensorIs(of<String>({{"a", "b"}})));
  EXPECT_THAT((*out)[1], TensorIs(of<float>({1, 2})));
}

}  // namespace
}  // namespace weft::test
