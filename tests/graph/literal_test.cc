#include "weft/graph/literal.h"

#include <limits>

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

std::string shape_of(const Tensor& tensor) { return tensor.shape().to_string(); }

TEST(Literal, ApiExample) {
  weft::Tensor matrix = weft::Tensor::of<float>({{1, 2}, {3, 4}});
  weft::Tensor scalar = weft::Tensor::of<weft::String>("text");
  EXPECT_EQ(matrix.to_string(), "float32[2,2] [[1,2],[3,4]]");
  EXPECT_EQ(scalar.to_string(), "string[] \"text\"");
}

TEST(Literal, BracesSpellTheShape) {
  EXPECT_EQ(shape_of(Tensor::of<float>(1)), "[]");
  EXPECT_EQ(shape_of(Tensor::of<float>({1})), "[1]");
  EXPECT_EQ(shape_of(Tensor::of<float>({{1}})), "[1,1]");
  EXPECT_EQ(shape_of(Tensor::of<float>({{{1}}})), "[1,1,1]");
  EXPECT_EQ(shape_of(Tensor::of<float>({{1}, {2}})), "[2,1]");
  EXPECT_EQ(shape_of(Tensor::of<float>({{1, 2, 3}})), "[1,3]");
  EXPECT_EQ(shape_of(Tensor::of<String>("a")), "[]");
  EXPECT_EQ(shape_of(Tensor::of<String>({"a"})), "[1]");
  EXPECT_EQ(shape_of(Tensor::of<String>({"a", "b"})), "[2]");
  EXPECT_EQ(shape_of(Tensor::of<String>({{"a", "b"}})), "[1,2]");
  EXPECT_EQ(shape_of(Tensor::of<String>({{"a", "b"}, {"c", "d"}})), "[2,2]");
  EXPECT_EQ(shape_of(Tensor::of<String>({{{"a", "b"}, {"c", "d"}}, {{"e", "f"}, {"g", "h"}}})),
            "[2,2,2]");
}

TEST(Literal, EmptyBracesAreDimsOfZero) {
  EXPECT_EQ(shape_of(Tensor::of<float>({})), "[0]");
  EXPECT_EQ(shape_of(Tensor::of<float>({{}, {}})), "[2,0]");
  EXPECT_EQ(shape_of(Tensor::of<float>({{{}, {}}, {{}, {}}, {{}, {}}})), "[3,2,0]");
  EXPECT_EQ(shape_of(Tensor::of<String>({})), "[0]");
  EXPECT_EQ(shape_of(Tensor::of<String>({{}, {}})), "[2,0]");
}

