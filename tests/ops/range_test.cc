#include "weft/ops/range.h"

#include <limits>

#include "weft/tests/reference/range.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// As values and as constants: both ways must agree, and with constants the shape is known.
Result<Tensor> range_of(const Tensor& start, const Tensor& limit, const Tensor& delta) {
  const Result<Tensor> result =
      run_op({start, limit, delta}, [](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
        return range(in[0], in[1], in[2]);
      });
  Graph graph;
  const AnyValue values =
      range(graph.constant(start), graph.constant(limit), graph.constant(delta));
  const std::vector<Status> errors = graph.errors();
  if (result.ok()) {
    EXPECT_TRUE(errors.empty());
    EXPECT_EQ(values.shape(), PartialShape(result->shape()));
  } else if (errors.size() == 1) {
    EXPECT_EQ(errors.front().code(), result.status().code());
    EXPECT_EQ(errors.front().to_string(), result.status().to_string());
  } else {
    // What cannot be allocated shows at run only.
    EXPECT_EQ(result.status().code(), StatusCode::kResourceExhausted);
  }
  return result;
}

template <class T>
Result<Tensor> range_of(std::type_identity_t<T> start, std::type_identity_t<T> limit,
                        std::type_identity_t<T> delta) {
  return range_of(of<T>(start), of<T>(limit), of<T>(delta));
}

TEST(Range, ApiExample) {
  Graph graph;
  Value<std::int32_t> up = range(graph, 0, 6);
  Value<std::int32_t> down = range(graph, 5, 0, -2);
  Value<double> quarters = range(graph, 0, 1, 0.25);
  Value<std::int32_t> none = range(graph, 3, 3);
  EXPECT_EQ(up.shape(), (PartialShape{6}));
  Plan plan = compile(graph, {up, down, quarters, none}).value();
  Outputs out = run(plan, {}).value();
  EXPECT_THAT(out[up], TensorIs(of<std::int32_t>({0, 1, 2, 3, 4, 5})));
  EXPECT_THAT(out[down], TensorIs(of<std::int32_t>({5, 3, 1})));
  EXPECT_THAT(out[quarters], TensorIs(of<double>({0, 0.25, 0.5, 0.75})));
  EXPECT_THAT(out[none], TensorIs(of<std::int32_t>({})));
}

TEST(Range, TakesTheSizeOfAValue) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto known = graph.input<String>("known", {4, 2});
  Value<std::int64_t> rows = shape_of<std::int64_t>(text);
  Value<std::int64_t> dims = range(graph, 0, reshape(rows, {}));
  Value<std::int64_t> pairs = range(0, reshape(shape_of<std::int64_t>(reshape(known, {8})), {}), 2);
  EXPECT_EQ(dims.shape(), (PartialShape{-1}));
  EXPECT_EQ(pairs.shape(), (PartialShape{4}));
  Plan plan = compile(graph, {dims, pairs}).value();
  Outputs out =
      run(plan, {{text, {"a", "b"}},
                 {known, Tensor::of<String>({4, 2}, std::vector<std::string>(8)).value()}})
          .value();
  EXPECT_THAT(out[dims], TensorIs(of<std::int64_t>({0, 1})));
  EXPECT_THAT(out[pairs], TensorIs(of<std::int64_t>({0, 2, 4, 6})));
}

template <class T>
class RangeOfIntegers : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(RangeOfIntegers, Integers);

