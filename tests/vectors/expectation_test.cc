#include "weft/tests/vectors/expectation.h"

#include <limits>

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(Expectation, FirstDifferenceOfTensors) {
  EXPECT_EQ(first_difference(of<float>({1, -kNaN}), of<float>({1, kNaN})), "");
  EXPECT_EQ(first_difference(of<float>({{0.0f, 0.0f}}), of<float>({{0.0f, -0.0f}})),
            "-0 at [0,1], not 0");
  EXPECT_EQ(first_difference(of<float>(1), of<double>(1)), "dtype float64, not float32");
  EXPECT_EQ(first_difference(of<String>({}), of<String>({}).reshaped({0, 3}).value()),
            "shape [0,3], not [0]");
  EXPECT_EQ(first_difference(of<String>({"a", "b"}), of<String>({"a", "\xFF"})),
            "\"\\xFF\" at [1], not \"b\"");
  EXPECT_EQ(first_difference(of<bool>(true), of<bool>(false)), "false, not true");
}

TEST(Expectation, Outputs) {
  const VectorCase one{.expected = std::vector<Tensor>{of<bool>(true)}};
  EXPECT_EQ(mismatch(one, std::vector<Tensor>{of<bool>(true)}, ErrorCheck::kWhole), "");
  EXPECT_THAT(mismatch(one, std::vector<Tensor>{of<bool>(false)}, ErrorCheck::kWhole),
              AllOf(HasSubstr("expected bool[] true\n"), HasSubstr("actual bool[] false\n"),
                    HasSubstr("output 0: false, not true")));
  EXPECT_THAT(mismatch(one, std::vector<Tensor>{}, ErrorCheck::kWhole), HasSubstr("0 outputs"));
  EXPECT_THAT(mismatch(one, invalid_argument("no"), ErrorCheck::kWhole),
              HasSubstr("actual kInvalidArgument no"));
}

TEST(Expectation, Errors) {
  const VectorCase error{.expected = VectorError{.code = StatusCode::kInvalidArgument,
                                                 .node = "head",
                                                 .mentions = {"7", "[17]"}}};
  const auto check = [&](Status status, ErrorCheck how = ErrorCheck::kWhole) {
    return mismatch(error, status, how);
  };
  EXPECT_EQ(check(invalid_argument("pos 7 at [17]").in("head", "substr")), "");
  EXPECT_NE(check(invalid_argument("pos 7 at [1]").in("head", "substr")), "");
  EXPECT_EQ(check(invalid_argument("").in("head", "substr"), ErrorCheck::kCode), "");
  EXPECT_NE(check(invalid_argument("pos 7 at [17]").in("tail", "substr")), "");
  EXPECT_NE(check(invalid_argument("").in("tail", "substr"), ErrorCheck::kCode), "");
  EXPECT_NE(check(unimplemented("pos 7 at [17]").in("head", "substr"), ErrorCheck::kCode), "");
  EXPECT_THAT(mismatch(error, std::vector<Tensor>{of<bool>(true)}, ErrorCheck::kWhole),
              HasSubstr("expected kInvalidArgument of head \"7\" \"[17]\"\n"));
}

}  // namespace
}  // namespace weft::test
