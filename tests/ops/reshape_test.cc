#include "weft/ops/reshape.h"

#include "weft/tests/reference/reshape.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Result<Tensor> reshaped(const Tensor& x, const PartialShape& shape) {
  return run_op({x},
                [&](Graph&, const std::vector<AnyValue>& in) { return reshape(in[0], shape); });
}

Result<Tensor> reshaped_to_value(const Tensor& x, const Tensor& shape) {
  return run_op({x, shape},
                [](Graph&, const std::vector<AnyValue>& in) { return reshape(in[0], in[1]); });
}

// As an option, as a value of either dtype and as a constant: all must agree.
Result<Tensor> reshaped_all_ways(const Tensor& x, const std::vector<std::int64_t>& dims) {
  const Result<Tensor> result = reshaped(x, PartialShape(dims));
  const auto expect_agreement = [&](const Result<Tensor>& other) {
    EXPECT_EQ(result.status().code(), other.status().code());
    EXPECT_EQ(result.status().to_string(), other.status().to_string());
    if (!result.ok() || !other.ok()) return;
    EXPECT_THAT(*other, TensorIs(*result));
  };
  const auto size = static_cast<std::int64_t>(dims.size());
  const Tensor wide = Tensor::of<std::int64_t>({size}, dims).value();
  expect_agreement(reshaped_to_value(x, wide));
  const Result<Tensor> narrow = Tensor::of<std::int32_t>({size}, dims);
  if (narrow.ok()) expect_agreement(reshaped_to_value(x, *narrow));
  expect_agreement(run_op({x}, [&](Graph& graph, const std::vector<AnyValue>& in) {
    return reshape(in[0], graph.constant(wide));
  }));
  return result;
}

const Tensor& six() {
  static const Tensor kSix = of<std::int32_t>({{1, 2, 3}, {4, 5, 6}});
  return kSix;
}

TEST(Reshape, ApiExample) {
  Graph graph;
  auto x = graph.input<std::int32_t>("x");
  auto scalar = graph.input<std::int32_t>("scalar");
  auto shape = graph.input<std::int64_t>("shape");
  Value<std::int32_t> rows = reshape(x, {2, -1});
  Value<std::int32_t> flat = reshape(rows, shape);
  Value<std::int32_t> seven = reshape(scalar, {});
  Plan plan = compile(graph, {rows, flat, seven}).value();
  Outputs out = run(plan, {{x, {1, 2, 3, 4, 5, 6}}, {scalar, {{7}}}, {shape, {6}}}).value();
  EXPECT_THAT(out[rows], TensorIs(six()));
  EXPECT_THAT(out[flat], TensorIs(of<std::int32_t>({1, 2, 3, 4, 5, 6})));
  EXPECT_THAT(out[seven], TensorIs(of<std::int32_t>(7)));
}

TEST(Reshape, OpenDims) {
  EXPECT_EQ(reshaped_all_ways(six(), {-1})->shape(), (Shape{6}));
  EXPECT_EQ(reshaped_all_ways(six(), {3, -1})->shape(), (Shape{3, 2}));
  EXPECT_EQ(reshaped_all_ways(six(), {-1, 1, 6})->shape(), (Shape{1, 1, 6}));
  EXPECT_EQ(reshaped_all_ways(of<float>({}), {-1})->shape(), (Shape{0}));
  EXPECT_EQ(reshaped_all_ways(of<float>({}), {-1, 3})->shape(), (Shape{0, 3}));
  EXPECT_EQ(reshaped_all_ways(of<float>({}), {2, 0, 5})->shape(), (Shape{2, 0, 5}));
}

TEST(Reshape, ScalarsAndTheHighestRank) {
  EXPECT_THAT(reshaped_all_ways(of<String>({{"a"}}), {}), IsOkAndHolds(TensorIs(of<String>("a"))));
  const std::vector<std::int64_t> ones(254, 1);
  EXPECT_EQ(reshaped_all_ways(of<String>("a"), ones)->shape(), Shape(ones));
  EXPECT_THAT(reshaped_all_ways(of<String>("a"), std::vector<std::int64_t>(255, 1)),
              StatusIs(StatusCode::kInvalidArgument,
                       "reshape_1 (reshape): rank 255 is above the highest rank, 254"));
}

