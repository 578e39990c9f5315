#include "weft/ops/concat.h"

#include <limits>

#include "weft/tests/reference/concat.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/true_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Result<Tensor> concat_of(const std::vector<Tensor>& parts, std::int64_t axis) {
  return run_op(
      parts, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue { return concat(in, axis); });
}

template <class T = float>
Tensor zeros(const Shape& shape) {
  return Tensor::builder<T>(shape).value().build();
}

TEST(Concat, ApiExample) {
  Graph graph;
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  Value<String> all = concat({a, b}, 0);
  Plan plan = compile(graph, {all}).value();
  Outputs out = run(plan, {{a, {"a", "b"}}, {b, {"c"}}}).value();
  EXPECT_THAT(out[all], TensorIs(of<String>({"a", "b", "c"})));

  EXPECT_THAT(concat_of({of<float>({{1, 2}, {3, 4}}), of<float>({{5}, {6}})}, -1),
              IsOkAndHolds(TensorIs(of<float>({{1, 2, 5}, {3, 4, 6}}))));
}

TEST(Concat, AlongEveryAxis) {
  const Tensor a = of<std::int32_t>({{{1, 2}, {3, 4}}});
  const Tensor b = of<std::int32_t>({{{5, 6}, {7, 8}}});
  const Tensor outer = of<std::int32_t>({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}});
  const Tensor middle = of<std::int32_t>({{{1, 2}, {3, 4}, {5, 6}, {7, 8}}});
  const Tensor inner = of<std::int32_t>({{{1, 2, 5, 6}, {3, 4, 7, 8}}});
  EXPECT_THAT(concat_of({a, b}, 0), IsOkAndHolds(TensorIs(outer)));
  EXPECT_THAT(concat_of({a, b}, -3), IsOkAndHolds(TensorIs(outer)));
  EXPECT_THAT(concat_of({a, b}, 1), IsOkAndHolds(TensorIs(middle)));
  EXPECT_THAT(concat_of({a, b}, -2), IsOkAndHolds(TensorIs(middle)));
  EXPECT_THAT(concat_of({a, b}, 2), IsOkAndHolds(TensorIs(inner)));
  EXPECT_THAT(concat_of({a, b}, -1), IsOkAndHolds(TensorIs(inner)));
}

TEST(Concat, PartsWithoutElements) {
  constexpr std::int64_t kLarge = std::int64_t{1} << 40;
  EXPECT_THAT(concat_of({of<String>({}), of<String>({"a"}), of<String>({})}, 0),
              IsOkAndHolds(TensorIs(of<String>({"a"}))));
  EXPECT_THAT(concat_of({zeros({2, 0}), of<float>({{1}, {2}}), of<float>({{3}, {4}})}, 1),
              IsOkAndHolds(TensorIs(of<float>({{1, 3}, {2, 4}}))));
  EXPECT_THAT(concat_of({of<String>({}), of<String>({})}, 0),
              IsOkAndHolds(TensorIs(of<String>({}))));
  EXPECT_THAT(concat_of({zeros({0, kLarge, kLarge}), zeros({0, 2, kLarge})}, 1),
              IsOkAndHolds(TensorIs(zeros({0, kLarge + 2, kLarge}))));
}

TEST(Concat, SizesThatCannotBeRepresented) {
  constexpr std::int64_t kHalf = std::int64_t{1} << 62;
  EXPECT_THAT(concat_of({zeros({0, kHalf}), zeros({0, kHalf})}, 1),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("axis 1")));
}

TEST(Concat, ShapesAndDtypesAreChecked) {
  const auto fails = [](const std::string& text) {
    return StatusIs(StatusCode::kInvalidArgument, "concat_1 (concat): " + text);
  };
  EXPECT_THAT(concat_of({zeros({2, 3}), zeros({2, 3})}, 3),
              fails("axis 3 is out of range for rank 2"));
  EXPECT_THAT(concat_of({zeros({2, 3})}, -3), fails("axis -3 is out of range for rank 2"));
  EXPECT_THAT(concat_of({zeros({2})}, std::numeric_limits<std::int64_t>::min()),
              fails("axis -9223372036854775808 is out of range for rank 1"));
  EXPECT_THAT(concat_of({zeros({}), zeros({})}, 0), fails("axis 0 is out of range for rank 0"));
  EXPECT_THAT(concat_of({zeros({2, 3}), zeros({5, 3}), zeros({2, 4})}, -2),
              fails("parts[0] has shape [2,3], parts[2] has shape [2,4]; they must be the same but "
                    "for axis -2"));
  EXPECT_THAT(concat_of({zeros({2, 3}), zeros({2})}, 1),
              fails("parts[0] has shape [2,3], parts[1] has shape [2]; they must be the same but "
                    "for axis 1"));
  EXPECT_THAT(concat_of({zeros({2}), zeros({2}), zeros<double>({2})}, 0),
              fails("parts[0] is float32, parts[2] is float64; they must be the same"));
}

