#include "weft/graph/shape.h"

#include <limits>

#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

std::vector<std::int64_t> ones(std::int64_t rank) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(rank), 1);
}

TEST(Shape, ApiExample) {
  weft::Shape shape = {2, 3};
  weft::PartialShape batch = {-1, 3};
  EXPECT_EQ(batch.to_string(), "[?,3]");
  EXPECT_EQ(shape.to_string(), "[2,3]");
  EXPECT_TRUE(batch.compatible_with(shape));
}

TEST(Shape, ReadsAsWritten) {
  EXPECT_EQ(Shape().to_string(), "[]");
  EXPECT_EQ(Shape({}).rank(), 0);
  EXPECT_EQ(Shape({0}).to_string(), "[0]");
  EXPECT_EQ(Shape({1, 2, 3, 4, 5, 6}).to_string(), "[1,2,3,4,5,6]");
  EXPECT_EQ(PartialShape({-1, 0, -1}).to_string(), "[?,0,?]");
  EXPECT_EQ(PartialShape().to_string(), "[]");
  EXPECT_EQ(PartialShape::unknown_rank().to_string(), "[...]");
  const Shape shape = {7, 8};
  EXPECT_THAT(shape.dims(), ElementsAre(7, 8));
  EXPECT_EQ(shape[1], 8);
}

TEST(Shape, CopiesAreIndependentAtEveryRank) {
  for (const std::int64_t rank : {0, 1, 3, 4, 5, 9, 254}) {
    SCOPED_TRACE(rank);
    std::vector<std::int64_t> dims(static_cast<std::size_t>(rank));
    for (std::size_t i = 0; i < dims.size(); ++i) dims[i] = static_cast<std::int64_t>(i);
    Shape shape(dims);
    Shape copy = shape;
    EXPECT_EQ(copy, shape);
    Shape moved = std::move(copy);
    EXPECT_EQ(moved, shape);
    copy = moved;
    EXPECT_EQ(copy, shape);
    moved = Shape({42});
    EXPECT_EQ(copy, shape);
    Shape& same = copy;
    copy = same;
    EXPECT_EQ(copy, shape);
    copy = std::move(same);
    EXPECT_EQ(copy, shape);
    shape = std::move(copy);
    EXPECT_EQ(shape.rank(), rank);
  }
}

TEST(Shape, EqualityIsOfAllDims) {
  EXPECT_EQ(Shape({2, 3}), Shape({2, 3}));
  EXPECT_NE(Shape({2, 3}), Shape({3, 2}));
  EXPECT_NE(Shape({2}), Shape({2, 1}));
  EXPECT_NE(Shape(), Shape({1}));
  EXPECT_EQ(PartialShape({-1}), PartialShape({-1}));
  EXPECT_NE(PartialShape::unknown_rank(), PartialShape());
  EXPECT_EQ(PartialShape::unknown_rank(), PartialShape::unknown_rank());
}

TEST(Shape, NumElements) {
  EXPECT_THAT(Shape().num_elements(), IsOkAndHolds(1));
  EXPECT_THAT(Shape({2, 3, 4}).num_elements(), IsOkAndHolds(24));
  EXPECT_THAT(Shape({kMax}).num_elements(), IsOkAndHolds(kMax));
  EXPECT_THAT(Shape({0}).num_elements(), IsOkAndHolds(0));
  // A zero wins wherever it stands, whatever the others are.
  EXPECT_THAT(Shape({0, kMax, kMax}).num_elements(), IsOkAndHolds(0));
  EXPECT_THAT(Shape({kMax, kMax, 0}).num_elements(), IsOkAndHolds(0));
  EXPECT_THAT(Shape(ones(254)).num_elements(), IsOkAndHolds(1));
}

TEST(Shape, NumElementsThatCannotBeCounted) {
  EXPECT_THAT(Shape({std::int64_t{1} << 32, std::int64_t{1} << 31}).num_elements(),
              StatusIs(StatusCode::kResourceExhausted,
                       "shape [4294967296,2147483648] has more elements than 64 bits count"));
  EXPECT_THAT(Shape({kMax, 2}).num_elements(),
              StatusIs(StatusCode::kResourceExhausted,
                       "shape [9223372036854775807,2] has more elements than 64 bits count"));
  EXPECT_THAT(Shape({3, -2}).num_elements(),
              StatusIs(StatusCode::kInvalidArgument, "shape [3,-2] has a dimension of -2"));
  EXPECT_THAT(Shape({0, kMin}).num_elements(),
              StatusIs(StatusCode::kInvalidArgument,
                       "shape [0,-9223372036854775808] has a dimension of -9223372036854775808"));
  EXPECT_THAT(Shape(ones(255)).num_elements(),
              StatusIs(StatusCode::kInvalidArgument, "rank 255 is above the highest rank, 254"));
}

