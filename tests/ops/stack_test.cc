#include "weft/ops/stack.h"

#include "weft/tests/reference/stack.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/true_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Result<Tensor> stack_of(const std::vector<Tensor>& parts, std::int64_t axis) {
  return run_op(
      parts, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue { return stack(in, axis); });
}

template <class T = float>
Tensor zeros(const Shape& shape) {
  return Tensor::builder<T>(shape).value().build();
}

TEST(Stack, ApiExample) {
  Graph graph;
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  Value<String> rows = stack({a, b}, 0);
  Value<String> columns = stack({a, b}, -1);
  Plan plan = compile(graph, {rows, columns}).value();
  Outputs out = run(plan, {{a, {"a", "b"}}, {b, {"c", "d"}}}).value();
  EXPECT_THAT(out[rows], TensorIs(of<String>({{"a", "b"}, {"c", "d"}})));
  EXPECT_THAT(out[columns], TensorIs(of<String>({{"a", "c"}, {"b", "d"}})));

  EXPECT_THAT(stack_of({of<float>(1), of<float>(2), of<float>(3)}, 0),
              IsOkAndHolds(TensorIs(of<float>({1, 2, 3}))));
}

TEST(Stack, AlongEveryAxis) {
  const Tensor a = of<std::int32_t>({{1, 2}, {3, 4}});
  const Tensor b = of<std::int32_t>({{5, 6}, {7, 8}});
  const Tensor outer = of<std::int32_t>({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}});
  const Tensor middle = of<std::int32_t>({{{1, 2}, {5, 6}}, {{3, 4}, {7, 8}}});
  const Tensor inner = of<std::int32_t>({{{1, 5}, {2, 6}}, {{3, 7}, {4, 8}}});
  EXPECT_THAT(stack_of({a, b}, 0), IsOkAndHolds(TensorIs(outer)));
  EXPECT_THAT(stack_of({a, b}, -3), IsOkAndHolds(TensorIs(outer)));
  EXPECT_THAT(stack_of({a, b}, 1), IsOkAndHolds(TensorIs(middle)));
  EXPECT_THAT(stack_of({a, b}, -2), IsOkAndHolds(TensorIs(middle)));
  EXPECT_THAT(stack_of({a, b}, 2), IsOkAndHolds(TensorIs(inner)));
  EXPECT_THAT(stack_of({a, b}, -1), IsOkAndHolds(TensorIs(inner)));
}

TEST(Stack, PartsWithoutElements) {
  EXPECT_THAT(stack_of({zeros({0, 3}), zeros({0, 3})}, 1),
              IsOkAndHolds(TensorIs(zeros({0, 2, 3}))));
  EXPECT_THAT(
      stack_of({of<String>({})}, 0),
      IsOkAndHolds(TensorIs(Tensor::of<String>({1, 0}, std::vector<std::string>()).value())));
}

TEST(Stack, ShapesAndDtypesAreChecked) {
  const auto fails = [](const std::string& text) {
    return StatusIs(StatusCode::kInvalidArgument, "stack_1 (stack): " + text);
  };
  EXPECT_THAT(stack_of({zeros({2}), zeros({2})}, 2),
              fails("axis 2 is out of range for a result of rank 2"));
  EXPECT_THAT(stack_of({zeros({})}, -2), fails("axis -2 is out of range for a result of rank 1"));
  EXPECT_THAT(stack_of({zeros({2}), zeros({2}), zeros({1})}, 0),
              fails("parts[0] has shape [2], parts[2] has shape [1]; they must be the same"));
  EXPECT_THAT(stack_of({zeros({2}), zeros<bool>({2})}, 0),
              fails("parts[0] is float32, parts[1] is bool; they must be the same"));
  EXPECT_THAT(compile(Graph(), {stack(std::vector<AnyValue>(), 0)}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("takes at least one part")));
}

TEST(Stack, TheRankHasALimit) {
  const Tensor highest = zeros(Shape(std::vector<std::int64_t>(253, 1)));
  const Tensor both = stack_of({highest, highest}, 253).value();
  EXPECT_EQ(both.shape()[253], 2);
  EXPECT_THAT(stack_of({zeros(Shape(std::vector<std::int64_t>(254, 1)))}, 0),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("rank 255")));
}

TEST(Stack, ShapesFollowWhenTheGraphIsBuilt) {
  Graph graph;
  const auto unknown = graph.input<float>("unknown");
  const auto a = graph.input<float>("a", {-1, 3});
  const auto b = graph.input<float>("b", {4, -1});
  EXPECT_EQ(stack({a, b, unknown}, 1).shape().to_string(), "[4,3,3]");
  EXPECT_EQ(stack({unknown}, 7).shape().to_string(), "[...]");
}

TEST(Stack, CopiesNoText) {
  Graph graph;
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  const Plan plan = compile(graph, {stack({a, b}, 1), stack({a}, 1)}).value();
  const Tensor left = Tensor::strings({"abcd", "ef"});
  const Tensor right = Tensor::strings({"gh", "ij"});
  const Outputs out = run(plan, {{a, left}, {b, right}}).value();
  const Tensor both = out[0];
  EXPECT_EQ(both.values<String>()[1].data(), right.values<String>()[0].data());
  EXPECT_THAT(both.bytes().parts(), testing::UnorderedElementsAre(left.bytes(), right.bytes()));
  EXPECT_EQ(out[1].data(), left.data());
}

TEST(Stack, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 100; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const Shape shape = random.shape();
    const std::int64_t axis = random.integer(0, shape.rank());
    std::vector<Tensor> parts;
    for (std::int64_t count = random.integer(1, 6); count > 0; --count)
      parts.push_back(dtype == DType::kString && random.chance(0.5) ? random.borrowed_strings(shape)
                                                                    : random.tensor(dtype, shape));
    const Tensor want = visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      return reference::stack<T>(parts, axis).value();
    });
    const Result<Tensor> got = stack_of(parts, random.chance(0.5) ? axis : axis - shape.rank() - 1);
    ASSERT_THAT(got, IsOkAndHolds(TensorIs(want)));
    ASSERT_THAT(*got, HasTrueFacts());
  }
}

}  // namespace
}  // namespace weft::test
