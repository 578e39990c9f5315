#include "weft/graph/broadcast.h"

#include <limits>

#include "weft/tests/reference/broadcast.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

struct Element {
  std::int64_t result;
  std::vector<std::int64_t> operands;
  bool operator==(const Element&) const = default;
};

// The elements begin..end in the order in which a walk visits them.
template <std::size_t kOperands>
std::vector<Element> visited(const BroadcastWalk<kOperands>& walk, std::int64_t begin,
                             std::int64_t end) {
  std::vector<Element> elements;
  walk.for_each_run(begin, end, [&](const typename BroadcastWalk<kOperands>::Run& run) {
    EXPECT_GT(run.count, 0);
    for (std::int64_t i = 0; i < run.count; ++i) {
      Element element{run.begin + i, {}};
      for (std::size_t k = 0; k < kOperands; ++k) {
        EXPECT_TRUE(run.steps[k] == 0 || run.steps[k] == 1) << run.steps[k];
        element.operands.push_back(run.offsets[k] + i * run.steps[k]);
      }
      elements.push_back(std::move(element));
    }
  });
  return elements;
}

std::vector<Element> expected(const Shape& result, const std::vector<const Shape*>& operands,
                              std::int64_t begin, std::int64_t end) {
  std::vector<Element> elements;
  for (std::int64_t i = begin; i < end; ++i) {
    Element element{i, {}};
    for (const Shape* operand : operands)
      element.operands.push_back(
          static_cast<std::int64_t>(reference::broadcast_offset(*operand, result.position_of(i))));
    elements.push_back(std::move(element));
  }
  return elements;
}

TEST(Broadcast, ApiExample) {
  const Tensor a = of<std::int32_t>({{1}, {2}});
  const Tensor b = of<std::int32_t>({10, 20, 30});
  const Shape result = {2, 3};
  std::vector<std::int32_t> sums(6);
  weft::BroadcastWalk<2> walk(result, {&a.shape(), &b.shape()});
  walk.for_each_run(0, walk.size(), [&](const weft::BroadcastWalk<2>::Run& run) {
    for (std::int64_t i = 0; i < run.count; ++i)
      sums[static_cast<std::size_t>(run.begin + i)] =
          a.values<std::int32_t>()[static_cast<std::size_t>(run.offsets[0] + i * run.steps[0])] +
          b.values<std::int32_t>()[static_cast<std::size_t>(run.offsets[1] + i * run.steps[1])];
  });
  EXPECT_THAT(sums, testing::ElementsAre(11, 21, 31, 12, 22, 32));
}

TEST(Broadcast, Shapes) {
  struct Case {
    PartialShape a;
    PartialShape b;
    std::optional<PartialShape> want;
  };
  const PartialShape any = PartialShape::unknown_rank();
  const std::vector<Case> cases = {{{}, {}, PartialShape()},
                                   {{}, {2, 3}, {{2, 3}}},
                                   {{3}, {2, 3}, {{2, 3}}},
                                   {{2, 1}, {3}, {{2, 3}}},
                                   {{2, 1, 1}, {1, 3, 1}, {{2, 3, 1}}},
                                   {{2}, {3}, std::nullopt},
                                   {{2, 3}, {2}, std::nullopt},
                                   {{1}, {0}, {{0}}},
                                   {{}, {0}, {{0}}},
                                   {{0}, {0}, {{0}}},
                                   {{0}, {2}, std::nullopt},
                                   {{-1}, {1}, {{-1}}},
                                   {{-1}, {3}, {{3}}},
                                   {{-1}, {0}, {{0}}},
                                   {{-1}, {-1}, {{-1}}},
                                   {{-1, 2}, {3}, std::nullopt},
                                   {{-1, 1}, {4, 1, -1}, {{4, -1, -1}}},
                                   {any, {2}, any},
                                   {any, any, any}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.a.to_string() + " with " + c.b.to_string());
    EXPECT_EQ(broadcast(c.a, c.b), c.want);
    EXPECT_EQ(broadcast(c.b, c.a), c.want);
  }
}

// Any dims: most pairs do not fit, and that must be seen too.
Shape random_shape(Random& random) {
  std::vector<std::int64_t> dims(static_cast<std::size_t>(random.integer(0, 6)));
  for (std::int64_t& dim : dims) dim = random.chance(0.5) ? 1 : random.integer(0, 3);
  return Shape(dims);
}

TEST(Broadcast, ShapesAgreeWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  int fitting = 0;
  for (int i = 0; i < 20000; ++i) {
    const Shape a = random_shape(random);
    const Shape b = random_shape(random);
    const std::optional<Shape> want = reference::broadcast_shape(a, b);
    ASSERT_EQ(broadcast(a, b), want) << a.to_string() << " with " << b.to_string();
    fitting += want.has_value() ? 1 : 0;
  }
  EXPECT_GT(fitting, 2000);
  EXPECT_LT(fitting, 18000);
}

