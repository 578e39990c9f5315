#include "weft/ops/dynamic_stitch.h"

#include <limits>
#include <numeric>

#include "weft/ops/dynamic_partition.h"
#include "weft/tests/reference/dynamic_stitch.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/true_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

using Tensors = std::vector<Tensor>;

constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();

Result<Tensor> stitch_of(const Tensors& indices, const Tensors& data) {
  Tensors inputs = indices;
  inputs.insert(inputs.end(), data.begin(), data.end());
  const auto count = static_cast<std::ptrdiff_t>(indices.size());
  return run_op(inputs, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return dynamic_stitch(std::vector<AnyValue>(in.begin(), in.begin() + count),
                          std::vector<AnyValue>(in.begin() + count, in.end()));
  });
}

template <class T = float>
Tensor zeros(const Shape& shape) {
  return Tensor::builder<T>(shape).value().build();
}

// An op's text behind node and op.
auto Fails(const std::string& text) {
  return StatusIs(StatusCode::kInvalidArgument, "dynamic_stitch_1 (dynamic_stitch): " + text);
}

TEST(DynamicStitch, ApiExample) {
  Graph graph;
  auto evens = graph.input<std::int32_t>("evens");
  auto odds = graph.input<std::int32_t>("odds");
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  Value<String> merged = dynamic_stitch({evens, odds}, {a, b});
  Plan plan = compile(graph, {merged}).value();
  Outputs out = run(plan, {{evens, {0, 2}}, {odds, {1}}, {a, {"a", "c"}}, {b, {"b"}}}).value();
  EXPECT_THAT(out[merged], TensorIs(of<String>({"a", "b", "c"})));

  EXPECT_THAT(stitch_of({of<std::int32_t>(2), of<std::int32_t>({0, 1})},
                        {of<float>({5, 6}), of<float>({{1, 2}, {3, 4}})}),
              IsOkAndHolds(TensorIs(of<float>({{1, 2}, {3, 4}, {5, 6}}))));
  EXPECT_THAT(stitch_of({of<std::int32_t>({3, 1, 3})}, {of<String>({"x", "y", "z"})}),
              IsOkAndHolds(TensorIs(of<String>({"", "y", "", "z"}))));
}

TEST(DynamicStitch, IndicesOfAllRanks) {
  EXPECT_THAT(
      stitch_of({of<std::int32_t>(6), of<std::int32_t>({4, 1}), of<std::int32_t>({{5, 2}, {0, 3}})},
                {of<std::int64_t>({61, 62}), of<std::int64_t>({{41, 42}, {11, 12}}),
                 of<std::int64_t>({{{51, 52}, {21, 22}}, {{1, 2}, {31, 32}}})}),
      IsOkAndHolds(TensorIs(
          of<std::int64_t>({{1, 2}, {11, 12}, {21, 22}, {31, 32}, {41, 42}, {51, 52}, {61, 62}}))));
  // case B26
  EXPECT_THAT(stitch_of({of<std::int32_t>(2), of<std::int32_t>({0, 1})},
                        {of<String>({"e", "f"}), of<String>({{"a", "b"}, {"c", "d"}})}),
              IsOkAndHolds(TensorIs(of<String>({{"a", "b"}, {"c", "d"}, {"e", "f"}}))));
}

// case B23
TEST(DynamicStitch, RowsThatNoIndexNamesAreZero) {
  const Tensors indices = {of<std::int32_t>({3}), of<std::int32_t>({1})};
  EXPECT_THAT(stitch_of(indices, {of<String>({"x"}), of<String>({"y"})}),
              IsOkAndHolds(TensorIs(of<String>({"", "y", "", "x"}))));
  EXPECT_THAT(stitch_of(indices, {of<std::int64_t>({-1}), of<std::int64_t>({-2})}),
              IsOkAndHolds(TensorIs(of<std::int64_t>({0, -2, 0, -1}))));
  EXPECT_THAT(stitch_of(indices, {of<bool>({true}), of<bool>({true})}),
              IsOkAndHolds(TensorIs(of<bool>({false, true, false, true}))));
  EXPECT_THAT(
      stitch_of(indices, {of<float>({{1, 2, 3, 4}}), of<float>({{5, 6, 7, 8}})}),
      IsOkAndHolds(TensorIs(of<float>({{0, 0, 0, 0}, {5, 6, 7, 8}, {0, 0, 0, 0}, {1, 2, 3, 4}}))));
  // As many indices as rows, but one is there twice.
  EXPECT_THAT(stitch_of({of<std::int32_t>({2, 0, 2})}, {of<String>({{"a"}, {"b"}, {"c"}})}),
              IsOkAndHolds(TensorIs(of<String>({{"b"}, {""}, {"c"}}))));
}

