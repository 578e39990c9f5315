#include "weft/ops/element.h"

#include <limits>

#include "weft/tests/reference/element.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/true_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Result<Tensor> element_of(const Tensor& x, std::int64_t index) {
  return run_op({x}, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return element(in[0], index);
  });
}

template <class T = float>
Tensor zeros(const Shape& shape) {
  return Tensor::builder<T>(shape).value().build();
}

TEST(Element, ApiExample) {
  Graph graph;
  auto x = graph.input<float>("x");
  Value<float> row = element(x, 1);
  Plan plan = compile(graph, {row}).value();
  EXPECT_THAT(run(plan, {{x, {{1, 2}, {3, 4}}}}).value()[row], TensorIs(of<float>({3, 4})));

  EXPECT_THAT(element_of(of<String>({"a", "b", "c"}), -1), IsOkAndHolds(TensorIs(of<String>("c"))));
}

TEST(Element, WithoutElements) {
  constexpr std::int64_t kLarge = std::int64_t{1} << 40;
  EXPECT_THAT(element_of(zeros({2, 0, kLarge, kLarge}), 1),
              IsOkAndHolds(TensorIs(zeros({0, kLarge, kLarge}))));
}

TEST(Element, IndicesOutsideAreErrors) {
  const auto fails = [](const std::string& text) {
    return StatusIs(StatusCode::kInvalidArgument, "element_1 (element): " + text);
  };
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  EXPECT_THAT(element_of(zeros({2, 3}), 2), fails("index 2 is out of range for shape [2,3]"));
  EXPECT_THAT(element_of(zeros({2, 3}), -3), fails("index -3 is out of range for shape [2,3]"));
  EXPECT_THAT(element_of(zeros({1}), kMin),
              fails("index -9223372036854775808 is out of range for shape [1]"));
  EXPECT_THAT(element_of(zeros({0, 3}), 0), fails("index 0 is out of range for shape [0,3]"));
  EXPECT_THAT(element_of(zeros({}), 0), fails("index 0 is out of range for shape []"));
}

TEST(Element, ShapesFollowWhenTheGraphIsBuilt) {
  Graph graph;
  EXPECT_EQ(element(graph.input<float>("a", {-1, 3, -1}), 7).shape().to_string(), "[3,?]");
  EXPECT_EQ(element(graph.input<float>("b"), 7).shape().to_string(), "[...]");
}

TEST(Element, CopiesNoText) {
  Graph graph;
  auto text = graph.input<String>("text");
  const Plan plan = compile(graph, {element(text, 1)}).value();
  const Tensor input = of<String>({{"abcd", "é"}, {"ef", "ghi"}});
  const Tensor out = run(plan, {{text, input}}).value()[0];
  EXPECT_EQ(out.values<String>()[0].data(), input.values<String>()[2].data());
  EXPECT_EQ(out.bytes(), input.bytes());
  EXPECT_TRUE(out.facts().contiguous);
}

TEST(Element, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 100; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const Shape shape = random.shape();
    const std::int64_t index = random.integer(-6, 6);
    const Tensor x = dtype == DType::kString && random.chance(0.5) ? random.borrowed_strings(shape)
                                                                   : random.tensor(dtype, shape);
    const Result<Tensor> want = visit_dtype(
        dtype, [&]<class T>(std::type_identity<T>) { return reference::element<T>(x, index); });
    const Result<Tensor> got = element_of(x, index);
    ASSERT_EQ(got.status().code(), want.status().code()) << got.status().to_string();
    if (!want.ok()) continue;
    ASSERT_THAT(*got, TensorIs(*want));
    ASSERT_THAT(*got, HasTrueFacts());
  }
}

}  // namespace
}  // namespace weft::test
