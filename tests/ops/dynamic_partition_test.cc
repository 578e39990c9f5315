#include "weft/ops/dynamic_partition.h"

#include <chrono>
#include <limits>
#include <numeric>

#include "weft/tests/reference/dynamic_partition.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/true_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Parts = Result<std::vector<Tensor>>;

Parts parts_of(const Tensor& data, const Tensor& partitions, std::int64_t num_partitions) {
  return run_op_with_outputs({data, partitions},
                             [&](Graph&, const std::vector<AnyValue>& in) -> std::vector<AnyValue> {
                               return dynamic_partition(in[0], in[1], num_partitions);
                             });
}

template <class T = float>
Tensor zeros(const Shape& shape) {
  return Tensor::builder<T>(shape).value().build();
}

TEST(DynamicPartition, ApiExample) {
  Graph graph;
  auto data = graph.input<String>("data");
  auto ids = graph.input<std::int32_t>("ids");
  std::vector<Value<String>> parts = dynamic_partition(data, ids, 2);
  Plan plan = compile(graph, {parts[0], parts[1]}).value();
  Outputs out = run(plan, {{data, {"a", "b", "c"}}, {ids, {0, 1, 0}}}).value();
  EXPECT_THAT(out[parts[0]], TensorIs(of<String>({"a", "c"})));
  EXPECT_THAT(out[parts[1]], TensorIs(of<String>({"b"})));

  EXPECT_THAT(parts_of(of<std::int32_t>({{1, 2}, {3, 4}}), of<std::int32_t>({1, 1}), 2),
              IsOkAndHolds(ElementsAre(TensorIs(zeros<std::int32_t>({0, 2})),
                                       TensorIs(of<std::int32_t>({{1, 2}, {3, 4}})))));
}

TEST(DynamicPartition, SlicesKeepTheirOrder) {
  EXPECT_THAT(
      parts_of(of<float>({{0, 1}, {2, 3}, {4, 5}, {6, 7}}), of<std::int32_t>({2, 0, 2, 2}), 4),
      IsOkAndHolds(ElementsAre(TensorIs(of<float>({{2, 3}})), TensorIs(zeros({0, 2})),
                               TensorIs(of<float>({{0, 1}, {4, 5}, {6, 7}})),
                               TensorIs(zeros({0, 2})))));
  EXPECT_THAT(parts_of(of<String>({{"a", "b"}, {"c", "d"}}), of<std::int32_t>({{1, 0}, {0, 1}}), 2),
              IsOkAndHolds(
                  ElementsAre(TensorIs(of<String>({"b", "c"})), TensorIs(of<String>({"a", "d"})))));
}

TEST(DynamicPartition, AScalarIdTakesEverything) {
  EXPECT_THAT(parts_of(of<float>({1, 2}), of<std::int32_t>(2), 3),
              IsOkAndHolds(ElementsAre(TensorIs(zeros({0, 2})), TensorIs(zeros({0, 2})),
                                       TensorIs(of<float>({{1, 2}})))));
  EXPECT_THAT(parts_of(of<String>("x"), of<std::int32_t>(0), 1),
              IsOkAndHolds(ElementsAre(TensorIs(of<String>({"x"})))));
}

TEST(DynamicPartition, NothingAtAll) {
  const std::int64_t large = std::int64_t{1} << 40;
  EXPECT_THAT(parts_of(of<String>({}), of<std::int32_t>({}), 2),
              IsOkAndHolds(ElementsAre(TensorIs(of<String>({})), TensorIs(of<String>({})))));
  EXPECT_THAT(parts_of(zeros({0, large, large}), of<std::int32_t>({}), 1),
              IsOkAndHolds(ElementsAre(TensorIs(zeros({0, large, large})))));
  EXPECT_THAT(
      parts_of(zeros({3, 0, large}), of<std::int32_t>({1, 0, 1}), 2),
      IsOkAndHolds(ElementsAre(TensorIs(zeros({1, 0, large})), TensorIs(zeros({2, 0, large})))));
  EXPECT_THAT(parts_of(zeros({2, 0, 3}),
                       Tensor::of<std::int32_t>(Shape{2, 0}, std::vector<int>()).value(), 1),
              IsOkAndHolds(ElementsAre(TensorIs(zeros({0, 3})))));
}

