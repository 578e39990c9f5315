#include "weft/graph/op.h"

#include <algorithm>
#include <limits>

#include "weft/engine/engine.h"
#include "weft/graph/graph.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/run_all_ways.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Twice : public weft::Op {
  std::string_view name() const override { return "twice"; }
  weft::Result<weft::Specs> infer(std::span<const weft::TensorSpec> inputs) const override {
    return weft::Specs{{.dtype = weft::DType::kInt32, .shape = inputs[0].shape}};
  }
  weft::Status run(weft::OpContext& context) const override {
    const auto in = context.input(0).values<std::int32_t>();
    WEFT_TRY_ASSIGN(auto out, context.allocate<std::int32_t>(0, context.input(0).shape()));
    std::transform(in.begin(), in.end(), out.begin(), [](std::int32_t x) { return 2 * x; });
    return {};
  }
};

TEST(Op, ApiExample) {
  EXPECT_THAT(run_op({of<std::int32_t>({{1, 2}, {3, 4}})},
                     [](Graph& graph, const std::vector<AnyValue>& in) -> AnyValue {
                       return graph.add_op<std::int32_t>(std::make_shared<Twice>(), {in[0]});
                     }),
              IsOkAndHolds(TensorIs(of<std::int32_t>({{2, 4}, {6, 8}}))));
}

TEST(Op, PromisesNothingByDefault) {
  const Twice twice;
  const Op& op = twice;
  EXPECT_FALSE(op.form().pure);
  EXPECT_FALSE(op.form().constant_time);
  const TensorSpec spec;
  EXPECT_EQ(spec.shape, PartialShape::unknown_rank());
  EXPECT_FALSE(spec.constant);
}

// What a context is made of.
struct Call {
  std::vector<Tensor> inputs;
  std::vector<const Tensor*> pointers;
  std::vector<Tensor> outputs;
  BufferPool pool;
  Tuning tuning;

  explicit Call(std::vector<Tensor> tensors = {}, std::size_t num_outputs = 1)
      : inputs(std::move(tensors)), outputs(num_outputs) {
    for (const Tensor& tensor : inputs) pointers.push_back(&tensor);
  }
  OpContext context(int max_threads = 1) {
    return OpContext(pointers, outputs, pool, tuning, max_threads);
  }
};

TEST(Op, TheContextShowsInputsAndSettings) {
  Call call({of<float>({1, 2}), of<String>("x")}, 3);
  call.tuning.grain_bytes = 5;
  const OpContext context = call.context(7);
  EXPECT_EQ(context.num_inputs(), 2U);
  EXPECT_EQ(context.num_outputs(), 3U);
  EXPECT_THAT(context.input(1), TensorIs(of<String>("x")));
  EXPECT_EQ(context.max_threads(), 7);
  EXPECT_EQ(context.tuning().grain_bytes, 5);
}

TEST(Op, AllocateMakesAnOutputToFill) {
  Call call({}, 2);
  OpContext context = call.context();
  const std::span<double> cells = context.allocate<double>(1, {2, 2}).value();
  std::fill(cells.begin(), cells.end(), 0.5);
  EXPECT_THAT(call.outputs[1], TensorIs(of<double>({{0.5, 0.5}, {0.5, 0.5}})));
  EXPECT_EQ(call.outputs[1].values<double>().data(), cells.data());
  context.set_output(0, of<String>("set"));
  EXPECT_THAT(call.outputs[0], TensorIs(of<String>("set")));
}

TEST(Op, AnOutputWithoutElementsAllocatesNothing) {
  Call call;
  OpContext context = call.context();
  const Shape shape = {0, std::numeric_limits<std::int64_t>::max(), 5};
  EXPECT_TRUE(context.allocate<double>(0, shape)->empty());
  EXPECT_EQ(call.outputs[0].shape(), shape);
  EXPECT_FALSE(call.outputs[0].data());
  EXPECT_FALSE(context.allocate_buffer(0).value());
}

TEST(Op, SizesThatDoNotExistAreRefused) {
  Call call;
  OpContext context = call.context();
  EXPECT_THAT(context.allocate<double>(0, {std::int64_t{1} << 61}),
              StatusIs(StatusCode::kResourceExhausted, "shape [2305843009213693952] is too large"));
  EXPECT_THAT(context.allocate<double>(0, {std::int64_t{1} << 33, std::int64_t{1} << 33}),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("[8589934592,8589934592]")));
  EXPECT_THAT(context.allocate<float>(0, {std::int64_t{1} << 50}),
              StatusIs(StatusCode::kResourceExhausted, "cannot allocate 4503599627370496 bytes"));
  EXPECT_THAT(context.allocate<float>(0, {-3}),
              StatusIs(StatusCode::kInvalidArgument, "shape [-3] has a dimension of -3"));
  EXPECT_THAT(
      context.allocate_buffer(std::int64_t{1} << 60),
      StatusIs(StatusCode::kResourceExhausted, "cannot allocate 1152921504606846976 bytes"));
  EXPECT_EQ(call.outputs[0].size(), 0);
}

TEST(Op, BuffersComeFromThePool) {
  Call call;
  OpContext context = call.context();
  Buffer first = context.allocate_buffer(1000).value();
  const char* const block = first.data();
  first = Buffer();
  EXPECT_EQ(context.allocate_buffer(1000).value().data(), block);
}

}  // namespace
}  // namespace weft::test
