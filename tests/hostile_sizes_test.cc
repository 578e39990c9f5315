// Sizes that no memory holds and that 64 bits do not count: every op answers with a result, where
// that has no elements, or with an error that says what is too large.
#include <sys/mman.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/tests/support/matchers.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Values = std::vector<AnyValue>;

constexpr std::int64_t k2To31 = std::int64_t{1} << 31;
constexpr std::int64_t k2To40 = std::int64_t{1} << 40;
constexpr std::int64_t k2To61 = std::int64_t{1} << 61;
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

// A tensor without elements needs no memory, whatever its other dims are.
Tensor nothing(DType dtype, const Shape& shape) {
  if (dtype == DType::kString) return Tensor(shape, StringColumns());
  return Tensor(dtype, shape, Buffer());
}

using Build = std::function<AnyValue(const Values&)>;

Result<Tensor> run_one(const std::vector<Tensor>& inputs, const Build& build) {
  return run_op(inputs, [&](Graph&, const Values& in) { return build(in); });
}

// Expects a result of this shape that has no elements and keeps no memory.
void expect_nothing(const Shape& shape, const std::vector<Tensor>& inputs, const Build& build) {
  const Result<Tensor> result = run_one(inputs, build);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->shape(), shape);
  EXPECT_EQ(result->size(), 0);
  EXPECT_EQ(result->bytes_pinned(), 0);
}

TEST(HostileSizes, AJoinOfNothingIntoMoreRowsThanMemoryHolds) {
  const Build join = [](const Values& in) {
    return reduce_join(in[0], {.axes = {1}, .separator = "-"});
  };
  // Of eight bytes each these are, modulo 2^64, very many, 0, 8 and very many.
  for (const std::int64_t rows : {k2To40 * 64, k2To61, k2To61 + 1, kLargest})
    EXPECT_THAT(run_one({nothing(DType::kString, {rows, 0})}, join),
                StatusIs(StatusCode::kResourceExhausted, HasSubstr("cannot allocate")))
        << rows;
}

TEST(HostileSizes, AJoinWithoutRowsAllocatesNothing) {
  for (const std::int64_t pieces : {k2To31, k2To40, kLargest})
    expect_nothing({0}, {nothing(DType::kString, {0, pieces})},
                   [](const Values& in) { return reduce_join(in[0], {.axes = {1}}); });
}

TEST(HostileSizes, OpsOnNothingGiveNothing) {
  const Tensor text = nothing(DType::kString, {kLargest, 0});
  const Tensor numbers = nothing(DType::kFloat64, {kLargest, 0});
  const Tensor ids = nothing(DType::kInt32, {0});
  const Tensor wide = nothing(DType::kInt64, {0, kLargest});
  expect_nothing({kLargest, 0}, {text}, [](const Values& in) { return substr(in[0], 99, 1); });
  expect_nothing({kLargest, 0}, {text}, [](const Values& in) { return string_length(in[0]); });
  expect_nothing({kLargest, 0}, {text}, [](const Values& in) {
    return string_join({in[0], "!"}, {.separator = "-"});
  });
  expect_nothing({kLargest, 0}, {text}, [](const Values& in) { return add(in[0], "!"); });
  expect_nothing({kLargest, 0}, {text}, [](const Values& in) { return equal(in[0], "!"); });
  expect_nothing({kLargest, 0}, {numbers}, [](const Values& in) { return add(in[0], in[0]); });
  expect_nothing({kLargest, 0}, {numbers}, [](const Values& in) { return cast<bool>(in[0]); });
  expect_nothing({0}, {numbers}, [](const Values& in) { return element(in[0], k2To61); });
  expect_nothing({0, 3, kLargest}, {numbers}, [](const Values& in) {
    return reshape(in[0], {0, 3, kLargest});
  });
  expect_nothing({2, kLargest, 0}, {text}, [](const Values& in) {
    return stack({in[0], in[0]}, 0);
  });
  expect_nothing({kLargest, 0}, {text}, [](const Values& in) { return concat({in[0], in[0]}, 1); });
  expect_nothing({0, kLargest}, {ids, wide},
                 [](const Values& in) { return dynamic_partition(in[1], in[0], 3).back(); });
  expect_nothing({0, kLargest}, {ids, wide},
                 [](const Values& in) { return dynamic_stitch({in[0]}, {in[1]}); });
  expect_nothing({0, kLargest}, {ids, wide},
                 [](const Values& in) { return parallel_dynamic_stitch({in[0]}, {in[1]}); });
}

