// Tensor::to_string of weft/graph/tensor.h.
#include <limits>
#include <numeric>

#include "weft/graph/tensor.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(TensorText, EveryDtype) {
  EXPECT_EQ(of<String>({"a", ""}).to_string(), R"(string[2] ["a",""])");
  EXPECT_EQ(of<bool>({true, false}).to_string(), "bool[2] [true,false]");
  EXPECT_EQ(of<std::int8_t>({-128, 65}).to_string(), "int8[2] [-128,65]");
  EXPECT_EQ(of<std::int16_t>(-32768).to_string(), "int16[] -32768");
  EXPECT_EQ(of<std::int32_t>({{1}, {2}}).to_string(), "int32[2,1] [[1],[2]]");
  EXPECT_EQ(of<std::int64_t>(std::numeric_limits<std::int64_t>::min()).to_string(),
            "int64[] -9223372036854775808");
  EXPECT_EQ(of<std::uint8_t>({255, 65}).to_string(), "uint8[2] [255,65]");
  EXPECT_EQ(of<std::uint16_t>(65535).to_string(), "uint16[] 65535");
  EXPECT_EQ(of<std::uint32_t>(4294967295U).to_string(), "uint32[] 4294967295");
  EXPECT_EQ(of<std::uint64_t>(std::numeric_limits<std::uint64_t>::max()).to_string(),
            "uint64[] 18446744073709551615");
  EXPECT_EQ(of<float>({0.1f, -1, 16777216}).to_string(), "float32[3] [0.1,-1,16777216]");
  EXPECT_EQ(of<double>({0.1, 1e300, -0.0}).to_string(), "float64[3] [0.1,1e+300,-0]");
}

TEST(TensorText, NumbersThatAreNone) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(of<float>({kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}).to_string(),
            "float32[3] [inf,-inf,nan]");
}

TEST(TensorText, WithoutElements) {
  EXPECT_EQ(Tensor().to_string(), "float32[0] []");
  EXPECT_EQ(of<String>({{}, {}}).to_string(), "string[2,0] []");
}

TEST(TensorText, BracketsFollowTheShape) {
  EXPECT_EQ(of<std::int32_t>({{{1, 2}}, {{3, 4}}}).to_string(), "int32[2,1,2] [[[1,2]],[[3,4]]]");
  EXPECT_EQ(of<String>("x").to_string(), R"(string[] "x")");
}

TEST(TensorText, StringsAreEscapedAndCut) {
  EXPECT_EQ(of<String>("a\"\\\n\x01\xFF é").to_string(), R"(string[] "a\"\\\n\x01\xFF é")");
  EXPECT_EQ(of<String>(std::string(65, 'x')).to_string(),
            "string[] \"" + std::string(64, 'x') + "\"…");
}

Tensor counting(const Shape& shape) {
  TensorBuilder<std::int32_t> builder = Tensor::builder<std::int32_t>(shape).value();
  std::iota(builder.values().begin(), builder.values().end(), 0);
  return std::move(builder).build();
}

TEST(TensorText, OnlyTheFirstHundredElements) {
  EXPECT_THAT(counting({100}).to_string(), EndsWith(",98,99]"));
  EXPECT_THAT(counting({101}).to_string(), EndsWith(",98,99,…]"));
  EXPECT_THAT(counting({1000000}).to_string(), EndsWith(",98,99,…]"));
  EXPECT_THAT(counting({10, 10}).to_string(), EndsWith(",98,99]]"));
  EXPECT_THAT(counting({11, 10}).to_string(), EndsWith(",98,99],[…]]"));
  EXPECT_THAT(counting({2, 60, 1}).to_string(), EndsWith(",[98],[99],[…]]]"));
  EXPECT_THAT(counting({300, 300}).to_string(), StartsWith("int32[300,300] [[0,1,2,"));
  EXPECT_THAT(counting({300, 300}).to_string(), testing::Not(HasSubstr("100,")));
}

TEST(TensorText, AtTheHighestRank) {
  const std::string text = counting(Shape(std::vector<std::int64_t>(254, 1))).to_string();
  EXPECT_THAT(text, EndsWith(std::string(254, '[') + "0" + std::string(254, ']')));
}

}  // namespace
}  // namespace weft::test
