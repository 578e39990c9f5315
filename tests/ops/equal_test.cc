#include "weft/ops/equal.h"

#include <limits>

#include "weft/tests/reference/equal.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

Result<Tensor> same(const Tensor& a, const Tensor& b) {
  return run_op({a, b},
                [](Graph&, const std::vector<AnyValue>& in) { return equal(in[0], in[1]); });
}

TEST(Equal, ApiExample) {
  Graph graph;
  auto x = graph.input<std::int32_t>("x");
  auto text = graph.input<String>("text");
  Value<bool> is_two = equal(x, 2);
  Value<bool> matrix = equal(text, graph.constant<String>({{"b"}, {"a"}}));
  Plan plan = compile(graph, {is_two, matrix}).value();
  Outputs out = run(plan, {{x, {1, 2, 3}}, {text, {"a", "b"}}}).value();
  EXPECT_THAT(out[is_two], TensorIs(of<bool>({false, true, false})));
  EXPECT_THAT(out[matrix], TensorIs(of<bool>({{false, true}, {true, false}})));

  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(same(of<float>({kNan, -0.0F}), of<float>({kNan, 0.0F})),
              IsOkAndHolds(TensorIs(of<bool>({false, true}))));
}

TEST(Equal, ComparesTextAsBytes) {
  using namespace std::string_literals;
  EXPECT_THAT(same(of<String>({"a\0b"s, "a\0c"s, "a", "", "\xFF"s, "é"}),
                   of<String>({"a\0b"s, "a\0b"s, "a\0"s, "", "\xFE"s, "e\u0301"})),
              IsOkAndHolds(TensorIs(of<bool>({true, false, false, true, false, false}))));
}

TEST(Equal, ComparesAllBitsOfIntegers) {
  constexpr std::uint64_t kHighest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(
      same(of<std::uint64_t>({kHighest, kHighest - 1, kHighest / 2}), of<std::uint64_t>(kHighest)),
      IsOkAndHolds(TensorIs(of<bool>({true, false, false}))));
}

TEST(Equal, DenormalNumbersAreNotZero) {
  EXPECT_THAT(same(of<float>({1e-40F, 1e-40F}), of<float>({0, 1e-40F})),
              IsOkAndHolds(TensorIs(of<bool>({false, true}))));
}

TEST(Equal, TakesBools) {
  Graph graph;
  auto mask = graph.input<bool>("mask");
  Value<bool> unset = equal(mask, false);
  Plan plan = compile(graph, {unset}).value();
  EXPECT_THAT((*run(plan, {{mask, {true, false}}}))[unset], TensorIs(of<bool>({false, true})));
}

TEST(Equal, ShapesAndDtypesAreChecked) {
  EXPECT_THAT(same(of<String>({"a", "b"}), of<String>({"a", "b", "c"})),
              StatusIs(StatusCode::kInvalidArgument,
                       "equal_1 (equal): a has shape [2], b has shape [3]; they do not broadcast"));
  EXPECT_THAT(same(of<std::int32_t>({1, 2}), of<String>({"1", "2"})),
              StatusIs(StatusCode::kInvalidArgument,
                       "equal_1 (equal): a is int32, b is string; they must be the same"));
}

TEST(Equal, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 120; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const auto [a_shape, b_shape] = random.broadcast_shapes();
    const Tensor a = random.tensor(dtype, a_shape);
    // Every other time the same elements, so that texts are equal too.
    const Tensor b = random.chance(0.5) ? a : random.tensor(dtype, b_shape);
    visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      ASSERT_THAT(same(a, b), IsOkAndHolds(TensorIs(*reference::equal<T>(a, b))));
    });
  }
}

}  // namespace
}  // namespace weft::test