TYPED_TEST(RangeOfIntegers, IsExactAtTheEndsOfTheType) {
  constexpr TypeParam kLowest = std::numeric_limits<TypeParam>::min();
  constexpr TypeParam kHighest = std::numeric_limits<TypeParam>::max();
  constexpr auto kStep = static_cast<TypeParam>(kHighest / 2);
  EXPECT_THAT(range_of<TypeParam>(kHighest - 3, kHighest, 2),
              IsOkAndHolds(TensorIs(of<TypeParam>({kHighest - 3, kHighest - 1}))));
  EXPECT_THAT(range_of<TypeParam>(kHighest - 3, kHighest, kHighest),
              IsOkAndHolds(TensorIs(of<TypeParam>({kHighest - 3}))));
  EXPECT_THAT(range_of<TypeParam>(0, kHighest, kStep),
              IsOkAndHolds(TensorIs(of<TypeParam>({0, kStep, 2 * kStep}))));
  EXPECT_THAT(range_of<TypeParam>(kLowest, kLowest + 3, 1),
              IsOkAndHolds(TensorIs(of<TypeParam>({kLowest, kLowest + 1, kLowest + 2}))));
  if constexpr (std::is_signed_v<TypeParam>) {
    EXPECT_THAT(range_of<TypeParam>(kLowest, kHighest, kHighest),
                IsOkAndHolds(TensorIs(of<TypeParam>({kLowest, -1, kHighest - 1}))));
    EXPECT_THAT(range_of<TypeParam>(kHighest, kLowest, kLowest),
                IsOkAndHolds(TensorIs(of<TypeParam>({kHighest, -1}))));
    EXPECT_THAT(range_of<TypeParam>(kLowest + 3, kLowest, -2),
                IsOkAndHolds(TensorIs(of<TypeParam>({kLowest + 3, kLowest + 1}))));
  }
}

TEST(Range, RoundsEveryStepInTheElementType) {
  EXPECT_THAT(range_of<double>(0, 1, 0.3),
              IsOkAndHolds(TensorIs(of<double>({0, 0.3, 0.6, 0.8999999999999999}))));
  EXPECT_THAT(range_of<double>(1, 2, 0.3333333333333333),
              IsOkAndHolds(TensorIs(of<double>({1, 1.3333333333333333, 1.6666666666666665}))));
  const Result<Tensor> tenths = range_of<float>(0, 3, 0.1F);
  ASSERT_THAT(tenths, IsOk());
  ASSERT_EQ(tenths->size(), 30);
  EXPECT_EQ(tenths->at<float>({9}), 0.90000004F);
  EXPECT_EQ(tenths->at<float>({13}), 1.3000001F);
  EXPECT_THAT(range_of<float>(0.5F, -0.5F, -0.25F),
              IsOkAndHolds(TensorIs(of<float>({0.5F, 0.25F, 0, -0.25F}))));
  // Values that need not be distinct: 2^24 has no neighbour one further.
  EXPECT_THAT(range_of<float>(16777216, 16777220, 1),
              IsOkAndHolds(TensorIs(of<float>({16777216, 16777216, 16777218, 16777220}))));
}

struct BadRange {
  Tensor start;
  Tensor limit;
  Tensor delta;
  const char* want;
};

TEST(Range, BadOperandsAreErrors) {
  const std::vector<BadRange> cases = {
      {of<std::int32_t>(5), of<std::int32_t>(0), of<std::int32_t>(1),
       "delta 1 leads from start 5 away from limit 0"},
      {of<std::int32_t>(0), of<std::int32_t>(5), of<std::int32_t>(-1),
       "delta -1 leads from start 0 away from limit 5"},
      {of<std::uint8_t>(5), of<std::uint8_t>(0), of<std::uint8_t>(255),
       "delta 255 leads from start 5 away from limit 0"},
      {of<float>(0), of<float>(1.5F), of<float>(-0.5F),
       "delta -0.5 leads from start 0 away from limit 1.5"},
      {of<std::int64_t>(0), of<std::int64_t>(5), of<std::int64_t>(0),
       "delta is 0; it must be another number"},
      {of<std::int64_t>(3), of<std::int64_t>(3), of<std::int64_t>(0), "delta is 0"},
      {of<double>(3), of<double>(3), of<double>(-0.0), "delta is 0"},
      {of<double>(kNan), of<double>(3), of<double>(1), "start is nan; it must be finite"},
      {of<double>(0), of<double>(kInfinity), of<double>(1), "limit is inf; it must be finite"},
      {of<double>(0), of<double>(1), of<double>(-kInfinity), "delta is -inf; it must be finite"},
      {of<std::int32_t>(0), of<std::int64_t>(3), of<std::int32_t>(1),
       "start is int32, limit is int64, delta is int32; they must be the same"},
      {of<bool>(false), of<bool>(true), of<bool>(true),
       "start, limit and delta are bool; they must be numbers"},
      {of<std::int32_t>(0), of<std::int32_t>({3, 4}), of<std::int32_t>(1),
       "limit has shape [2]; it must be a scalar"},
      {of<std::int32_t>(0), of<std::int32_t>(3), of<std::int32_t>({}),
       "delta has shape [0]; it must be a scalar"}};
  for (const BadRange& bad : cases)
    EXPECT_THAT(range_of(bad.start, bad.limit, bad.delta),
                StatusIs(StatusCode::kInvalidArgument,
                         testing::StartsWith("range_1 (range): " + std::string(bad.want))));
}