TEST(DynamicStitch, HolesAreEmptyElementsThatMayBeRead) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto merged = dynamic_stitch({graph.constant<std::int32_t>({2})}, {text});
  const Plan plan = compile(graph, {merged}).value();
  const std::vector<std::string_view> views = {"é"};
  const Tensor out = run(plan, {{text, Tensor::borrow(views, nullptr)}}).value()[0];
  EXPECT_EQ(out.values<String>()[0].data(), empty_string_start());
  EXPECT_FALSE(out.facts().all_ascii);
  EXPECT_FALSE(out.facts().has_slack);
  const Tensor owned = run(plan, {{text, {"abc"}}}).value()[0];
  EXPECT_TRUE(owned.facts().all_ascii);
  EXPECT_TRUE(owned.facts().has_slack);
  EXPECT_EQ(owned.facts().max_length, 3U);
}

// case B24
TEST(DynamicStitch, TheLastWriterWins) {
  EXPECT_THAT(stitch_of({of<std::int32_t>({0, 1, 0}), of<std::int32_t>({1})},
                        {of<String>({"a", "b", "c"}), of<String>({"d"})}),
              IsOkAndHolds(TensorIs(of<String>({"c", "d"}))));
  EXPECT_THAT(stitch_of({of<std::int32_t>({0, 0, 0, 1}), of<std::int32_t>({1, 1})},
                        {of<float>({1, 2, 3, 4}), of<float>({5, 6})}),
              IsOkAndHolds(TensorIs(of<float>({3, 6}))));
}

// case B24
TEST(DynamicStitch, TheLastWriterWinsInLargeTensors) {
  // Rows of one number and of many, where holes are looked for before anything is cleared. In 62
  // rows, twice 31, the indices in no order name only two.
  for (const std::int64_t width : {1, 40}) {
    const std::int64_t slices = 2000 / width;
    for (const std::int64_t rows : {1L, 7L, 62L, slices - 1, 3 * slices}) {
      for (const bool ascending : {true, false}) {
        auto indices = Tensor::builder<std::int32_t>({slices}).value();
        for (std::int64_t i = 0; i < slices; ++i)
          indices.values()[static_cast<std::size_t>(i)] =
              static_cast<std::int32_t>(ascending ? i * rows / slices : i * 31 % rows);
        auto numbers = Tensor::builder<std::int32_t>({slices, width}).value();
        std::iota(numbers.values().begin(), numbers.values().end(), 0);
        const Tensors both_indices(2, std::move(indices).build());
        const Tensors both_data(2, std::move(numbers).build());
        const Tensor want = reference::dynamic_stitch(both_indices, both_data).value();
        EXPECT_THAT(stitch_of(both_indices, both_data), IsOkAndHolds(TensorIs(want)));
      }
    }
  }
}

TEST(DynamicStitch, NothingAtAll) {
  const std::int64_t large = std::int64_t{1} << 40;
  EXPECT_THAT(stitch_of({of<std::int32_t>({})}, {of<String>({})}),
              IsOkAndHolds(TensorIs(of<String>({}))));
  EXPECT_THAT(stitch_of({zeros<std::int32_t>({0, 2})}, {zeros({0, 2, 3, large, large})}),
              IsOkAndHolds(TensorIs(zeros({0, 3, large, large}))));
  EXPECT_THAT(stitch_of({of<std::int32_t>({}), of<std::int32_t>({1})},
                        {zeros({0, 2}), of<float>({{3, 4}})}),
              IsOkAndHolds(TensorIs(of<float>({{0, 0}, {3, 4}}))));
  EXPECT_THAT(stitch_of({of<std::int32_t>({4})}, {zeros({1, 0, large})}),
              IsOkAndHolds(TensorIs(zeros({5, 0, large}))));
}

TEST(DynamicStitch, TheLargestIndexIsAMatterOfMemory) {
  constexpr std::int64_t kRows = std::int64_t{1} << 31;
  EXPECT_THAT(stitch_of({of<std::int32_t>({kMax})}, {zeros<bool>({1, 0})}),
              IsOkAndHolds(TensorIs(zeros<bool>({kRows, 0}))));
  EXPECT_THAT(stitch_of({of<std::int32_t>(kMax)}, {zeros<double>({1 << 14})}),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("281474976710656 bytes")));
}

