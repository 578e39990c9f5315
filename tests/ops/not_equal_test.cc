#include "weft/ops/not_equal.h"

#include <limits>

#include "weft/tests/reference/not_equal.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

Result<Tensor> differ(const Tensor& a, const Tensor& b) {
  return run_op({a, b},
                [](Graph&, const std::vector<AnyValue>& in) { return not_equal(in[0], in[1]); });
}

TEST(NotEqual, ApiExample) {
  Graph graph;
  auto x = graph.input<std::int32_t>("x");
  auto text = graph.input<String>("text");
  Value<bool> is_not_two = not_equal(x, 2);
  Value<bool> matrix = not_equal(text, graph.constant<String>({{"b"}, {"a"}}));
  Plan plan = compile(graph, {is_not_two, matrix}).value();
  Outputs out = run(plan, {{x, {1, 2, 3}}, {text, {"a", "b"}}}).value();
  EXPECT_THAT(out[is_not_two], TensorIs(of<bool>({true, false, true})));
  EXPECT_THAT(out[matrix], TensorIs(of<bool>({{true, false}, {false, true}})));

  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(differ(of<float>({kNan, -0.0F}), of<float>({kNan, 0.0F})),
              IsOkAndHolds(TensorIs(of<bool>({true, false}))));
}

TEST(NotEqual, ComparesTextAsBytes) {
  using namespace std::string_literals;
  EXPECT_THAT(differ(of<String>({"a\0b"s, "a\0c"s, "a", "", "\xFF"s}),
                     of<String>({"a\0b"s, "a\0b"s, "a\0"s, "", "\xFE"s})),
              IsOkAndHolds(TensorIs(of<bool>({false, true, true, false, true}))));
  EXPECT_THAT(differ(of<String>({{}, {}}), of<String>("a")),
              IsOkAndHolds(TensorIs(of<bool>({{}, {}}))));
}

TEST(NotEqual, DenormalNumbersAreNotZero) {
  EXPECT_THAT(differ(of<double>({1e-310, 1e-310}), of<double>({0, 1e-310})),
              IsOkAndHolds(TensorIs(of<bool>({true, false}))));
}

TEST(NotEqual, ShapesAndDtypesAreChecked) {
  EXPECT_THAT(differ(of<float>({}), of<float>({1, 2})),
              StatusIs(StatusCode::kInvalidArgument,
                       "not_equal_1 (not_equal): a has shape [0], b has shape [2]; they do not "
                       "broadcast"));
  EXPECT_THAT(differ(of<std::int32_t>({1, 2}), of<std::int64_t>({1, 2})),
              StatusIs(StatusCode::kInvalidArgument,
                       "not_equal_1 (not_equal): a is int32, b is int64; they must be the same"));
}

TEST(NotEqual, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 120; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const auto [a_shape, b_shape] = random.broadcast_shapes();
    const Tensor a = random.tensor(dtype, a_shape);
    // Every other time the same elements, so that texts are equal too.
    const Tensor b = random.chance(0.5) ? a : random.tensor(dtype, b_shape);
    visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      ASSERT_THAT(differ(a, b), IsOkAndHolds(TensorIs(*reference::not_equal<T>(a, b))));
    });
  }
}

}  // namespace
}  // namespace weft::test
