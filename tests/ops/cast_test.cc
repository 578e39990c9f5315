#include "weft/ops/cast.h"

#include <cmath>
#include <limits>

#include "weft/tests/reference/cast.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Result<Tensor> cast_of(const Tensor& x, DType to) {
  return run_op({x}, [&](Graph&, const std::vector<AnyValue>& in) { return cast(in[0], to); });
}

template <Element To>
Result<Tensor> cast_of(const Tensor& x) {
  return cast_of(x, dtype_of<To>());
}

TEST(Cast, ApiExample) {
  Graph graph;
  auto x = graph.input<float>("x");
  Value<std::int32_t> whole = cast<std::int32_t>(x);
  Plan plan = compile(graph, {whole}).value();
  Outputs out = run(plan, {{x, {1.9, -1.9, 1e30, kNan}}}).value();
  EXPECT_THAT(out[whole], TensorIs(of<std::int32_t>({1, -1, 2147483647, 0})));

  EXPECT_THAT(cast_of<std::uint8_t>(of<std::int32_t>({256, -1})),
              IsOkAndHolds(TensorIs(of<std::uint8_t>({0, 255}))));
  EXPECT_THAT(cast_of<bool>(of<double>({0.0, 0.5, kNan})),
              IsOkAndHolds(TensorIs(of<bool>({false, true, true}))));
  EXPECT_THAT(cast_of<float>(of<bool>({true, false})), IsOkAndHolds(TensorIs(of<float>({1, 0}))));
}

// Every pair of a float and an integer dtype, at the ends of the integer and one step beyond.
template <class From, class To>
void check_ends() {
  SCOPED_TRACE(std::string(to_string(dtype_of<From>())) + " to " +
               std::string(to_string(dtype_of<To>())));
  constexpr To kLowest = std::numeric_limits<To>::min();
  constexpr To kHighest = std::numeric_limits<To>::max();
  constexpr From kFar = std::numeric_limits<From>::infinity();
  // 2^digits is the first number that does not fit.
  const From end = std::ldexp(From(1), std::numeric_limits<To>::digits);
  const From inside = std::nextafter(end, From(0));
  const From begin = std::is_signed_v<To> ? -end : From(0);
  const std::vector<From> from = {end,
                                  inside,
                                  std::nextafter(end, kFar),
                                  std::nextafter(begin, -kFar),
                                  begin,
                                  kFar,
                                  -kFar,
                                  From(-0.75),
                                  From(kNan),
                                  From(-0.0),
                                  std::numeric_limits<From>::denorm_min(),
                                  std::numeric_limits<From>::lowest()};
  const std::vector<To> to = {
      kHighest, static_cast<To>(inside), kHighest, kLowest, kLowest, kHighest, kLowest, 0, 0, 0, 0,
      kLowest};
  const auto size = static_cast<std::int64_t>(from.size());
  EXPECT_THAT(cast_of<To>(*Tensor::of<From>({size}, from)),
              IsOkAndHolds(TensorIs(*Tensor::of<To>({size}, to))));
}

template <class T>
class CastToIntegers : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(CastToIntegers, Integers);

TYPED_TEST(CastToIntegers, SaturatesFloats) {
  check_ends<float, TypeParam>();
  check_ends<double, TypeParam>();
}

TYPED_TEST(CastToIntegers, WrapsIntegers) {
  // All bits set is the highest unsigned number, and -1.
  constexpr auto kAllBits = static_cast<TypeParam>(-1);
  EXPECT_THAT(cast_of<TypeParam>(of<std::int64_t>({-1, 0, 1, std::int64_t{1} << 32})),
              IsOkAndHolds(TensorIs(of<TypeParam>(
                  {kAllBits, 0, 1, sizeof(TypeParam) == 8 ? std::int64_t{1} << 32 : 0}))));
  EXPECT_THAT(cast_of<TypeParam>(of<std::uint64_t>(std::numeric_limits<std::uint64_t>::max())),
              IsOkAndHolds(TensorIs(of<TypeParam>(kAllBits))));
}