// case B34
TEST(DynamicStitch, NegativeIndicesAreErrors) {
  EXPECT_THAT(stitch_of({of<std::int32_t>({-1}), of<std::int32_t>({2})},
                        {of<String>({"a"}), of<String>({"b"})}),
              Fails("indices[0] holds -1 at [0]; an index must be 0 or more"));
  EXPECT_THAT(
      stitch_of({of<std::int32_t>(0), of<std::int32_t>(kMin)}, {of<String>("a"), of<String>("b")}),
      Fails("indices[1] holds -2147483648; an index must be 0 or more"));
  const Result<Tensor> result = stitch_of({of<std::int32_t>({{0, 1}, {-7, -8}})}, {zeros({2, 2})});
  EXPECT_THAT(result, Fails("indices[0] holds -7 at [1,0]; an index must be 0 or more"));
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1, 0));
  EXPECT_THAT(stitch_of({of<std::int32_t>({0, -1})}, {zeros({2, 0})}),
              Fails("indices[0] holds -1 at [1]; an index must be 0 or more"));
  // The lowest pair comes first, and within it the lowest position.
  auto many = Tensor::builder<std::int32_t>({5000}).value();
  for (const std::size_t at : {4U, 4999U}) many.values()[at] = -1;
  const Tensor wrong = std::move(many).build();
  EXPECT_THAT(
      stitch_of({of<std::int32_t>({0}), of<std::int32_t>({}), wrong, of<std::int32_t>({-5})},
                {zeros({1}), zeros({0}), zeros({5000}), zeros({1})}),
      Fails("indices[2] holds -1 at [4]; an index must be 0 or more"));
}

TEST(DynamicStitch, IndicesAreCheckedBeforeShapes) {
  // When the graph is built only shapes are known, so only the code is the same there.
  EXPECT_THAT(
      stitch_of({of<std::int32_t>({0, 1}), of<std::int32_t>({-1})}, {zeros({3}), zeros({1})}),
      Fails("indices[1] holds -1 at [0]; an index must be 0 or more"));
}

// case B33
TEST(DynamicStitch, ShapesAndDtypesAreChecked) {
  EXPECT_THAT(stitch_of({of<std::int32_t>({4, 3})}, {zeros({9})}),
              Fails("data[0] has shape [9], indices[0] has shape [2]; the first must start with "
                    "the second"));
  EXPECT_THAT(stitch_of({of<std::int32_t>({{1, 0}})}, {zeros({2})}),
              Fails("data[0] has shape [2], indices[0] has shape [1,2]; the first must start with "
                    "the second"));
  EXPECT_THAT(stitch_of({of<std::int32_t>({0}), of<std::int32_t>({})}, {zeros({1}), zeros({2})}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("data[1] has shape [2]")));
  EXPECT_THAT(
      stitch_of({of<std::int32_t>({0}), of<std::int32_t>(1), of<std::int32_t>({0, 1, 2, 3})},
                {zeros({1, 1}), zeros({1}), zeros({4, 2})}),
      Fails("data[0] has shape [1,1], data[2] has shape [4,2]; what follows the shapes of their "
            "indices must be the same"));
  EXPECT_THAT(stitch_of({of<std::int64_t>({0})}, {zeros({1})}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("indices[0] is int64")));
  EXPECT_THAT(
      stitch_of({of<std::int32_t>({0}), of<std::int32_t>({0})}, {zeros({1}), zeros<double>({1})}),
      Fails("data[0] is float32, data[1] is float64; they must be the same"));
}

// case B33
TEST(DynamicStitch, CountsAreCheckedWhenTheGraphIsBuilt) {
  Graph graph;
  auto index = graph.input<std::int32_t>("index");
  auto data = graph.input<float>("data");
  auto merged = dynamic_stitch({index, index}, {data});
  EXPECT_THAT(compile(graph, {merged}),
              Fails("takes as many tensors of indices as of data, got 2 and 1"));
  Graph empty;
  auto nothing = dynamic_stitch(std::vector<Value<std::int32_t>>(), std::vector<Value<float>>());
  EXPECT_THAT(compile(empty, {nothing}),
              StatusIs(StatusCode::kInvalidArgument,
                       HasSubstr("takes at least one pair of indices and data")));
}

TEST(DynamicStitch, ShapesFollowWhenTheGraphIsBuilt) {
  Graph graph;
  const auto constant = graph.constant<std::int32_t>({{0, 5}});
  const auto index = graph.input<std::int32_t>("index", {-1});
  const auto pair = graph.input<float>("pair", {1, 2, -1});
  const auto rows = graph.input<float>("rows", {-1, 3});
  EXPECT_EQ(dynamic_stitch({constant}, {pair}).shape().to_string(), "[6,?]");
  const auto merged = dynamic_stitch({constant, index}, {pair, rows});
  EXPECT_EQ(merged.shape().to_string(), "[?,3]");
  dynamic_stitch({graph.constant<std::int32_t>({1, -3})}, {rows}).named("wrong");
  EXPECT_THAT(compile(graph, {merged}),
              StatusIs(StatusCode::kInvalidArgument,
                       "wrong (dynamic_stitch): indices[0] holds -3 at [1]; an index must be 0 or "
                       "more"));
}

