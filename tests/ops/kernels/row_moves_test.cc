#include "weft/ops/kernels/row_moves.h"

#include "weft/tests/support/matchers.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using row_moves::WriteColumns;

TEST(RowMoves, ApiExample) {
  const Tensor input = of<std::int32_t>({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  auto row = Tensor::builder<std::int32_t>({3}).value();
  const WriteColumns to = {reinterpret_cast<char*>(row.values().data()), nullptr};
  row_moves::visit_layout(DType::kInt32, 3, [&](const auto& layout) {
    layout.copy_row(row_moves::columns_of(input), 2, to, 0);
  });
  EXPECT_THAT(std::move(row).build(), TensorIs(of<std::int32_t>({7, 8, 9})));
}

TEST(RowMoves, RowsOfAllWidths) {
  for (std::int64_t width = 1; width <= 40; ++width) {
    std::vector<std::uint8_t> from(static_cast<std::size_t>(3 * width));
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::uint8_t>(i + 1);
    const Tensor input = Tensor::of<std::uint8_t>(Shape{3, width}, from).value();
    std::vector<std::uint8_t> got(from.size(), 0);
    const WriteColumns to = {reinterpret_cast<char*>(got.data()), nullptr};
    row_moves::visit_layout(DType::kUInt8, width, [&](const auto& layout) {
      layout.copy_row(row_moves::columns_of(input), 2, to, 1);
    });
    std::vector<std::uint8_t> want(from.size(), 0);
    std::copy(from.end() - width, from.end(), want.begin() + width);
    EXPECT_EQ(got, want) << "width " << width;
  }
}

TEST(RowMoves, ClearsOnlyWhatItIsTold) {
  std::array<const char*, 4> starts = {};
  std::array<std::uint32_t, 4> lengths = {1, 2, 3, 4};
  const WriteColumns to = {reinterpret_cast<char*>(starts.data()),
                           reinterpret_cast<char*>(lengths.data())};
  row_moves::clear_elements(DType::kString, to, 1, 3);
  EXPECT_THAT(lengths, testing::ElementsAre(1, 0, 0, 4));
  EXPECT_THAT(starts,
              testing::ElementsAre(nullptr, empty_string_start(), empty_string_start(), nullptr));
}

TEST(RowMoves, ShapesAsFarAsTheyAreKnown) {
  const PartialShape unknown = PartialShape::unknown_rank();
  EXPECT_TRUE(row_moves::starts_with({2, -1, 4}, {-1, 3}));
  EXPECT_TRUE(row_moves::starts_with({2}, {}));
  EXPECT_TRUE(row_moves::starts_with(unknown, {2}));
  EXPECT_FALSE(row_moves::starts_with({2, 3}, {3}));
  EXPECT_FALSE(row_moves::starts_with({2}, {2, -1}));
  EXPECT_EQ(row_moves::without_prefix({2, -1, 4}, {-1, 3}), PartialShape({4}));
  EXPECT_EQ(row_moves::without_prefix({2}, unknown), unknown);
  EXPECT_EQ(row_moves::merge_shapes({2, -1, -1}, {-1, 3, -1}), PartialShape({2, 3, -1}));
  EXPECT_EQ(row_moves::merge_shapes(unknown, {2}), PartialShape({2}));
}

TEST(RowMoves, LimitsChunksWithoutLosingRows) {
  const Chunks chunks = {.rows = 10, .rows_per_chunk = 1, .count = 10};
  for (std::int64_t most = 1; most <= 12; ++most) {
    const Chunks limited = row_moves::limit_chunks(chunks, most);
    EXPECT_LE(limited.count, most);
    std::int64_t next = 0;
    for (std::int64_t i = 0; i < limited.count; ++i) {
      EXPECT_EQ(limited.begin(i), next);
      EXPECT_GT(limited.end(i), next);
      next = limited.end(i);
    }
    EXPECT_EQ(next, 10);
  }
}

TEST(RowMoves, OriginsAreThoseOfTensorsWithElements) {
  const Tensor ascii = of<String>({"abc"});
  const Tensor other = of<String>({"é", "long text"});
  const Tensor none = of<String>({});
  const std::vector<const Tensor*> both = {&ascii, &none, &other};
  const row_moves::Origin origin = row_moves::common_origin(both);
  EXPECT_FALSE(origin.facts.all_ascii);
  EXPECT_TRUE(origin.facts.has_slack);
  EXPECT_EQ(origin.facts.max_length, 9U);
  EXPECT_THAT(origin.bytes.parts(), testing::UnorderedElementsAre(ascii.bytes(), other.bytes()));
  EXPECT_FALSE(row_moves::common_origin(std::span(both).subspan(1, 1)).bytes);
}

}  // namespace
}  // namespace weft::test
