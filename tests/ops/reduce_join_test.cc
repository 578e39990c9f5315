#include "weft/ops/reduce_join.h"

#include <limits>

#include "weft/tests/reference/reduce_join.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/string_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kHuge = std::int64_t{1} << 40;

Result<Tensor> join_of(const Tensor& input, const ReduceJoinOptions& options = {}) {
  return run_op({input}, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return reduce_join(in[0], options);
  });
}

// The axes as a value.
Result<Tensor> join_of(const Tensor& input, const Tensor& axes, const ReduceJoinOptions& options) {
  return run_op({input, axes}, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return reduce_join(in[0], in[1], options);
  });
}

Tensor empty_strings(const Shape& shape) {
  const auto count = static_cast<std::size_t>(shape.num_elements().value());
  return Tensor::of<String>(shape, std::vector<std::string>(count)).value();
}

TEST(ReduceJoin, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto rows = reduce_join(text, {.axes = {-1}, .separator = "."});
  auto columns_first = reduce_join(text, {.axes = {0, 1}});
  auto all = reduce_join(text);
  Plan plan = compile(graph, {rows, columns_first, all}).value();
  Outputs out = run(plan, {{text, {{"a", "b"}, {"c", "d"}}}}).value();
  EXPECT_THAT(out[rows], TensorIs(of<String>({"a.b", "c.d"})));
  EXPECT_THAT(out[columns_first], TensorIs(of<String>("acbd")));
  EXPECT_THAT(out[all], TensorIs(of<String>("abcd")));
}

// cases B01, B02: which axes, and in which order.
TEST(ReduceJoin, WorkedExamples) {
  struct Case {
    ReduceJoinOptions options;
    Tensor want;
  };
  const Tensor input = of<String>({{"a", "b"}, {"c", "d"}});
  const std::vector<Case> cases = {
      {{.axes = {0}}, of<String>({"ac", "bd"})},
      {{.axes = {1}}, of<String>({"ab", "cd"})},
      {{.axes = {-2}}, of<String>({"ac", "bd"})},
      {{.axes = {-1}}, of<String>({"ab", "cd"})},
      {{.axes = {0}, .keep_dims = true}, of<String>({{"ac", "bd"}})},
      {{.axes = {1}, .keep_dims = true}, of<String>({{"ab"}, {"cd"}})},
      {{.axes = {0}, .separator = "."}, of<String>({"a.c", "b.d"})},
      {{.axes = {0, 1}}, of<String>("acbd")},
      {{.axes = {1, 0}}, of<String>("abcd")},
      {{.axes = {0, 1}, .separator = "-"}, of<String>("a-c-b-d")},
      {{.axes = {1, 0}, .keep_dims = true, .separator = "-"}, of<String>({{"a-b-c-d"}})},
      {{.axes = {}, .separator = "-"}, input},
      {{.axes = {}, .keep_dims = true}, input},
      {{.separator = ", "}, of<String>("a, b, c, d")},
      {{.keep_dims = true}, of<String>({{"abcd"}})}};
  for (const Case& c : cases)
    EXPECT_THAT(join_of(input, c.options), IsOkAndHolds(TensorIs(c.want)));
  for (const ReduceJoinOptions& options :
       {ReduceJoinOptions(), ReduceJoinOptions{.axes = {}}, ReduceJoinOptions{.keep_dims = true}})
    EXPECT_THAT(join_of(of<String>("x"), options), IsOkAndHolds(TensorIs(of<String>("x"))));
}

// case B04
TEST(ReduceJoin, NegativeAxesAreTheSameAxes) {
  const Tensor input =
      of<String>({{{"a", "b"}, {"c", "d"}, {"e", "f"}}, {{"g", "h"}, {"i", "j"}, {"k", "l"}}});
  const Tensor want = of<String>({"a-c-e-g-i-k", "b-d-f-h-j-l"});
  EXPECT_THAT(join_of(input, {.axes = {1, 0}, .separator = "-"}), IsOkAndHolds(TensorIs(want)));
  EXPECT_THAT(join_of(input, {.axes = {-2, -3}, .separator = "-"}), IsOkAndHolds(TensorIs(want)));
}