TEST(Range, TooManyValuesAreResourceExhausted) {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(range_of<std::int64_t>(kMin, kMax, 1),
              StatusIs(StatusCode::kResourceExhausted,
                       "range_1 (range): a range of 18446744073709551615 values is too large"));
  EXPECT_THAT(range_of<std::int64_t>(kMax, kMin, -1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("18446744073709551615")));
  EXPECT_THAT(range_of<std::uint64_t>(0, std::uint64_t{1} << 63, 1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("9223372036854775808")));
  EXPECT_THAT(range_of<double>(-1e308, 1e308, 1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("inf values")));
  EXPECT_THAT(range_of<float>(0, 1e30F, 1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("1e+30 values")));
  EXPECT_THAT(range_of<double>(0, 0x1p63, 1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("9.223372036854776e+18 values")));
  // These can be counted, but not allocated.
  EXPECT_THAT(range_of<std::int64_t>(0, kMax, 1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("[9223372036854775807]")));
  EXPECT_THAT(range_of<float>(0, 0x1p60F, 1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("4611686018427387904 bytes")));
}

TEST(Range, AConstantOperandIsCheckedAlone) {
  Graph graph;
  auto limit = graph.input<float>("limit");
  range(graph, 0, limit, 0).named("still");
  range(graph, 0, limit, std::numeric_limits<float>::infinity()).named("far");
  const AnyValue any = limit;
  range(any, "x", 1).named("text");
  EXPECT_THAT(compile(graph, {limit}),
              StatusIs(StatusCode::kInvalidArgument,
                       "still (range): delta is 0; it must be another number\n"
                       "far (range): delta is inf; it must be finite\n"
                       "text (range): the text \"x\" does not fit float32"));
}

TEST(Range, PlainOperandsGiveTheirCommonDtype) {
  Graph graph;
  static_assert(std::same_as<decltype(range(graph, 0U, 6)), Value<std::uint32_t>>);
  Value<std::int64_t> wide = range(graph, std::int64_t{0}, 2);
  Value<float> halves = range(graph, 0.0F, 1, 0.5F);
  Plan plan = compile(graph, {wide, halves}).value();
  Outputs out = run(plan, {}).value();
  EXPECT_THAT(out[wide], TensorIs(of<std::int64_t>({0, 1})));
  EXPECT_THAT(out[halves], TensorIs(of<float>({0, 0.5F})));
}

TEST(Range, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 150; ++i) {
    const auto dtype = static_cast<DType>(random.integer(2, 11));
    visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      if constexpr (Numeric<T>) {
        const bool near_end = std::integral<T> && random.chance(0.3);
        const T base = near_end ? static_cast<T>(std::numeric_limits<T>::max() - T(100)) : T(0);
        const auto scale = std::floating_point<T> ? static_cast<T>(0.3) : T(1);
        const auto pick = [&](std::int64_t low, std::int64_t high) {
          return static_cast<T>(static_cast<T>(random.integer(low, high)) * scale);
        };
        const std::int64_t lowest = std::is_signed_v<T> ? -20 : 0;
        const T start = static_cast<T>(base + pick(0, 100));
        const T limit = static_cast<T>(base + pick(0, 100));
        const T delta = random.chance(0.05) ? random.number<T>() : pick(lowest, 20);
        SCOPED_TRACE(testing::Message() << +start << " " << +limit << " " << +delta);
        if (std::floating_point<T> && std::abs(static_cast<double>(delta)) < 1e-6 && delta != 0)
          return;
        const Result<Tensor> want = reference::range<T>(start, limit, delta);
        const Result<Tensor> got = range_of<T>(start, limit, delta);
        if (want.ok())
          ASSERT_THAT(got, IsOkAndHolds(TensorIs(*want)));
        else
          ASSERT_EQ(got.status().code(), want.status().code());
      }
    });
  }
}

}  // namespace
}  // namespace weft::test
