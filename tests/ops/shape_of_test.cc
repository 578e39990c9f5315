#include "weft/ops/shape_of.h"

#include "weft/tests/reference/shape_of.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

template <class T>
Result<Tensor> dims_of(const Tensor& x) {
  return run_op(
      {x}, [](Graph&, const std::vector<AnyValue>& in) -> AnyValue { return shape_of<T>(in[0]); });
}

// Without elements a shape may be as large as it likes.
Tensor empty_tensor(const Shape& shape) {
  return Tensor::of<String>(shape, std::vector<std::string>()).value();
}

TEST(ShapeOf, ApiExample) {
  Graph graph;
  auto x = graph.input<String>("x");
  Value<std::int32_t> dims = shape_of(x);
  Plan plan = compile(graph, {dims}).value();
  Outputs out = run(plan, {{x, {{"a", "b", "c"}, {"d", "e", "f"}}}}).value();
  EXPECT_THAT(out[dims], TensorIs(of<std::int32_t>({2, 3})));

  EXPECT_THAT(dims_of<std::int32_t>(of<float>(7)), IsOkAndHolds(TensorIs(of<std::int32_t>({}))));
}

TEST(ShapeOf, OfEmptyTensors) {
  EXPECT_THAT(dims_of<std::int64_t>(empty_tensor({2, 0, 3})),
              IsOkAndHolds(TensorIs(of<std::int64_t>({2, 0, 3}))));
  EXPECT_THAT(dims_of<std::int32_t>(of<bool>({})), IsOkAndHolds(TensorIs(of<std::int32_t>({0}))));
}

TEST(ShapeOf, LargeDimsMustFit) {
  constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();
  EXPECT_THAT(dims_of<std::int32_t>(empty_tensor({0, kHighest})),
              IsOkAndHolds(TensorIs(of<std::int32_t>({0, kHighest}))));
  EXPECT_THAT(dims_of<std::int64_t>(empty_tensor({0, kHighest + 1})),
              IsOkAndHolds(TensorIs(of<std::int64_t>({0, kHighest + 1}))));
  EXPECT_THAT(dims_of<std::int32_t>(empty_tensor({0, kHighest + 1})),
              StatusIs(StatusCode::kInvalidArgument,
                       "shape_of_1 (shape_of): dimension 2147483648 of axis 1 does not fit int32; "
                       "x has shape [0,2147483648]"));
}

TEST(ShapeOf, IsKnownAsFarAsTheShapeIs) {
  Graph graph;
  EXPECT_EQ(shape_of(graph.input<float>("any")).shape(), (PartialShape{-1}));
  EXPECT_EQ(shape_of(graph.input<float>("rank", {-1, 3})).shape(), (PartialShape{2}));
  // With every dim known it is a constant, so that ops behind it are checked at build.
  const auto dims = shape_of(graph.input<float>("known", {2, 3}));
  EXPECT_EQ(reshape(graph.input<float>("x"), dims).shape(), (PartialShape{2, 3}));
  const PartialShape large = {-1, std::int64_t{1} << 40};
  shape_of(graph.input<float>("large", large)).named("dims");
  EXPECT_THAT(compile(graph, {dims}),
              StatusIs(StatusCode::kInvalidArgument,
                       "dims (shape_of): dimension 1099511627776 of axis 1 does not fit int32; x "
                       "has shape [?,1099511627776]"));
}

TEST(ShapeOf, OtherDtypesAreRootCauses) {
  Graph graph;
  const AnyValue x = graph.input<float>("x");
  EXPECT_THAT(compile(graph, {shape_of_untyped(x, DType::kFloat32)}),
              StatusIs(StatusCode::kInvalidArgument,
                       "shape_of_1 (shape_of): the dtype is float32; it must be int32 or int64"));
}

TEST(ShapeOf, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 60; ++i) {
    const Tensor x = random.tensor(static_cast<DType>(random.integer(0, 11)),
                                   random.shape(random.integer(0, 6)));
    ASSERT_THAT(dims_of<std::int32_t>(x),
                IsOkAndHolds(TensorIs(*reference::shape_of<std::int32_t>(x))));
    ASSERT_THAT(dims_of<std::int64_t>(x),
                IsOkAndHolds(TensorIs(*reference::shape_of<std::int64_t>(x))));
  }
}

}  // namespace
}  // namespace weft::test