TEST(Literal, LeavesAreRowMajor) {
  const FlatLiteral flat = flatten(Literal<std::int32_t>({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}));
  EXPECT_FALSE(flat.ragged);
  EXPECT_THAT(flat.dims, ElementsAre(2, 2, 2));
  EXPECT_THAT(
      Tensor::of<std::int32_t>({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}).to_vector<std::int32_t>(),
      ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(Literal, ElementsOfEveryKind) {
  using namespace std::string_literals;
  using namespace std::string_view_literals;
  EXPECT_THAT(Tensor::of<String>({"one"s, "two"sv, "three", "a\0b"sv}).to_vector<String>(),
              ElementsAre("one", "two", "three", "a\0b"s));
  EXPECT_THAT(Tensor::of<bool>({true, false}).to_vector<bool>(), ElementsAre(true, false));
  EXPECT_THAT(Tensor::of<float>({0.1f, -1, 5.5, 7U}).to_vector<float>(),
              ElementsAre(0.1f, -1.0f, 5.5f, 7.0f));
  EXPECT_THAT(Tensor::of<std::uint8_t>({std::uint64_t{255}, 0L}).to_vector<std::uint8_t>(),
              ElementsAre(255, 0));
  // A text literal may die before the literal that was made of it.
  const auto made = [] {
    const std::string local = "local text that is too long for a small string";
    return Literal<String>({local, local + "!"});
  }();
  EXPECT_EQ(Tensor::of<String>(made).to_vector<String>()[1],
            "local text that is too long for a small string!");
}

template <class T>
Status refused(const Literal<T>& literal) {
  try {
    (void)Tensor::of<T>(literal);
  } catch (const Error& error) {
    return error.status();
  }
  return Status();
}

TEST(Literal, RaggedOnesThrow) {
  const std::vector<Literal<std::int32_t>> ragged = {
      {{1, 2}, {3}}, {{1}, {2, 3}}, {1, {2}},          {{1}, 2},       {{}, {1}},
      {{1}, {}},     {{}, 1},       {{{1}, {2}}, {}},  {{}, {{}}},     {{{}}, {}},
      {1, {}},       {{{1}}, {2}},  {{{1, 2}}, {{3}}}, {{{}, {}}, {}}, {{{1}, {2}}, {{3}}}};
  for (std::size_t i = 0; i < ragged.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_TRUE(flatten(ragged[i]).ragged);
    EXPECT_THAT(refused(ragged[i]),
                StatusIs(StatusCode::kInvalidArgument,
                         "the lists of the literal have different lengths or depths"));
  }
}

TEST(Literal, NumbersThatDoNotFitThrow) {
  constexpr auto kBig = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::pair<Status, std::string_view>> cases = {
      {refused<std::int8_t>({1, 300}), "300 does not fit int8"},
      {refused<std::int8_t>(-129), "-129 does not fit int8"},
      {refused<std::uint8_t>(-1), "-1 does not fit uint8"},
      {refused<std::uint64_t>(-1), "-1 does not fit uint64"},
      {refused<std::int64_t>(kBig), "18446744073709551615 does not fit int64"},
      {refused<std::int32_t>(std::int64_t{1} << 31), "2147483648 does not fit int32"},
      {refused<float>(16777217), "16777217 does not fit float32"},
      {refused<float>({{1, -16777217}}), "-16777217 does not fit float32"},
      {refused<float>(1e300), "1e+300 does not fit float32"},
      {refused<float>(-1e39), "-1e+39 does not fit float32"},
      {refused<float>(kBig), "18446744073709551615 does not fit float32"},
      {refused<double>((std::int64_t{1} << 53) + 1), "9007199254740993 does not fit float64"},
      {refused<double>(kBig), "18446744073709551615 does not fit float64"},
      {refused<double>(std::numeric_limits<std::int64_t>::max()),
       "9223372036854775807 does not fit float64"}};
  for (const auto& [status, text] : cases)
    EXPECT_THAT(status, StatusIs(StatusCode::kInvalidArgument, text));
}

TEST(Literal, NumbersAtTheLimitsFit) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Tensor::of<std::int8_t>(-128).at<std::int8_t>({}), -128);
  EXPECT_EQ(Tensor::of<float>(16777216).at<float>({}), 16777216.0f);
  EXPECT_EQ(Tensor::of<float>(std::numeric_limits<std::int64_t>::min()).at<float>({}), -0x1p63f);
  EXPECT_EQ(Tensor::of<float>(std::uint64_t{1} << 63).at<float>({}), 0x1p63f);
  EXPECT_EQ(Tensor::of<double>(std::int64_t{1} << 53).at<double>({}), 0x1p53);
  EXPECT_EQ(
      Tensor::of<std::uint64_t>(std::numeric_limits<std::uint64_t>::max()).at<std::uint64_t>({}),
      std::numeric_limits<std::uint64_t>::max());
  // Fractions round, infinities and NaN are what they are.
  EXPECT_EQ(Tensor::of<float>(0.1).at<float>({}), 0.1f);
  EXPECT_EQ(Tensor::of<float>(1e-300).at<float>({}), 0.0f);
  EXPECT_EQ(Tensor::of<float>(kInfinity).at<float>({}), std::numeric_limits<float>::infinity());
  EXPECT_EQ(Tensor::of<double>(-kInfinity).at<double>({}), -kInfinity);
  const float nan = Tensor::of<float>(std::numeric_limits<double>::quiet_NaN()).at<float>({});
  EXPECT_NE(nan, nan);
}

TEST(Literal, PlainValuesOfAnotherKindDoNotFit) {
  const auto status_for = [](DType dtype, const Plain& plain) {
    return Tensor::from_literal(dtype, FlatLiteral{.leaves = {plain}}).status();
  };
  EXPECT_THAT(status_for(DType::kInt32, std::string("x\n")),
              StatusIs(StatusCode::kInvalidArgument, R"(the text "x\n" does not fit int32)"));
  EXPECT_THAT(status_for(DType::kBool, std::int64_t{1}),
              StatusIs(StatusCode::kInvalidArgument, "1 does not fit bool"));
  EXPECT_THAT(status_for(DType::kFloat32, true),
              StatusIs(StatusCode::kInvalidArgument, "true does not fit float32"));
  EXPECT_THAT(status_for(DType::kString, 1.5),
              StatusIs(StatusCode::kInvalidArgument, "1.5 does not fit string"));
  EXPECT_THAT(status_for(DType::kString, false),
              StatusIs(StatusCode::kInvalidArgument, "false does not fit string"));
  EXPECT_THAT(status_for(DType::kInt64, 1.0),
              StatusIs(StatusCode::kInvalidArgument, "1 does not fit int64"));
}

}  // namespace
}  // namespace weft::test