TEST(Reshape, WrongShapesAreErrors) {
  struct Case {
    std::vector<std::int64_t> dims;
    const char* want;
  };
  const std::vector<Case> cases = {
      {{4}, "x has shape [2,3] and 6 elements; new shape [4] does not fit"},
      {{}, "x has shape [2,3] and 6 elements; new shape [] does not fit"},
      {{0}, "x has shape [2,3] and 6 elements; new shape [0] does not fit"},
      {{4, -1}, "x has shape [2,3] and 6 elements; new shape [4,?] does not fit"},
      {{-1, 3, -1}, "new shape [?,3,?] has 2 dimensions of -1; one may be open"},
      {{-1, 0}, "new shape [?,0] leaves a dimension open beside one of 0; it could be anything"},
      {{-2, 3}, "shape [-2,3] has a dimension of -2"}};
  for (const Case& c : cases)
    EXPECT_THAT(
        reshaped_all_ways(six(), c.dims),
        StatusIs(StatusCode::kInvalidArgument, "reshape_1 (reshape): " + std::string(c.want)));
  EXPECT_THAT(reshaped_all_ways(of<float>({}), {0, -1}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("it could be anything")));
}

// case B36
TEST(Reshape, ProductsBeyond64BitsAreErrors) {
  constexpr std::int64_t kLarge = std::int64_t{1} << 32;
  EXPECT_THAT(reshaped_all_ways(six(), {kLarge, kLarge}),
              StatusIs(StatusCode::kResourceExhausted,
                       "reshape_1 (reshape): shape [4294967296,4294967296] has more elements than "
                       "64 bits count"));
  EXPECT_THAT(reshaped_all_ways(of<float>({}), {kLarge, -1, kLarge}),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("4294967296")));
  // Without elements there is no product.
  EXPECT_EQ(reshaped_all_ways(of<float>({}), {kLarge, 0, kLarge})->shape(),
            (Shape{kLarge, 0, kLarge}));
}

TEST(Reshape, TheShapeIsAVectorOfIntegers) {
  EXPECT_THAT(reshaped_to_value(six(), of<std::int32_t>(6)),
              StatusIs(StatusCode::kInvalidArgument,
                       "reshape_1 (reshape): shape has shape []; it must have rank 1"));
  EXPECT_THAT(reshaped_to_value(six(), of<std::int64_t>({{6}})),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("[1,1]; it must have rank 1")));
  EXPECT_THAT(reshaped_to_value(six(), of<float>({6})),
              StatusIs(StatusCode::kInvalidArgument,
                       "reshape_1 (reshape): shape is float32; it must be int32 or int64"));
}

TEST(Reshape, IsKnownAsFarAsItsInputsAre) {
  Graph graph;
  auto rows = graph.input<float>("rows", {-1, 3});
  auto two = graph.input<std::int32_t>("two", {2});
  EXPECT_EQ(reshape(rows, {-1, 1}).shape(), (PartialShape{-1, 1}));
  EXPECT_EQ(reshape(rows, {6, 1}).shape(), (PartialShape{6, 1}));
  EXPECT_EQ(reshape(rows, two).shape(), (PartialShape{-1, -1}));
  EXPECT_EQ(reshape(graph.input<float>("known", {4, 3}), {2, -1}).shape(), (PartialShape{2, 6}));
  EXPECT_EQ(reshape(graph.input<float>("none", {-1, 0}), {-1}).shape(), (PartialShape{0}));
  EXPECT_EQ(reshape(rows, graph.input<std::int32_t>("any")).shape(), PartialShape::unknown_rank());
  reshape(rows, PartialShape::unknown_rank()).named("bad");
  EXPECT_THAT(compile(graph, {rows}),
              StatusIs(StatusCode::kInvalidArgument,
                       "bad (reshape): the rank of the new shape must be known"));
}

TEST(Reshape, SharesEverything) {
  const Tensor input = of<String>({"a", "b", "c", "d"});
  Graph graph;
  auto text = graph.input<String>("text");
  Plan plan = compile(graph, {reshape(text, {2, 2})}).value();
  const Tensor output = run(plan, {{text, input}}).value()[0];
  EXPECT_EQ(output.data(), input.data());
  EXPECT_EQ(output.lengths(), input.lengths());
  EXPECT_EQ(output.bytes(), input.bytes());
}

TEST(Reshape, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 60; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const Tensor x = random.tensor(dtype, random.shape(3));
    // The dims of x in another order, some of them open or merged with the next, a few wrong.
    const Shape& shape = x.shape();
    std::vector<std::int64_t> dims(shape.dims().rbegin(), shape.dims().rend());
    if (dims.size() > 1 && random.chance(0.3)) {
      dims[0] *= dims[1];
      dims.erase(dims.begin() + 1);
    }
    for (std::int64_t& dim : dims) {
      if (random.chance(0.2)) dim = -1;
      if (random.chance(0.05)) dim = random.integer(-2, 3);
    }
    visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      const Result<Tensor> want = reference::reshape<T>(x, dims);
      const Result<Tensor> got = reshaped_all_ways(x, dims);
      if (want.ok())
        ASSERT_THAT(got, IsOkAndHolds(TensorIs(*want)));
      else
        ASSERT_EQ(got.status().code(), want.status().code());
    });
  }
}

}  // namespace
}  // namespace weft::test
