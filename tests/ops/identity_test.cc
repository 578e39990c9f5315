#include "weft/ops/identity.h"

#include "weft/tests/reference/identity.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

TEST(Identity, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  Value<String> same = identity(text).named("same");
  Plan plan = compile(graph, {same}).value();
  Outputs out = run(plan, {{text, {"a", "b"}}}).value();
  EXPECT_THAT(out["same"], TensorIs(of<String>({"a", "b"})));
}

TEST(Identity, SharesEverything) {
  const Tensor input = of<String>({{"a", "bc"}, {"", "d"}});
  Graph graph;
  auto text = graph.input<String>("text");
  Plan plan = compile(graph, {identity(text)}).value();
  const Tensor output = run(plan, {{text, input}}).value()[0];
  EXPECT_EQ(output.data(), input.data());
  EXPECT_EQ(output.lengths(), input.lengths());
  EXPECT_EQ(output.bytes(), input.bytes());
  EXPECT_EQ(output.facts().total_bytes, input.facts().total_bytes);
}

TEST(Identity, KeepsWhatIsKnown) {
  Graph graph;
  EXPECT_EQ(identity(graph.input<float>("x", {-1, 3})).shape(), (PartialShape{-1, 3}));
  // The value of a constant too.
  EXPECT_EQ(range(graph, 0, identity(graph.constant<std::int32_t>(4))).shape(), (PartialShape{4}));
}

TEST(Identity, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 40; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const Tensor x = random.tensor(dtype, random.shape());
    const Result<Tensor> got =
        run_op({x}, [](Graph&, const std::vector<AnyValue>& in) { return identity(in[0]); });
    visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      ASSERT_THAT(got, IsOkAndHolds(TensorIs(reference::identity<T>(x))));
    });
  }
}

}  // namespace
}  // namespace weft::test