TEST(Concat, AtLeastOnePart) {
  Graph graph;
  auto nothing = concat(std::vector<Value<float>>(), 0);
  EXPECT_THAT(compile(graph, {nothing}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("takes at least one part")));
}

TEST(Concat, ShapesFollowWhenTheGraphIsBuilt) {
  Graph graph;
  const auto unknown = graph.input<float>("unknown");
  const auto a = graph.input<float>("a", {-1, 3});
  const auto b = graph.input<float>("b", {4, -1});
  EXPECT_EQ(concat({a, b}, 0).shape().to_string(), "[?,3]");
  EXPECT_EQ(concat({a, b}, 1).shape().to_string(), "[4,?]");
  EXPECT_EQ(concat({b, b}, 0).shape().to_string(), "[8,?]");
  EXPECT_EQ(concat({unknown, b}, 0).shape().to_string(), "[?,?]");
  EXPECT_EQ(concat({unknown, unknown}, 9).shape().to_string(), "[...]");
  // The first part fits either, but they do not fit each other.
  const auto wrong = concat({unknown, a, b, graph.input<float>("c", {4, 5})}, 0);
  EXPECT_THAT(compile(graph, {wrong}),
              StatusIs(StatusCode::kInvalidArgument,
                       HasSubstr("parts[1] has shape [?,3], parts[3] has shape [4,5];")));
}

TEST(Concat, CopiesNoText) {
  Graph graph;
  auto a = graph.input<String>("a");
  auto b = graph.input<String>("b");
  const Plan plan = compile(graph, {concat({a, b}, 0), concat({a}, 0)}).value();
  const Tensor left = Tensor::strings({"abcd"});
  const Tensor right = Tensor::strings({"efgh", "ij"});
  const Outputs out = run(plan, {{a, left}, {b, right}}).value();
  const Tensor both = out[0];
  EXPECT_EQ(both.values<String>()[1].data(), right.values<String>()[0].data());
  EXPECT_THAT(both.bytes().parts(), testing::UnorderedElementsAre(left.bytes(), right.bytes()));
  EXPECT_EQ(both.facts().total_bytes, 10);
  // One part is the result.
  EXPECT_EQ(out[1].data(), left.data());
  EXPECT_EQ(run(plan, {{a, left}, {b, of<String>({})}}).value()[0].data(), left.data());
}

TEST(Concat, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 120; ++i) {
    const auto dtype = static_cast<DType>(random.integer(0, 11));
    const Shape shape = random.shape();
    if (shape.rank() == 0) continue;
    const std::int64_t axis = random.integer(0, shape.rank() - 1);
    const std::int64_t longest = random.chance(0.1) ? 70 : 4;
    std::vector<Tensor> parts;
    for (std::int64_t count = random.integer(1, 5); count > 0; --count) {
      std::vector<std::int64_t> dims(shape.dims().begin(), shape.dims().end());
      dims[static_cast<std::size_t>(axis)] = random.integer(0, longest);
      parts.push_back(dtype == DType::kString && random.chance(0.5)
                          ? random.borrowed_strings(Shape(dims))
                          : random.tensor(dtype, Shape(dims)));
    }
    const Tensor want = visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
      return reference::concat<T>(parts, static_cast<std::size_t>(axis)).value();
    });
    const Result<Tensor> got = concat_of(parts, random.chance(0.5) ? axis : axis - shape.rank());
    ASSERT_THAT(got, IsOkAndHolds(TensorIs(want)));
    ASSERT_THAT(*got, HasTrueFacts());
  }
}

}  // namespace
}  // namespace weft::test