TEST(HostileSizes, NothingBroadcastsToShapesWhoseProductOverflows) {
  const Tensor a = nothing(DType::kFloat32, {k2To40, 0, 1});
  const Tensor b = nothing(DType::kFloat32, {1, 0, k2To40});
  expect_nothing({k2To40, 0, k2To40}, {a, b},
                 [](const Values& in) { return not_equal(in[0], in[1]); });
}

TEST(HostileSizes, ShapesWhoseProductOverflowsAreRefused) {
  const Shape shape = {k2To40, k2To40};
  EXPECT_THAT(Tensor::builder<float>(shape),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("[1099511627776,1099511627776]")));
  EXPECT_THAT(of<float>({1, 2}).reshaped(shape),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("[1099511627776,1099511627776]")));
  EXPECT_THAT(run_one({of<float>({1, 2})},
                      [](const Values& in) {
                        return reshape(in[0], {k2To40, k2To40});
                      }),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("[1099511627776,1099511627776]")));
}

TEST(HostileSizes, ASumOfDimsThatOverflowsIsRefused) {
  EXPECT_THAT(run_one({nothing(DType::kString, {k2To61 * 2, 0})},
                      [](const Values& in) {
                        return concat({in[0], in[0]}, 0);
                      }),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("axis 0")));
}

TEST(HostileSizes, RangesOfMoreValuesThanMemoryHolds) {
  const auto count = [](auto start, auto limit, auto delta) {
    using T = decltype(start);
    return run_one({of<T>(start), of<T>(limit), of<T>(delta)},
                   [](const Values& in) { return range(in[0], in[1], in[2]); });
  };
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  EXPECT_THAT(count(std::int64_t{0}, kLargest, std::int64_t{1}),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("9223372036854775807")));
  EXPECT_THAT(count(kLowest, kLargest, std::int64_t{1}),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("18446744073709551615")));
  EXPECT_THAT(count(kLargest, kLowest, kLowest),
              IsOkAndHolds(TensorIs(of<std::int64_t>({kLargest, std::int64_t{-1}}))));
  EXPECT_THAT(count(0.0, 1e300, 1e-300),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("inf")));
}

// case B36, case B37
TEST(HostileSizes, CountsOfPartitionsAreChecked) {
  for (const std::int64_t count : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{65537},
                                   std::int64_t{100000000}, k2To31 - 1, kLargest}) {
    Graph graph;
    const auto text = graph.input<String>("text");
    const auto ids = graph.input<std::int32_t>("ids");
    EXPECT_TRUE(dynamic_partition(text, ids, count).empty());
    EXPECT_THAT(compile(graph, {text}),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr(std::to_string(count))));
  }
}

TEST(HostileSizes, TheLargestIndexIsAMatterOfMemory) {
  const Tensor index = of<std::int32_t>({std::numeric_limits<std::int32_t>::max()});
  // 2^31 rows of 2^16 numbers: 2^50 bytes.
  auto row = Tensor::builder<std::int64_t>({1, 65536}).value();
  const Tensor data = std::move(row).build();
  const auto stitch = [](const Values& in) { return dynamic_stitch({in[0]}, {in[1]}); };
  EXPECT_THAT(run_one({index, data}, stitch),
              StatusIs(StatusCode::kResourceExhausted,
                       AllOf(HasSubstr("dynamic_stitch"), HasSubstr("cannot allocate"))));
  expect_nothing({k2To31, 0}, {index, nothing(DType::kInt64, {1, 0})}, stitch);
}