TEST(Cast, RoundsToNearestEven) {
  // 2^24 + 1 and 2^24 + 3 lie between two floats; 2^53 + 1 and 2^63 + 1025 between two doubles.
  EXPECT_THAT(cast_of<float>(of<std::int64_t>({16777217, 16777219, -16777217})),
              IsOkAndHolds(TensorIs(of<float>({16777216, 16777220, -16777216}))));
  EXPECT_THAT(cast_of<double>(of<std::int64_t>(9007199254740993)),
              IsOkAndHolds(TensorIs(of<double>(9007199254740992))));
  EXPECT_THAT(cast_of<double>(of<std::uint64_t>({9223372036854776833U, 18446744073709551615U})),
              IsOkAndHolds(TensorIs(of<double>({0x1.0000000000001p63, 0x1p64}))));
  // Once: by way of double it would be a tie, and end below.
  EXPECT_THAT(cast_of<float>(of<std::uint64_t>(0x8000008000000001U)),
              IsOkAndHolds(TensorIs(of<float>(0x1.000002p63))));
  EXPECT_THAT(cast_of<float>(of<double>({1e-40, 1e300, -1e300, 0.1, -0.0})),
              IsOkAndHolds(TensorIs(of<float>({1e-40, kInfinity, -kInfinity, 0.1F, -0.0F}))));
}

TEST(Cast, DenormalNumbersAreNotZero) {
  EXPECT_THAT(cast_of<bool>(of<float>({1e-40F, -1e-40F, -0.0F})),
              IsOkAndHolds(TensorIs(of<bool>({true, true, false}))));
  EXPECT_THAT(cast_of<double>(of<float>(0x1p-149F)), IsOkAndHolds(TensorIs(of<double>(0x1p-149))));
}

TEST(Cast, WithStringsIsUnimplemented) {
  EXPECT_THAT(cast_of<String>(of<std::int32_t>(1)),
              StatusIs(StatusCode::kUnimplemented, "cast_1 (cast): cannot cast int32 to string"));
  EXPECT_THAT(cast_of<bool>(of<String>("true")),
              StatusIs(StatusCode::kUnimplemented, "cast_1 (cast): cannot cast string to bool"));
}

TEST(Cast, ToTheSameDtypeSharesEverything) {
  for (const Tensor& input : {of<String>({"a", "b"}), of<float>({1, 2}), of<bool>({true, false})}) {
    Graph graph;
    const AnyValue x = graph.input("x", input.dtype());
    Plan plan = compile(graph, {cast(x, input.dtype())}).value();
    const Tensor output = run(plan, {{x, input}}).value()[0];
    EXPECT_THAT(output, TensorIs(input));
    EXPECT_EQ(output.data(), input.data());
    EXPECT_EQ(output.bytes(), input.bytes());
  }
}

TEST(Cast, KeepsTheShape) {
  EXPECT_THAT(cast_of<std::int64_t>(of<float>({{}, {}})),
              IsOkAndHolds(TensorIs(of<std::int64_t>({{}, {}}))));
  EXPECT_THAT(cast_of<std::int64_t>(of<float>({{{1}, {2}}})),
              IsOkAndHolds(TensorIs(of<std::int64_t>({{{1}, {2}}}))));
}

TEST(Cast, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 200; ++i) {
    const auto from = static_cast<DType>(random.integer(1, 11));
    const auto to = static_cast<DType>(random.integer(1, 11));
    SCOPED_TRACE(std::string(to_string(from)) + " to " + std::string(to_string(to)));
    const Tensor x = random.tensor(from, {random.integer(0, 70)});
    visit_dtype(from, [&]<class From>(std::type_identity<From>) {
      visit_dtype(to, [&]<class To>(std::type_identity<To>) {
        if constexpr (FixedWidth<From> && FixedWidth<To>) {
          ASSERT_THAT(cast_of(x, to), IsOkAndHolds(TensorIs(reference::cast<To, From>(x))));
        }
      });
    });
  }
}

}  // namespace
}  // namespace weft::test
