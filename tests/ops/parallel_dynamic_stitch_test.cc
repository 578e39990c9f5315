#include "weft/ops/parallel_dynamic_stitch.h"

#include "weft/tests/reference/parallel_dynamic_stitch.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

using Tensors = std::vector<Tensor>;

Result<Tensor> stitch_of(const Tensors& indices, const Tensors& data) {
  Tensors inputs = indices;
  inputs.insert(inputs.end(), data.begin(), data.end());
  const auto count = static_cast<std::ptrdiff_t>(indices.size());
  return run_op(inputs, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return parallel_dynamic_stitch(std::vector<AnyValue>(in.begin(), in.begin() + count),
                                   std::vector<AnyValue>(in.begin() + count, in.end()));
  });
}

TEST(ParallelDynamicStitch, ApiExample) {
  Graph graph;
  auto evens = graph.input<std::int32_t>("evens");
  auto odds = graph.input<std::int32_t>("odds");
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  Value<String> merged = parallel_dynamic_stitch({evens, odds}, {a, b});
  Plan plan = compile(graph, {merged}).value();
  Outputs out = run(plan, {{evens, {0, 2}}, {odds, {1}}, {a, {"a", "c"}}, {b, {"b"}}}).value();
  EXPECT_THAT(out[merged], TensorIs(of<String>({"a", "b", "c"})));

  EXPECT_THAT(stitch_of({of<std::int32_t>({0, 0}), of<std::int32_t>({0})},
                        {of<String>({"a", "b"}), of<String>({"c"})}),
              IsOkAndHolds(TensorIs(of<String>({"c"}))));
}

// case B25
TEST(ParallelDynamicStitch, OneWinnerOfManyThatWriteOneRow) {
  Graph graph;
  std::vector<Value<std::int32_t>> indices;
  std::vector<Value<String>> data;
  Feeds feeds;
  std::string last;
  for (int m = 0; m < 64; ++m) {
    indices.push_back(graph.constant<std::int32_t>({0}));
    data.push_back(graph.input<String>("data" + std::to_string(m)));
    last = std::string(static_cast<std::size_t>(200 + 44 * m), static_cast<char>('0' + m));
    feeds.add({data.back(), Tensor::strings({std::string_view(last)})});
  }
  const Plan plan = compile(graph, {parallel_dynamic_stitch(indices, data)}).value();
  Engine engine({.threads = 8,
                 .tuning = {.grain_bytes = 1, .chunks_per_thread = 1 << 20, .inline_limit_ns = 0}});
  for (int i = 0; i < 1000; ++i) {
    const Tensor out = engine.run(plan, feeds).value()[0];
    ASSERT_EQ(out.at<String>({0}), last);
  }
}

// case B25
TEST(ParallelDynamicStitch, TheLastWriterWinsInEveryRow) {
  Random random(25);
  Tensors indices;
  Tensors data;
  for (int m = 0; m < 64; ++m) {
    indices.push_back(random.integers<std::int32_t>({50}, 0, 99));
    data.push_back(random.strings({50}));
  }
  EXPECT_THAT(
      stitch_of(indices, data),
      IsOkAndHolds(TensorIs(reference::parallel_dynamic_stitch<String>(indices, data).value())));
}

// case B34
TEST(ParallelDynamicStitch, AWrongIndexInTheLastOfManyTensors) {
  Tensors indices(99, of<std::int32_t>({0, 1}));
  indices.push_back(of<std::int32_t>({1, -1}));
  const Tensors data(100, of<String>({"a", "b"}));
  EXPECT_THAT(stitch_of(indices, data),
              StatusIs(StatusCode::kInvalidArgument,
                       "parallel_dynamic_stitch_1 (parallel_dynamic_stitch): indices[99] holds -1 "
                       "at [1]; an index must be 0 or more"));
}

// case B33
TEST(ParallelDynamicStitch, CountsAndShapesAreChecked) {
  Graph graph;
  auto index = graph.input<std::int32_t>("index");
  auto merged = parallel_dynamic_stitch({index}, std::vector<Value<float>>());
  EXPECT_THAT(compile(graph, {merged}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("got 1 and 0")));
  EXPECT_THAT(stitch_of({of<std::int32_t>({4, 3})}, {of<float>({1, 2, 3})}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("data[0] has shape [3], ")));
}

TEST(ParallelDynamicStitch, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 40; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    Tensors indices;
    Tensors data;
    for (std::int64_t pairs = random.integer(1, 9); pairs > 0; --pairs) {
      const std::int64_t slices = random.integer(0, 30);
      indices.push_back(random.integers<std::int32_t>({slices}, random.chance(0.02) ? -1 : 0, 40));
      data.push_back(random.tensor(dtype, {slices, 3}));
    }
    const Result<Tensor> want = visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      return reference::parallel_dynamic_stitch<T>(indices, data);
    });
    const Result<Tensor> got = stitch_of(indices, data);
    ASSERT_EQ(got.status().code(), want.status().code()) << got.status().to_string();
    if (want.ok()) {
      ASSERT_THAT(*got, TensorIs(*want));
    }
  }
}

}  // namespace
}  // namespace weft::test