TEST(ReduceJoin, SeparatorsStandBetweenElementsOnly) {
  const std::string zeros("\0\xFF\0", 3);
  for (const std::string& separator : {std::string("-"), zeros, std::string(100, 's')}) {
    EXPECT_THAT(join_of(of<String>({"", "", ""}), {.separator = separator}),
                IsOkAndHolds(TensorIs(of<String>(separator + separator))));
    EXPECT_THAT(join_of(of<String>({{"a"}, {"b"}}), {.axes = {1}, .separator = separator}),
                IsOkAndHolds(TensorIs(of<String>({"a", "b"}))));
    EXPECT_THAT(join_of(of<String>({{"", "a"}}), {.axes = {-1}, .separator = separator}),
                IsOkAndHolds(TensorIs(of<String>({separator + "a"}))));
  }
}

// case B03
TEST(ReduceJoin, DimensionsOfSizeZero) {
  struct Case {
    Shape input;
    ReduceJoinOptions options;
    Shape want;
  };
  const std::vector<Case> cases = {
      {{0, 1}, {.axes = {0}}, {1}},
      {{2, 0}, {.axes = {1, 0}, .separator = "-"}, {}},
      {{2, 0}, {.axes = {1}}, {2}},
      {{2, 0}, {.axes = {1}, .keep_dims = true}, {2, 1}},
      {{0, 3}, {.axes = {1}}, {0}},
      {{0}, {.axes = {0}, .separator = "-"}, {}},
      {{0}, {.axes = {}}, {0}},
      {{0, 3, 0}, {.axes = {2}, .keep_dims = true}, {0, 3, 1}},
      {{kHuge, kHuge, 0}, {.separator = "-"}, {}},
      {{0, kHuge, kHuge}, {.axes = {2, 0}, .keep_dims = true}, {1, kHuge, 1}},
      {{0, kHuge, kHuge}, {.axes = {1, 2}}, {0}},
      {{0, kHuge}, {.axes = {1}}, {0}},
      {{kHuge, 0}, {.axes = {0}}, {0}},
      {{kHuge, 0}, {.axes = {-2}, .keep_dims = true}, {1, 0}},
      {{kHuge, 0, kHuge}, {.axes = {0}}, {0, kHuge}}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.input.to_string() + " to " + c.want.to_string());
    const Result<Tensor> result = join_of(empty_strings(c.input), c.options);
    if (c.want.num_elements().value() == kHuge) {
      // So many empty strings there cannot be.
      EXPECT_THAT(result, StatusIs(StatusCode::kResourceExhausted, HasSubstr("8796093022208")));
      continue;
    }
    ASSERT_THAT(result, IsOkAndHolds(TensorIs(empty_strings(c.want))));
    EXPECT_THAT(result, IsOkAndHolds(HasTrueFacts()));
    EXPECT_TRUE(result->size() > 0 || result->bytes_pinned() == 0);
  }
  EXPECT_THAT(join_of(empty_strings({kHuge, kHuge, 0}), {.axes = {2}}),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("[1099511627776,1099511627776]")));
}