// What is unknown must not exclude what may turn out.
TEST(Broadcast, UnknownDimsAllowWhateverTheyMayBecome) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  const auto forget = [&](const Shape& shape) {
    if (random.chance(0.1)) return PartialShape::unknown_rank();
    std::vector<std::int64_t> dims(shape.dims().begin(), shape.dims().end());
    for (std::int64_t& dim : dims)
      if (random.chance(0.3)) dim = -1;
    return PartialShape(dims);
  };
  for (int i = 0; i < 5000; ++i) {
    const auto [a, b] = random.broadcast_shapes(6);
    const std::optional<Shape> whole = broadcast(a, b);
    ASSERT_TRUE(whole);
    const std::optional<PartialShape> known = broadcast(forget(a), forget(b));
    ASSERT_TRUE(known) << a.to_string() << " with " << b.to_string();
    ASSERT_TRUE(known->compatible_with(*whole)) << known->to_string() << whole->to_string();
  }
}

TEST(Broadcast, AtTheHighestRank) {
  const Shape high(std::vector<std::int64_t>(254, 1));
  EXPECT_EQ(broadcast(high, Shape()), high);
  const BroadcastWalk<2> walk(high, {&high, &high});
  EXPECT_EQ(walk.size(), 1);
  EXPECT_TRUE(walk.is_flat());
  EXPECT_EQ(visited(walk, 0, 1), (std::vector<Element>{{0, {0, 0}}}));
}

TEST(Broadcast, DimsThatEveryOperandStepsAlikeAreMerged) {
  struct Case {
    Shape a;
    Shape b;
    bool flat;
  };
  const std::vector<Case> cases = {
      {{2, 3, 4}, {2, 3, 4}, true},  {{}, {2, 3, 4}, true},         {{1, 1}, {2, 3, 4}, true},
      {{2, 1, 4}, {2, 1, 4}, true},  {{4}, {2, 3, 4}, false},       {{2, 3, 1}, {2, 3, 4}, false},
      {{2, 1, 1}, {2, 3, 4}, false}, {{1, 3, 1}, {2, 1, 4}, false}, {{0, 3}, {1, 3}, true}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.a.to_string() + " with " + c.b.to_string());
    const Shape result = broadcast(c.a, c.b).value();
    const BroadcastWalk<2> walk(result, {&c.a, &c.b});
    EXPECT_EQ(walk.is_flat(), c.flat);
    EXPECT_EQ(walk.size(), result.num_elements().value());
  }
}

TEST(Broadcast, NothingIsVisitedOfAnEmptyRange) {
  const Shape shape = {3, 0, 2};
  const Shape row = {2};
  const BroadcastWalk<2> empty(shape, {&shape, &row});
  EXPECT_EQ(empty.size(), 0);
  EXPECT_TRUE(visited(empty, 0, 0).empty());
  const Shape full = {2, 3};
  const BroadcastWalk<1> walk(full, {&full});
  for (std::int64_t i = 0; i <= 6; ++i) EXPECT_TRUE(visited(walk, i, i).empty());
}

TEST(Broadcast, SizesBeyondWhatFitsAreZeroWhereADimIsZero) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  const Shape wide = {kMax, 0, kMax};
  const BroadcastWalk<1> walk(wide, {&wide});
  EXPECT_EQ(walk.size(), 0);
}

template <std::size_t kOperands>
void expect_walk_agrees(Random& random, const Shape& result,
                        const std::array<Shape, kOperands>& operands) {
  std::array<const Shape*, kOperands> pointers;
  std::string text = result.to_string();
  for (std::size_t k = 0; k < kOperands; ++k) {
    pointers[k] = &operands[k];
    text += " of " + operands[k].to_string();
  }
  SCOPED_TRACE(text);
  const BroadcastWalk<kOperands> walk(result, pointers);
  ASSERT_EQ(walk.size(), result.num_elements().value());
  const auto want = [&](std::int64_t begin, std::int64_t end) {
    return expected(result, {pointers.begin(), pointers.end()}, begin, end);
  };
  ASSERT_EQ(visited(walk, 0, walk.size()), want(0, walk.size()));
  for (int i = 0; i < 5; ++i) {
    const std::int64_t begin = random.integer(0, walk.size());
    const std::int64_t end = random.integer(begin, walk.size());
    ASSERT_EQ(visited(walk, begin, end), want(begin, end)) << begin << " to " << end;
  }
}

TEST(Broadcast, WalksAgreeWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 300; ++i) {
    const auto [a, b] = random.broadcast_shapes(6);
    const Shape ab = broadcast(a, b).value();
    expect_walk_agrees<2>(random, ab, {a, b});
    expect_walk_agrees<1>(random, ab, {a});
    // A result may be larger than all its operands.
    std::vector<std::int64_t> dims(ab.dims().begin(), ab.dims().end());
    dims.insert(dims.begin(), random.integer(1, 3));
    expect_walk_agrees<3>(random, Shape(dims), {b, ab, a});
  }
}

}  // namespace
}  // namespace weft::test