// Gigabytes of text that nobody touches, so that they take no memory.
class UntouchedText {
 public:
  explicit UntouchedText(std::int64_t bytes)
      : size_(static_cast<std::size_t>(bytes)),
        start_(
            mmap(nullptr, size_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~UntouchedText() { munmap(start_, size_); }
  UntouchedText(const UntouchedText&) = delete;
  UntouchedText& operator=(const UntouchedText&) = delete;
  bool ok() const { return start_ != MAP_FAILED; }
  std::string_view view() const { return {static_cast<const char*>(start_), size_}; }

 private:
  std::size_t size_;
  void* start_;
};

class LongText : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(text_.ok()); }
  // Row by row: short, 3 GiB, short, 3 GiB, 3 GiB.
  Tensor column() const {
    const std::vector<std::string_view> rows = {"a", text_.view(), "b", text_.view(), text_.view()};
    return Tensor::borrow(rows, nullptr);
  }
  // The same rows above each other.
  Tensor two_columns() const {
    std::vector<std::string_view> rows;
    for (int i = 0; i < 2; ++i)
      for (const bool is_long : {false, true, false, true, true})
        rows.push_back(is_long ? text_.view() : "a");
    return Tensor::borrow(rows, nullptr).reshaped({2, 5}).value();
  }
  UntouchedText text_{std::int64_t{3} << 30};
};

constexpr std::string_view kTooLong = "6442450944 bytes at [1]";

TEST_F(LongText, TheLowestElementOf4GiBWinsInAdd) {
  EXPECT_THAT(run_one({column()}, [](const Values& in) { return add(in[0], in[0]); }),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("6442450944 bytes at [1]")));
  // Not the row, but the order of the result decides.
  const Tensor across = column().reshaped({1, 5}).value();
  const Tensor down = column().reshaped({5, 1}).value();
  EXPECT_THAT(run_one({across, down}, [](const Values& in) { return add(in[0], in[1]); }),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("at [1,1]")));
}

TEST_F(LongText, TheLowestElementOf4GiBWinsInStringJoin) {
  EXPECT_THAT(run_one({column()},
                      [](const Values& in) {
                        return string_join({in[0], in[0]});
                      }),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr(std::string(kTooLong))));
}

TEST_F(LongText, ARowCutAcrossIsAsLongAsInOnePiece) {
  EXPECT_THAT(run_one({column()}, [](const Values& in) { return reduce_join(in[0]); }),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("9663676418 bytes;")));
}

TEST_F(LongText, TheLowestElementOf4GiBWinsInReduceJoin) {
  EXPECT_THAT(
      run_one({two_columns()}, [](const Values& in) { return reduce_join(in[0], {.axes = {0}}); }),
      StatusIs(StatusCode::kResourceExhausted,
               AllOf(HasSubstr(std::string(kTooLong)), HasSubstr("at [1]"))));
}

// case B09
TEST_F(LongText, ALengthThatNeedsMoreThan31BitsIsAnError) {
  EXPECT_THAT(
      run_one({column()}, [](const Values& in) { return string_length(in[0]); }),
      StatusIs(StatusCode::kInvalidArgument, AllOf(HasSubstr("3221225472"), HasSubstr("at [1]"))));
}

TEST_F(LongText, ErrorsQuoteItsBeginningOnly) {
  const Result<Tensor> cut = run_one(
      {column()}, [](const Values& in) { return substr(in[0], std::int64_t{-3} << 30, 1); });
  EXPECT_THAT(cut, StatusIs(StatusCode::kInvalidArgument, HasSubstr("at [0]")));
  const std::vector<std::string_view> row = {text_.view()};
  const Tensor one = Tensor::borrow(row, nullptr);
  const Result<Tensor> outside =
      run_one({one}, [](const Values& in) { return substr(in[0], std::int64_t{4} << 30, 1); });
  EXPECT_THAT(outside, StatusIs(StatusCode::kInvalidArgument, HasSubstr("of 3221225472 bytes")));
  EXPECT_LT(outside.status().text().size(), 500U);
}

}  // namespace
}  // namespace weft::test