// case B04
TEST(ReduceJoin, WrongAxesAreErrors) {
  struct Case {
    Tensor input;
    Axes axes;
    std::string want;
  };
  const Tensor matrix = of<String>({{"a", "b"}, {"c", "d"}});
  constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
  const std::vector<Case> cases = {
      {matrix, {2}, "axis 2 is out of range for rank 2"},
      {matrix, {-3}, "axis -3 is out of range for rank 2"},
      {matrix, {0, kMin}, "axis -2147483648 is out of range for rank 2"},
      {of<String>("x"), {0}, "axis 0 is out of range for rank 0"},
      {of<String>("x"), {-1}, "axis -1 is out of range for rank 0"},
      {matrix, {-1, 1}, "axis 1 names dimension 1 a second time"},
      {matrix, {1, -1}, "axis -1 names dimension 1 a second time"},
      {matrix, {0, 0, 5}, "axis 0 names dimension 0 a second time"},
      {matrix, {5, 0, 0}, "axis 5 is out of range for rank 2"},
      {empty_strings({0, 2}), {0, 0}, "axis 0 names dimension 0 a second time"}};
  for (const Case& c : cases) {
    const auto error =
        StatusIs(StatusCode::kInvalidArgument, "reduce_join_1 (reduce_join): " + c.want);
    EXPECT_THAT(join_of(c.input, {.axes = c.axes}), error);
    const std::vector<std::int32_t> values(c.axes.list().begin(), c.axes.list().end());
    const Tensor axes =
        Tensor::of<std::int32_t>({static_cast<std::int64_t>(values.size())}, values).value();
    EXPECT_THAT(join_of(c.input, axes, {}), error);
  }
  EXPECT_THAT(join_of(matrix, {.axes = {std::numeric_limits<std::int64_t>::min()}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("-9223372036854775808")));
}

TEST(ReduceJoin, AxesAsAValue) {
  const Tensor input = of<String>({{"a", "b"}, {"c", "d"}});
  const auto axes = [](const Literal<std::int32_t>& literal) { return of<std::int32_t>(literal); };
  EXPECT_THAT(join_of(input, axes(-1), {.separator = "."}),
              IsOkAndHolds(TensorIs(of<String>({"a.b", "c.d"}))));
  EXPECT_THAT(join_of(input, axes({0, 1}), {}), IsOkAndHolds(TensorIs(of<String>("acbd"))));
  EXPECT_THAT(join_of(input, axes({0}), {.keep_dims = true}),
              IsOkAndHolds(TensorIs(of<String>({{"ac", "bd"}}))));
  EXPECT_THAT(join_of(input, axes({}), {.separator = "."}), IsOkAndHolds(TensorIs(input)));
  EXPECT_THAT(join_of(input, axes({{0}}), {}),
              StatusIs(StatusCode::kInvalidArgument,
                       "reduce_join_1 (reduce_join): axes have shape [1,1]; they must be a scalar "
                       "or a list"));
  EXPECT_THAT(join_of(input, of<std::int64_t>({0}), {}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("axes are int64")));
  EXPECT_THAT(join_of(input, axes({0}), {.axes = {0}}),
              StatusIs(StatusCode::kInvalidArgument,
                       "reduce_join_1 (reduce_join): axes are given twice, as a value and as an "
                       "option"));
}

TEST(ReduceJoin, TakesStringsOnly) {
  EXPECT_THAT(join_of(of<std::int32_t>({1, 2}), {.axes = {0}}),
              StatusIs(StatusCode::kInvalidArgument,
                       "reduce_join_1 (reduce_join): input is int32; it must be string"));
}

TEST(ReduceJoin, InfersWhatIsKnown) {
  Graph graph;
  auto any = graph.input<String>("any");
  auto box = graph.input<String>("box", {-1, 3, 1});
  auto axes = graph.input<std::int32_t>("axes", {2});
  auto axis = graph.input<std::int32_t>("axis", {});
  auto some = graph.input<std::int32_t>("some");
  const PartialShape unknown = PartialShape::unknown_rank();
  EXPECT_EQ(reduce_join(any).shape(), PartialShape());
  EXPECT_EQ(reduce_join(any, {.keep_dims = true}).shape(), unknown);
  EXPECT_EQ(reduce_join(any, {.axes = {0}}).shape(), unknown);
  EXPECT_EQ(reduce_join(box, {.axes = {1}}).shape(), (PartialShape{-1, 1}));
  EXPECT_EQ(reduce_join(box, {.axes = {1}, .keep_dims = true}).shape(), (PartialShape{-1, 1, 1}));
  EXPECT_EQ(reduce_join(box, {.axes = {}}).shape(), (PartialShape{-1, 3, 1}));
  EXPECT_EQ(reduce_join(box, axes).shape(), (PartialShape{-1}));
  EXPECT_EQ(reduce_join(box, axis).shape(), (PartialShape{-1, -1}));
  EXPECT_EQ(reduce_join(box, some).shape(), unknown);
  EXPECT_EQ(reduce_join(box, some, {.keep_dims = true}).shape(), (PartialShape{-1, -1, 1}));
  EXPECT_EQ(reduce_join(any, axes).shape(), unknown);
  EXPECT_EQ(reduce_join(box, graph.constant<std::int32_t>({0, -1})).shape(), (PartialShape{3}));
  reduce_join(box, graph.constant<std::int32_t>({0, 3})).named("wrong");
  EXPECT_THAT(compile(graph, {any}), StatusIs(StatusCode::kInvalidArgument,
                                              "wrong (reduce_join): axis 3 is out of range for "
                                              "rank 3"));
}

// case B40
TEST(ReduceJoin, TooLongIsAnErrorThatNamesTheSize) {
  const std::uint32_t quarter = 1U << 30;
  const Tensor four = pretended_strings({2, 4}, {1, 1, 1, 1, quarter, quarter, quarter, quarter});
  const Result<Tensor> result = join_of(four, {.axes = {1}});
  EXPECT_THAT(result, StatusIs(StatusCode::kResourceExhausted,
                               "reduce_join_1 (reduce_join): the joined string would have "
                               "4294967296 bytes at [1]; an element holds at most 4294967295"));
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1));
  // More rows than pieces.
  EXPECT_THAT(
      join_of(pretended_strings({3, 2}, {1, 1, 1, 4294967295U, 4294967295U, 1}), {.axes = {1}}),
      StatusIs(StatusCode::kResourceExhausted, HasSubstr("4294967296 bytes at [1];")));
  // Separators count too.
  EXPECT_THAT(join_of(pretended_strings({3}, {4294967295U - 1000, 0, 0}),
                      {.separator = std::string(501, '-')}),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("4294967297 bytes;")));
}

