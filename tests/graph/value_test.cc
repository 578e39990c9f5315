#include "weft/graph/value.h"

#include "weft/graph/graph.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> texts_of(const std::vector<Status>& errors) {
  std::vector<std::string> texts;
  for (const Status& error : errors) texts.push_back(error.to_string());
  return texts;
}

TEST(Value, ApiExample) {
  weft::Graph graph;
  weft::Value<weft::String> text = graph.input<weft::String>("text");
  weft::AnyValue any = text;
  weft::Value<weft::String> back(any);
  EXPECT_THAT(graph.errors(), IsEmpty());
  EXPECT_EQ(static_cast<const AnyValue&>(back).node(), any.node());
}

TEST(Value, KnowsDtypeAndShape) {
  Graph graph;
  const Value<float> x = graph.input<float>("x", {-1, 3});
  EXPECT_EQ(x.shape(), PartialShape({-1, 3}));
  const AnyValue any = x;
  EXPECT_EQ(any.dtype(), DType::kFloat32);
  EXPECT_EQ(any.shape(), PartialShape({-1, 3}));
  EXPECT_EQ(graph.input<String>("y").shape(), PartialShape::unknown_rank());
  EXPECT_EQ(graph.input<String>("z", {}).shape(), PartialShape());
}

TEST(Value, OfAnotherDtypeIsARootCause) {
  Graph graph;
  const AnyValue any = graph.input("ids", DType::kInt64);
  const Value<float> wrong(any);
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("ids (input): output 0 is int64, not float32"));
  // The result is poisoned: no further cause comes of it.
  EXPECT_EQ(wrong.shape(), PartialShape::unknown_rank());
  const Value<String> again{static_cast<const AnyValue&>(wrong)};
  graph.add_op(pass_on("pass"), {again});
  EXPECT_EQ(graph.errors().size(), 1U);
  EXPECT_THAT(graph.build({again}), StatusIs(StatusCode::kInvalidArgument,
                                             "ids (input): output 0 is int64, not float32"));
}

TEST(Value, CheckedNamesTheOutput) {
  Graph graph;
  const AnyValue any = graph.input("ids", DType::kInt64);
  const std::vector<AnyValue> outputs = graph.add_op(pass_on("pair", 2), {any});
  EXPECT_EQ(outputs[1].checked(DType::kInt64).output(), 1U);
  EXPECT_THAT(graph.errors(), IsEmpty());
  outputs[1].checked(DType::kString);
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("pair_1 (pair): output 1 is int64, not string"));
}

TEST(Value, AnEmptyHandleKnowsNothing) {
  const AnyValue empty;
  EXPECT_EQ(empty.state(), nullptr);
  EXPECT_EQ(empty.dtype(), DType::kFloat32);
  EXPECT_EQ(empty.shape(), PartialShape::unknown_rank());
  EXPECT_EQ(empty.named("name").state(), nullptr);
  EXPECT_EQ(empty.checked(DType::kString).state(), nullptr);
  EXPECT_EQ(static_cast<const AnyValue&>(Value<String>(empty)).state(), nullptr);
}

TEST(Value, NamedGivesTheSameHandle) {
  Graph graph;
  const Value<String> text = graph.input<String>("text");
  const Value<String> named = text.named("words");
  EXPECT_EQ(static_cast<const AnyValue&>(named).node(), static_cast<const AnyValue&>(text).node());
  EXPECT_THAT(graph.build({text})->to_string(), "words: input -> string[...]\n");
}

TEST(Value, ListsOfHandles) {
  Graph graph;
  const Value<String> text = graph.input<String>("text");
  const Value<std::int32_t> ids = graph.input<std::int32_t>("ids");
  const AnyValue any = ids;
  EXPECT_EQ(AnyValues({text, ids, any}).list().size(), 3U);
  EXPECT_EQ(AnyValues(std::vector{text, text}).list().size(), 2U);
  EXPECT_EQ(AnyValues(std::vector{any}).list().size(), 1U);
  EXPECT_THAT(AnyValues().list(), IsEmpty());
  EXPECT_THAT(AnyValues({}).list(), IsEmpty());
  EXPECT_EQ(ValuesOf<std::int32_t>({ids, any}).list().size(), 2U);
  EXPECT_EQ(ValuesOf<std::int32_t>(std::vector{ids}).list()[0].node(), any.node());
}

TEST(Value, WhatAHandleIs) {
  static_assert(Handle<Value<float>> && Handle<AnyValue> && !Handle<float> && !Handle<Tensor>);
  static_assert(TypedHandleOf<Value<float>, float> && !TypedHandleOf<AnyValue, float>);
  static_assert(HandleOf<AnyValue, float> && !HandleOf<Value<double>, float>);
  static_assert(std::is_convertible_v<Value<float>, AnyValue>);
  static_assert(!std::is_convertible_v<AnyValue, Value<float>>);
  static_assert(!std::is_convertible_v<Value<double>, Value<float>>);
  static_assert(!std::is_constructible_v<ValuesOf<float>::Item, Value<double>>);
}

TEST(Value, HandlesOutliveTheGraph) {
  AnyValue kept;
  {
    Graph graph;
    kept = graph.input("kept", DType::kString, {2});
  }
  EXPECT_EQ(kept.dtype(), DType::kString);
  EXPECT_EQ(kept.shape(), PartialShape({2}));
  const AnyValue passed = add_op(pass_on("pass"), {kept}).front().named("passed");
  EXPECT_THAT(Graph::of(kept.state()).build({passed}), IsOk());
  EXPECT_EQ(Graph::of(kept.state()).build({passed})->num_nodes(), 1U);
}

}  // namespace
}  // namespace weft::test