// case B28
TEST(DynamicPartition, IdsOutsideTheRangeAreErrors) {
  struct Case {
    Tensor data;
    Tensor partitions;
    std::int64_t num_partitions;
    std::string want;
    std::vector<std::int64_t> position;
  };
  constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
  const std::vector<Case> cases = {
      {of<String>({"a", "b", "c"}),
       of<std::int32_t>({1, -1, 0}),
       2,
       "partitions holds -1 at [1]; ids must be in [0, 2)",
       {1}},
      {of<String>({"a", "b", "c"}),
       of<std::int32_t>({0, 2, 0}),
       2,
       "partitions holds 2 at [1]; ids must be in [0, 2)",
       {1}},
      {of<float>({{1, 2}, {3, 4}}),
       of<std::int32_t>({{0, 1}, {kLowest, 7}}),
       2,
       "partitions holds -2147483648 at [1,0]; ids must be in [0, 2)",
       {1, 0}},
      {of<float>({1, 2, 3, 4, 5}),
       of<std::int32_t>(17),
       7,
       "partitions is 17; ids must be in [0, 7)",
       {}},
      {zeros({2, 0}),
       of<std::int32_t>({0, 7}),
       3,
       "partitions holds 7 at [1]; ids must be in [0, 3)",
       {1}},
  };
  for (const Case& c : cases) {
    const Parts parts = parts_of(c.data, c.partitions, c.num_partitions);
    EXPECT_THAT(parts, StatusIs(StatusCode::kInvalidArgument,
                                "dynamic_partition_1 (dynamic_partition): " + c.want));
    EXPECT_THAT(parts.status().position(), testing::ElementsAreArray(c.position));
  }
}

TEST(DynamicPartition, TheLowestWrongIdIsReported) {
  constexpr std::int64_t kRows = 20000;
  auto ids = Tensor::builder<std::int32_t>({kRows}).value();
  for (const std::size_t row : {17U, 19000U, 19999U})
    ids.values()[row] = -static_cast<std::int32_t>(row);
  EXPECT_THAT(parts_of(zeros({kRows}), std::move(ids).build(), 5),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("holds -17 at [17];")));
}

TEST(DynamicPartition, ShapesAndDtypesAreChecked) {
  const std::string text =
      "dynamic_partition_1 (dynamic_partition): data has shape [3,1], partitions has shape [2,1]; "
      "the first must start with the second";
  EXPECT_THAT(parts_of(zeros({3, 1}), of<std::int32_t>({{9}, {9}}), 4),
              StatusIs(StatusCode::kInvalidArgument, text));
  EXPECT_THAT(parts_of(zeros({3}), of<std::int32_t>({{0}, {0}, {0}}), 2),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("[3,1]")));
  EXPECT_THAT(parts_of(of<float>(1), of<std::int32_t>({0}), 2),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("data has shape [], ")));
  EXPECT_THAT(parts_of(zeros({0}), of<std::int32_t>({0, 0}), 2),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("[0]")));
  EXPECT_THAT(parts_of(zeros({2}), of<std::int64_t>({0, 0}), 2),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("partitions is int64")));
}

// case B36
TEST(DynamicPartition, TheNumberOfPartitionsHasLimits) {
  for (const std::int64_t number :
       {std::int64_t{-1}, std::int64_t{0}, std::int64_t{65537}, std::int64_t{2147483647},
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    Graph graph;
    auto data = graph.input<float>("data");
    auto ids = graph.input<std::int32_t>("ids");
    EXPECT_TRUE(dynamic_partition(data, ids, number).empty());
    EXPECT_THAT(compile(graph, {data}),
                StatusIs(StatusCode::kInvalidArgument,
                         "dynamic_partition_1 (dynamic_partition): num_partitions is " +
                             std::to_string(number) + "; it must be in [1, 65536]"));
  }
}

// case B37
TEST(DynamicPartition, EmptyPartsCostLittle) {
  constexpr std::int64_t kParts = 65536;
  Graph graph;
  auto data = graph.input<String>("data");
  auto ids = graph.input<std::int32_t>("ids");
  const std::vector<Value<String>> parts = dynamic_partition(data, ids, kParts);
  const Plan plan = compile(graph, parts).value();
  const Feeds feeds = {{data, {"a", "b", "c", "d", "e"}}, {ids, {7, 65535, 0, 7, 12345}}};
  Engine engine({.threads = 2});
  std::chrono::steady_clock::duration best = std::chrono::hours(1);
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const Outputs out = engine.run(plan, feeds).value();
    best = std::min(best, std::chrono::steady_clock::now() - start);
    ASSERT_EQ(out.size(), static_cast<std::size_t>(kParts));
    std::int64_t rows = 0;
    for (const Tensor& part : out) {
      rows += part.size();
      if (part.size() == 0) {
        ASSERT_EQ(part.bytes_pinned(), 0);
      }
    }
    EXPECT_EQ(rows, 5);
    EXPECT_THAT(out[7], TensorIs(of<String>({"a", "d"})));
    EXPECT_THAT(out[kParts - 1], TensorIs(of<String>({"b"})));
  }
  // About a millisecond where nothing else runs and the compiler optimises.
  EXPECT_LT(best, std::chrono::milliseconds(100));
}