// case B40: nothing is copied here, so the bytes need not be there.
TEST(ReduceJoin, SizesAroundTheLimits) {
  Graph graph;
  auto text = graph.input<String>("text");
  Plan plan = compile(graph, {reduce_join(text)}).value();
  for (const std::int64_t size :
       {2147483647LL, 2147483648LL, 4294967295LL, 4294967296LL, 4294967297LL}) {
    const auto half = static_cast<std::uint32_t>(size / 2);
    const auto rest = static_cast<std::uint32_t>(size - half);
    const Result<Outputs> result = run(plan, {{text, pretended_strings({2}, {half, rest}, true)}});
    if (size <= kMaxStringBytes) {
      ASSERT_THAT(result, IsOk());
      const Tensor joined = (*result)[0];
      EXPECT_EQ(joined.values<String>()[0].size(), static_cast<std::size_t>(size));
    } else {
      EXPECT_THAT(result, StatusIs(StatusCode::kResourceExhausted,
                                   HasSubstr("would have " + std::to_string(size) + " bytes;")));
    }
  }
}

// case B10
TEST(ReduceJoin, KeepsTheOrderAtEveryThreadCount) {
  constexpr int kElements = 100000;
  StringBuilder builder;
  std::string all;
  for (int i = 0; i < kElements; ++i) {
    builder.append(std::to_string(i));
    all += (i > 0 ? "," : "") + std::to_string(i);
  }
  const Tensor input = std::move(builder).build().value();
  Graph graph;
  auto text = graph.input<String>("text");
  auto joined = reduce_join(text, {.separator = ","});
  Plan plan = compile(graph, {joined}).value();
  for (const int threads : {1, 2, 8, 32}) {
    for (const std::int64_t grain : {1000, 65536}) {
      Engine engine({.threads = threads, .tuning = {.grain_bytes = grain, .inline_limit_ns = 0}});
      EXPECT_EQ(engine.run(plan, {{text, input}}).value()[joined].to_vector<String>()[0], all);
    }
  }
}