TEST(DynamicStitch, CopiesNoText) {
  Graph graph;
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  auto merged = dynamic_stitch(
      {graph.constant<std::int32_t>({0, 2}), graph.constant<std::int32_t>({1})}, {a, b});
  const Plan plan = compile(graph, {merged}).value();
  const Tensor left = Tensor::strings({"abcd", "efgh"});
  const Tensor right = Tensor::strings({"ijkl"});
  const Tensor out = run(plan, {{a, left}, {b, right}}).value()[0];
  EXPECT_EQ(out.values<String>()[2].data(), left.values<String>()[1].data());
  EXPECT_EQ(out.values<String>()[1].data(), right.values<String>()[0].data());
  EXPECT_THAT(out.bytes().parts(), testing::UnorderedElementsAre(left.bytes(), right.bytes()));
}

// A stitch of what a partition by `ids` gave, and of the row numbers it gave.
Value<String> there_and_back(const Value<String>& data, const Value<std::int32_t>& ids) {
  const auto numbers = range(0, element(shape_of(data), 0));
  return dynamic_stitch(dynamic_partition(numbers, ids, 3), dynamic_partition(data, ids, 3));
}

TEST(DynamicStitch, IsTheInverseOfDynamicPartition) {
  Graph graph;
  auto data = graph.input<String>("data");
  auto ids = graph.input<std::int32_t>("ids");
  const Plan plan = compile(graph, {there_and_back(data, ids)}).value();
  for (std::int64_t rows = 0; rows < 40; ++rows) {
    Random random(static_cast<std::uint64_t>(rows));
    const Tensor input = random.strings({rows});
    EXPECT_THAT(
        run_all_ways(plan, {{data, input}, {ids, random.integers<std::int32_t>({rows}, 0, 2)}})
            .value()[0],
        TensorIs(input));
  }
}

TEST(DynamicStitch, PartitionAddAndStitch) {
  Graph graph;
  auto x = graph.input<float>("x");
  auto mask = cast<std::int32_t>(not_equal(x, -1));
  auto parts = dynamic_partition(x, mask, 2);
  auto places = dynamic_partition(range(0, element(shape_of(x), 0), 1), mask, 2);
  auto merged = dynamic_stitch(places, {parts[0], add(parts[1], 1)});
  const Plan plan = compile(graph, {merged}).value();
  EXPECT_THAT(run_all_ways(plan, {{x, of<float>({0.1, -1, 5.2, 4.3, -1, 7.4})}}).value()[0],
              TensorIs(of<float>({1.1, -1, 6.2, 5.3, -1, 8.4})));
}

Tensor random_indices(Random& random, const Shape& shape, std::int64_t rows) {
  if (random.chance(0.5)) return random.integers<std::int32_t>(shape, 0, rows);
  std::vector<std::int32_t> ascending =
      random.integers<std::int32_t>(shape, 0, rows).to_vector<std::int32_t>();
  std::sort(ascending.begin(), ascending.end());
  return Tensor::of<std::int32_t>(shape, ascending).value();
}

Shape joined(const Shape& prefix, const Shape& rest) {
  std::vector<std::int64_t> dims(prefix.dims().begin(), prefix.dims().end());
  dims.insert(dims.end(), rest.dims().begin(), rest.dims().end());
  return Shape(dims);
}

TEST(DynamicStitch, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 120; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const Shape rest = random.shape(2);
    const std::int64_t rows = random.chance(0.1) ? 200 : random.integer(0, 12);
    Tensors indices;
    Tensors data;
    for (std::int64_t pairs = random.chance(0.05) ? 80 : random.integer(1, 5); pairs > 0; --pairs) {
      const Shape prefix = random.shape(2);
      indices.push_back(random_indices(random, prefix, rows));
      if (random.chance(0.02)) indices.back() = random.integers<std::int32_t>(prefix, -2, 3);
      const Shape shape = joined(prefix, random.chance(0.02) ? random.shape(2) : rest);
      data.push_back(dtype == DType::kString && random.chance(0.5) ? random.borrowed_strings(shape)
                                                                   : random.tensor(dtype, shape));
    }
    const Result<Tensor> want = reference::dynamic_stitch(indices, data);
    const Result<Tensor> got = stitch_of(indices, data);
    ASSERT_EQ(got.status().code(), want.status().code()) << got.status().to_string();
    ASSERT_TRUE(std::ranges::equal(got.status().position(), want.status().position()));
    if (!want.ok()) continue;
    ASSERT_THAT(*got, TensorIs(*want));
    ASSERT_THAT(*got, HasTrueFacts());
  }
}

}  // namespace
}  // namespace weft::test