TEST(Shape, PositionsCountRowMajor) {
  const Shape shape = {2, 1, 3};
  std::vector<std::vector<std::int64_t>> all;
  for (std::int64_t i = 0; i < 6; ++i) all.push_back(shape.position_of(i));
  EXPECT_THAT(all, ElementsAre(ElementsAre(0, 0, 0), ElementsAre(0, 0, 1), ElementsAre(0, 0, 2),
                               ElementsAre(1, 0, 0), ElementsAre(1, 0, 1), ElementsAre(1, 0, 2)));
  EXPECT_THAT(Shape().position_of(0), IsEmpty());
}

TEST(Shape, PartialShapesAreChecked) {
  EXPECT_THAT(PartialShape::unknown_rank().validate(), IsOk());
  EXPECT_THAT(PartialShape({-1, 0, kMax}).validate(), IsOk());
  EXPECT_THAT(PartialShape(ones(254)).validate(), IsOk());
  EXPECT_THAT(PartialShape({-1, -2}).validate(),
              StatusIs(StatusCode::kInvalidArgument, "shape [?,-2] has a dimension of -2"));
  EXPECT_THAT(PartialShape(ones(255)).validate(),
              StatusIs(StatusCode::kInvalidArgument, "rank 255 is above the highest rank, 254"));
}

TEST(Shape, FullyKnown) {
  EXPECT_TRUE(PartialShape().fully_known());
  EXPECT_TRUE(PartialShape({0, 3}).fully_known());
  EXPECT_FALSE(PartialShape({3, -1}).fully_known());
  EXPECT_FALSE(PartialShape::unknown_rank().fully_known());
  EXPECT_EQ(PartialShape({2, 3}).to_shape(), Shape({2, 3}));
}

TEST(Shape, CompatibleIfATensorCanHaveBoth) {
  struct Case {
    PartialShape a;
    PartialShape b;
    bool want;
  };
  const PartialShape any = PartialShape::unknown_rank();
  const std::vector<Case> cases = {
      {any, any, true},        {any, {1, 2}, true},      {{}, {}, true},
      {{}, {1}, false},        {{2, 3}, {2, 3}, true},   {{2, 3}, {3, 2}, false},
      {{-1, 3}, {2, 3}, true}, {{-1, 3}, {2, 4}, false}, {{-1, 3}, {4, -1}, true},
      {{-1}, {0}, true},       {{-1}, {-1}, true},       {{-1}, {1, 1}, false},
      {{0, -1}, {0, 7}, true}, {{1}, {2}, false}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.a.to_string() + " with " + c.b.to_string());
    EXPECT_EQ(c.a.compatible_with(c.b), c.want);
    EXPECT_EQ(c.b.compatible_with(c.a), c.want);
  }
}

TEST(Shape, ArithmeticThatCannotOverflowUnseen) {
  EXPECT_EQ(checked_multiply(3, -4), -12);
  EXPECT_EQ(checked_multiply(kMax, 1), kMax);
  EXPECT_EQ(checked_multiply(kMax, 2), std::nullopt);
  EXPECT_EQ(checked_multiply(kMin, -1), std::nullopt);
  EXPECT_EQ(checked_multiply(std::int64_t{1} << 32, std::int64_t{1} << 31), std::nullopt);
  EXPECT_EQ(checked_add(kMax - 1, 1), kMax);
  EXPECT_EQ(checked_add(kMax, 1), std::nullopt);
  EXPECT_EQ(checked_add(kMin, -1), std::nullopt);
  EXPECT_EQ(checked_add(kMin, kMax), -1);
}

TEST(Shape, AxesAreAListOrAll) {
  EXPECT_TRUE(Axes::all().is_all());
  const Axes none = {};
  EXPECT_FALSE(none.is_all());
  EXPECT_THAT(none.list(), IsEmpty());
  const Axes some = {-1, 0};
  EXPECT_THAT(some.list(), ElementsAre(-1, 0));
  const std::vector<std::int64_t> from_file = {2, 1};
  const Axes read(from_file);
  EXPECT_THAT(read.list(), ElementsAre(2, 1));
}

TEST(Shape, WrapAxis) {
  EXPECT_EQ(wrap_axis(0, 2), 0);
  EXPECT_EQ(wrap_axis(1, 2), 1);
  EXPECT_EQ(wrap_axis(-1, 2), 1);
  EXPECT_EQ(wrap_axis(-2, 2), 0);
  EXPECT_EQ(wrap_axis(2, 2), std::nullopt);
  EXPECT_EQ(wrap_axis(-3, 2), std::nullopt);
  EXPECT_EQ(wrap_axis(0, 0), std::nullopt);
  EXPECT_EQ(wrap_axis(-1, 0), std::nullopt);
  EXPECT_EQ(wrap_axis(kMin, 254), std::nullopt);
  EXPECT_EQ(wrap_axis(kMax, 254), std::nullopt);
}

}  // namespace
}  // namespace weft::test