TEST(ReduceJoin, SharesWhatNeedsNoCopy) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto rows = reduce_join(text, {.axes = {1}});
  auto columns = reduce_join(text, {.axes = {0}});
  auto separated = reduce_join(text, {.axes = {1}, .separator = "-"});
  auto none = reduce_join(text, {.axes = {}, .separator = "-"});
  auto all = reduce_join(text);
  Plan plan = compile(graph, {rows, columns, separated, none, all}).value();
  const Tensor input = of<String>({{"ab", "c"}, {"d", "ef"}});
  ASSERT_TRUE(input.facts().contiguous);
  const Outputs out = run(plan, {{text, input}}).value();
  EXPECT_EQ(out[rows].bytes(), input.bytes());
  EXPECT_EQ(out[all].bytes(), input.bytes());
  EXPECT_FALSE(out[columns].bytes() == input.bytes());
  EXPECT_FALSE(out[separated].bytes() == input.bytes());
  EXPECT_EQ(out[none].data(), input.data());
  EXPECT_EQ(out[none].lengths(), input.lengths());
  EXPECT_THAT(out[rows], TensorIs(of<String>({"abc", "def"})));
  for (const Tensor& tensor : out) EXPECT_THAT(tensor, HasTrueFacts());

  // Columns of one element each: axis 0 joins nothing.
  const Tensor row = of<String>({{"ab", "c"}});
  const Outputs of_row = run(plan, {{text, row}}).value();
  EXPECT_EQ(of_row[columns].data(), row.data());

  Engine copying({.threads = 1, .tuning = {.zero_copy = false}});
  const Outputs copied = copying.run(plan, {{text, input}}).value();
  for (const Tensor& tensor : copied) EXPECT_FALSE(tensor.bytes() == input.bytes());
}

TEST(ReduceJoin, WorksAtTheHighestRank) {
  std::vector<std::int64_t> dims(static_cast<std::size_t>(kMaxRank), 1);
  dims[3] = dims[100] = dims[253] = 2;
  const Tensor input =
      of<String>({"a", "b", "c", "d", "e", "f", "g", "h"}).reshaped(Shape(dims)).value();
  EXPECT_THAT(join_of(input), IsOkAndHolds(TensorIs(of<String>("abcdefgh"))));
  dims[100] = 1;
  EXPECT_THAT(
      join_of(input, {.axes = {100}, .keep_dims = true}),
      IsOkAndHolds(TensorIs(of<String>({"ac", "bd", "eg", "fh"}).reshaped(Shape(dims)).value())));
}

// A random list of axes, some of them wrong.
Axes random_axes(Random& random, std::int64_t rank) {
  if (random.chance(0.1)) return Axes::all();
  std::vector<std::int64_t> axes;
  for (std::int64_t axis = 0; axis < rank; ++axis)
    if (random.chance(0.5)) axes.push_back(random.chance(0.3) ? axis - rank : axis);
  for (std::size_t i = 1; i < axes.size(); ++i)
    std::swap(axes[i], axes[static_cast<std::size_t>(random.integer(0, static_cast<int>(i)))]);
  if (random.chance(0.05)) axes.push_back(random.integer(-rank - 2, rank + 1));
  return Axes(axes);
}

void expect_like_reference(Random& random, const Shape& shape) {
  const Tensor input = random.chance(0.5) ? random.strings(shape) : random.borrowed_strings(shape);
  const ReduceJoinOptions options{.axes = random_axes(random, shape.rank()),
                                  .keep_dims = random.chance(0.3),
                                  .separator = random.chance(0.3)   ? ""
                                               : random.chance(0.5) ? "-"
                                                                    : random.text()};
  const Result<Tensor> want =
      reference::reduce_join(input, options.axes, options.keep_dims, options.separator);
  const Result<Tensor> got = join_of(input, options);
  ASSERT_EQ(got.status().code(), want.status().code());
  if (!want.ok()) return;
  ASSERT_THAT(got, IsOkAndHolds(TensorIs(*want)));
  ASSERT_THAT(got, IsOkAndHolds(HasTrueFacts()));
}

TEST(ReduceJoin, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 120; ++i) expect_like_reference(random, random.shape(6));
}

TEST(ReduceJoin, AgreesWithTheReferenceOnManyRowsOrPieces) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  // On both sides of 256, so that rows are worked on in blocks and long rows are cut.
  const std::vector<Shape> shapes = {{1, 700}, {700, 1}, {2, 600},    {600, 2},    {257, 3},
                                     {3, 257}, {256, 2}, {2, 300, 2}, {3, 2, 300}, {300, 2, 3}};
  for (const Shape& shape : shapes)
    for (int i = 0; i < 2; ++i) expect_like_reference(random, shape);
}

}  // namespace
}  // namespace weft::test