std::vector<std::unique_ptr<Engine>> engines_of_all_grains() {
  std::vector<std::unique_ptr<Engine>> engines;
  for (const int threads : {1, 2, 8})
    for (const std::int64_t grain : {64, 4096, 65536})
      engines.push_back(std::make_unique<Engine>(EngineOptions{
          .threads = threads, .tuning = {.grain_bytes = grain, .inline_limit_ns = 0}}));
  return engines;
}

// Rows [2i, 2i+1] and texts "i", in 16 parts each: what is in the parts, and that nothing else is.
void expect_parts(const std::vector<Tensor>& pairs, const std::vector<Tensor>& texts,
                  const std::vector<std::int32_t>& ids) {
  std::vector<std::size_t> next(16);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto part = static_cast<std::size_t>(ids[i]);
    const std::size_t row = next[part]++;
    ASSERT_LT(row, texts[part].values<String>().size());
    ASSERT_EQ(pairs[part].values<std::int32_t>()[2 * row + 1], 2 * i + 1);
    ASSERT_EQ(texts[part].values<String>()[row], std::to_string(i));
  }
  for (std::size_t part = 0; part < 16; ++part) {
    ASSERT_EQ(pairs[part].shape(), Shape({static_cast<std::int64_t>(next[part]), 2}));
    ASSERT_EQ(texts[part].shape(), Shape({static_cast<std::int64_t>(next[part])}));
  }
}

// case B29
TEST(DynamicPartition, SizesAroundBlocksOfParallelWork) {
  Graph graph;
  auto pairs = graph.input<std::int32_t>("pairs");
  auto text = graph.input<String>("text");
  auto id = graph.input<std::int32_t>("id");
  std::vector<AnyValue> outputs;
  for (const auto& part : dynamic_partition(pairs, id, 16)) outputs.push_back(part);
  for (const auto& part : dynamic_partition(text, id, 16)) outputs.push_back(part);
  const Plan plan = compile(graph, outputs).value();
  const auto engines = engines_of_all_grains();
  for (const std::int64_t rows : {1, 2, 255, 256, 257, 1023, 3072, 65537, 268800}) {
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(2 * rows));
    std::iota(numbers.begin(), numbers.end(), 0);
    StringBuilder texts;
    for (std::int64_t i = 0; i < rows; ++i) texts.append(std::to_string(i));
    Feeds same = {{pairs, Tensor::of<std::int32_t>(Shape{rows, 2}, numbers).value()},
                  {text, std::move(texts).build().value()}};
    // Evenly, and all but 320 of the most in one part.
    for (const std::int64_t step : {1, 840}) {
      std::vector<std::int32_t> ids;
      for (std::int64_t i = 0; i < rows; ++i)
        ids.push_back(i % step == 0 ? static_cast<std::int32_t>(i / step % 16) : 0);
      Feeds feeds = same;
      feeds.add({id, Tensor::of<std::int32_t>(Shape{rows}, ids).value()});
      for (const auto& engine : engines) {
        const Outputs out = engine->run(plan, feeds).value();
        const std::vector<Tensor> parts(out.begin(), out.end());
        ASSERT_NO_FATAL_FAILURE(expect_parts({parts.begin(), parts.begin() + 16},
                                             {parts.begin() + 16, parts.end()}, ids));
      }
    }
  }
}

TEST(DynamicPartition, CopiesNoText) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto ids = graph.input<std::int32_t>("ids");
  const std::vector<Value<String>> parts = dynamic_partition(text, ids, 3);
  const Plan plan = compile(graph, parts).value();
  const Tensor input = Tensor::strings({"abcd", "efgh", "ijkl"});
  const Outputs out = run(plan, {{text, input}, {ids, {2, 0, 2}}}).value();
  const Tensor part = out[2];
  EXPECT_EQ(part.values<String>()[1].data(), input.values<String>()[2].data());
  EXPECT_EQ(part.bytes(), input.bytes());
  // Each part has columns of its own, and one that is empty keeps nothing.
  EXPECT_FALSE(part.data() == out[0].data());
  EXPECT_FALSE(out[1].bytes());
  // A part that has everything is the input itself.
  const Outputs all = run(plan, {{text, input}, {ids, {1, 1, 1}}}).value();
  EXPECT_EQ(all[1].data(), input.data());
  EXPECT_EQ(all[1].lengths(), input.lengths());
}

TEST(DynamicPartition, ConstantsAreCheckedAndCountedWhenTheGraphIsBuilt) {
  Graph graph;
  auto data = graph.input<float>("data", {-1, 2});
  const auto parts = dynamic_partition(data, graph.constant<std::int32_t>({0, 1, 1}), 2);
  EXPECT_EQ(parts[0].shape().to_string(), "[1,2]");
  EXPECT_EQ(parts[1].shape().to_string(), "[2,2]");
  const auto unknown = dynamic_partition(data, graph.input<std::int32_t>("ids", {-1}), 2);
  EXPECT_EQ(unknown[1].shape().to_string(), "[?,2]");
  dynamic_partition(data, graph.constant<std::int32_t>({0, 1, 4}), 2)[1].named("wrong");
  EXPECT_THAT(compile(graph, parts),
              StatusIs(StatusCode::kInvalidArgument,
                       "wrong (dynamic_partition): partitions holds 4 at [2]; ids must be in [0, "
                       "2)"));
}

TEST(DynamicPartition, AWrongCallStillHasAHandleForEachPart) {
  Graph graph;
  const auto parts =
      dynamic_partition(graph.input<float>("x", {3}), graph.input<std::int32_t>("ids", {2}), 4);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(dynamic_partition(parts[3], graph.input<std::int32_t>("more", {2}), 3).size(), 3U);
  EXPECT_THAT(compile(graph, parts), StatusIs(StatusCode::kInvalidArgument, HasSubstr("[3]")));
  EXPECT_EQ(graph.errors().size(), 1U);
}

TEST(DynamicPartition, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 120; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const Shape shape = random.shape();
    const auto prefix = static_cast<std::size_t>(random.integer(0, shape.rank()));
    const std::int64_t num_partitions = random.chance(0.1) ? 300 : random.integer(1, 6);
    const std::int64_t slack = random.chance(0.1) ? 1 : 0;
    const Tensor ids = random.integers<std::int32_t>(Shape(shape.dims().first(prefix)), -slack,
                                                     num_partitions - 1 + slack);
    const Tensor data = dtype == DType::kString && random.chance(0.5)
                            ? random.borrowed_strings(shape)
                            : random.tensor(dtype, shape);
    const Parts want = visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      return reference::dynamic_partition<T>(data, ids, num_partitions);
    });
    const Parts got = parts_of(data, ids, num_partitions);
    ASSERT_EQ(got.status().code(), want.status().code()) << got.status().to_string();
    ASSERT_TRUE(std::ranges::equal(got.status().position(), want.status().position()));
    if (!want.ok()) continue;
    ASSERT_EQ(got->size(), want->size());
    for (std::size_t part = 0; part < want->size(); ++part) {
      ASSERT_THAT((*got)[part], TensorIs((*want)[part]));
      ASSERT_THAT((*got)[part], HasTrueFacts());
      ASSERT_TRUE(data.facts().has_slack || (*got)[part].size() == 0 ||
                  !(*got)[part].facts().has_slack);
    }
  }
}

}  // namespace
}  // namespace weft::test
