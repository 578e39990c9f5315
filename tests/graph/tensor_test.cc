#include "weft/graph/tensor.h"

#include <deque>
#include <limits>
#include <list>
#include <numeric>

#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Tensor, ApiExample) {
  weft::Tensor words = weft::Tensor::of<weft::String>({{"a", "b"}, {"c", "d"}});
  EXPECT_EQ(words.at<weft::String>({1, 0}), "c");
  EXPECT_EQ(words.to_string(), R"(string[2,2] [["a","b"],["c","d"]])");
}

TEST(Tensor, ADefaultOneIsAnEmptyListOfFloats) {
  const Tensor tensor;
  EXPECT_EQ(tensor.dtype(), DType::kFloat32);
  EXPECT_EQ(tensor.shape(), Shape({0}));
  EXPECT_EQ(tensor.size(), 0);
  EXPECT_TRUE(tensor.values<float>().empty());
}

TEST(Tensor, EveryDtypeAndRankComesBack) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int dtype = 0; dtype < 12; ++dtype) {
    for (const Shape& shape : {Shape(), Shape({1}), Shape({3}), Shape({2, 3}), Shape({0, 4}),
                               Shape({1, 2, 1, 3, 1}), Shape(std::vector<std::int64_t>(254, 1))}) {
      const Tensor tensor = random.tensor(static_cast<DType>(dtype), shape);
      SCOPED_TRACE(tensor.to_string());
      EXPECT_EQ(tensor.dtype(), static_cast<DType>(dtype));
      EXPECT_EQ(tensor.shape(), shape);
      EXPECT_EQ(tensor.size(), shape.num_elements().value());
      visit_dtype(tensor.dtype(), [&]<class T>(std::type_identity<T>) {
        EXPECT_THAT(Tensor::of<T>(shape, tensor.to_vector<T>()), IsOkAndHolds(TensorIs(tensor)));
      });
    }
  }
}

TEST(Tensor, CopiesShareTheStorage) {
  const Tensor numbers = of<float>({1, 2});
  const Tensor copy = numbers;
  EXPECT_EQ(copy.values<float>().data(), numbers.values<float>().data());
  EXPECT_EQ(numbers.data().use_count(), 2);
  const Tensor texts = of<String>({"a"});
  const Tensor other = texts;
  EXPECT_EQ(other.values<String>()[0].data(), texts.values<String>()[0].data());
}

TEST(Tensor, AccessByAnotherDtypeThrows) {
  const Tensor tensor = of<std::int32_t>({1, 2});
  try {
    (void)tensor.values<float>();
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.status(), StatusIs(StatusCode::kInvalidArgument,
                                         "a tensor of int32 has no elements of float32"));
  }
  EXPECT_THROW((void)tensor.values<String>(), Error);
  EXPECT_THROW((void)tensor.at<std::int64_t>({0}), Error);
  EXPECT_THROW((void)tensor.to_vector<std::uint32_t>(), Error);
  EXPECT_THROW((void)of<String>("a").to_vector<bool>(), Error);
}

TEST(Tensor, AccessOutsideThrows) {
  const Tensor tensor = of<std::int32_t>({{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(tensor.at<std::int32_t>({1, 2}), 6);
  const auto message = [&](const Tensor& from, std::initializer_list<std::int64_t> position) {
    try {
      (void)from.at<std::int32_t>(position);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(tensor, {2, 0}), "there is no element at [2,0] in shape [2,3]");
  EXPECT_EQ(message(tensor, {0, 3}), "there is no element at [0,3] in shape [2,3]");
  EXPECT_EQ(message(tensor, {-1, 0}), "there is no element at [-1,0] in shape [2,3]");
  EXPECT_EQ(message(tensor, {0}), "there is no element at [0] in shape [2,3]");
  EXPECT_EQ(message(tensor, {}), "there is no element in shape [2,3]");
  EXPECT_EQ(message(of<std::int32_t>(7), {0}), "there is no element at [0] in shape []");
  EXPECT_EQ(message(of<std::int32_t>({}), {0}), "there is no element at [0] in shape [0]");
  EXPECT_EQ(of<std::int32_t>(7).at<std::int32_t>({}), 7);
}

TEST(Tensor, OfAShapeAndARange) {
  const std::vector<float> floats = {1, 2, 3, 4};
  EXPECT_THAT(Tensor::of<float>({2, 2}, floats),
              IsOkAndHolds(TensorIs(of<float>({{1, 2}, {3, 4}}))));
  EXPECT_THAT(Tensor::of<float>({2}, std::list<int>{1, 2}),
              IsOkAndHolds(TensorIs(of<float>({1, 2}))));
  EXPECT_THAT(Tensor::of<String>({2, 1}, std::vector<std::string>{"a", "b"}),
              IsOkAndHolds(TensorIs(of<String>({{"a"}, {"b"}}))));
  EXPECT_THAT(Tensor::of<bool>({2}, std::vector<bool>{true, false}),
              IsOkAndHolds(TensorIs(of<bool>({true, false}))));
  EXPECT_THAT(Tensor::of<std::int8_t>({0, 7}, std::vector<int>()),
              IsOkAndHolds(testing::Property(&Tensor::size, 0)));
  const Tensor texts = of<String>({"x", "y"});
  EXPECT_THAT(Tensor::of<String>({1, 2}, texts.values<String>()),
              IsOkAndHolds(TensorIs(of<String>({{"x", "y"}}))));
}

TEST(Tensor, OfAShapeThatDoesNotFitTheRange) {
  const std::vector<float> floats = {1, 2, 3};
  EXPECT_THAT(
      Tensor::of<float>({2, 2}, floats),
      StatusIs(StatusCode::kInvalidArgument, "shape [3] has 3 elements, shape [2,2] has 4"));
  EXPECT_THAT(Tensor::of<double>({2}, floats),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("shape [2] has 2")));
  EXPECT_THAT(Tensor::of<String>({}, std::vector<std::string>()),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("shape [] has 1")));
  EXPECT_THAT(Tensor::of<float>({-1}, floats),
              StatusIs(StatusCode::kInvalidArgument, "shape [?] has a dimension of -1"));
  EXPECT_THAT(Tensor::of<std::uint8_t>({2}, std::vector<int>{1, 256}),
              StatusIs(StatusCode::kInvalidArgument, "256 does not fit uint8"));
}

TEST(Tensor, StringsFromAnyRangeOfText) {
  const Tensor want = of<String>({"x", "yy"});
  const std::vector<std::string> names = {"x", "yy"};
  const std::deque<std::string_view> queue = {"x", "yy"};
  const char* const pointers[] = {"x", "yy"};
  EXPECT_THAT(Tensor::strings(names), TensorIs(want));
  EXPECT_THAT(Tensor::strings(queue), TensorIs(want));
  EXPECT_THAT(Tensor::strings(pointers), TensorIs(want));
  EXPECT_THAT(Tensor::strings({"x", "yy"}), TensorIs(want));
  EXPECT_THAT(Tensor::strings(std::vector<std::string>{"x", "yy"}), TensorIs(want));
  EXPECT_THAT(Tensor::strings(want.values<String>()), TensorIs(want));
  EXPECT_THAT(Tensor::strings(std::vector<std::string>()), TensorIs(of<String>({})));
}

// case B45
TEST(Tensor, TextIsCopiedBeforeItDies) {
  Tensor tensor;
  {
    std::vector<std::string> local = {std::string("x") + "y", std::string(100, 'z')};
    tensor = Tensor::strings(local);
    local[0] = "changed";
    local.clear();
  }
  EXPECT_THAT(tensor.to_vector<String>(), ElementsAre("xy", std::string(100, 'z')));
}

// case B87
TEST(Tensor, EveryByteComesBack) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::vector<std::string> texts = {all, std::string(3, '\0'), ""};
  EXPECT_EQ(Tensor::strings(texts).to_vector<String>(), texts);
  EXPECT_EQ(Tensor::of<String>({3, 1}, texts)->to_vector<String>(), texts);
  EXPECT_EQ(Tensor::borrow(texts, nullptr).to_vector<String>(), texts);
  EXPECT_EQ(Tensor::of<String>(all).to_vector<String>()[0], all);
}

TEST(Tensor, BuildersStartWithZerosAndCopyNothing) {
  TensorBuilder<float> cells = Tensor::builder<float>({2, 3}).value();
  EXPECT_THAT(cells.values(), testing::Each(0.0f));
  std::iota(cells.values().begin(), cells.values().end(), 1.0f);
  const float* const memory = cells.values().data();
  const Tensor tensor = std::move(cells).build();
  EXPECT_THAT(tensor, TensorIs(of<float>({{1, 2, 3}, {4, 5, 6}})));
  EXPECT_EQ(tensor.values<float>().data(), memory);
  EXPECT_THAT(Tensor::builder<bool>({2}).value().values(), testing::Each(false));
}

TEST(Tensor, BuildersWithoutElementsAllocateNothing) {
  TensorBuilder<std::int64_t> none =
      Tensor::builder<std::int64_t>({std::numeric_limits<std::int64_t>::max(), 0}).value();
  EXPECT_TRUE(none.values().empty());
  EXPECT_FALSE(std::move(none).build().data());
}

TEST(Tensor, BuildersOfImpossibleShapesAreRefused) {
  EXPECT_THAT(Tensor::builder<float>({std::int64_t{1} << 62, 4}),
              StatusIs(StatusCode::kResourceExhausted,
                       "shape [4611686018427387904,4] has more elements than 64 bits count"));
  EXPECT_THAT(Tensor::builder<float>({std::int64_t{1} << 62}),
              StatusIs(StatusCode::kResourceExhausted, "shape [4611686018427387904] is too large"));
  EXPECT_THAT(Tensor::builder<float>({std::int64_t{1} << 50}),
              StatusIs(StatusCode::kResourceExhausted, "cannot allocate 4503599627370496 bytes"));
  EXPECT_THAT(Tensor::builder<float>({-1, 2}),
              StatusIs(StatusCode::kInvalidArgument, "shape [?,2] has a dimension of -1"));
  EXPECT_THAT(Tensor::builder<bool>(Shape(std::vector<std::int64_t>(255, 1))),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("rank 255")));
}

TEST(Tensor, ReshapedSharesEverything) {
  const Tensor numbers = of<std::int32_t>({{1, 2, 3}, {4, 5, 6}});
  const Tensor column = numbers.reshaped({3, 2, 1}).value();
  EXPECT_EQ(column.shape(), Shape({3, 2, 1}));
  EXPECT_EQ(column.at<std::int32_t>({2, 0, 0}), 5);
  EXPECT_EQ(column.data(), numbers.data());
  const Tensor texts = of<String>({"a", "b"});
  const Tensor row = texts.reshaped({1, 2}).value();
  EXPECT_EQ(row.data(), texts.data());
  EXPECT_EQ(row.lengths(), texts.lengths());
  EXPECT_EQ(row.bytes(), texts.bytes());
  EXPECT_EQ(row.facts().total_bytes, 2);
  EXPECT_THAT(numbers.reshaped({4}), StatusIs(StatusCode::kInvalidArgument,
                                              "shape [2,3] has 6 elements, shape [4] has 4"));
  EXPECT_THAT(numbers.reshaped({-1}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("-1")));
  EXPECT_THAT(of<float>({}).reshaped({std::numeric_limits<std::int64_t>::max(), 3, 0}), IsOk());
}

TEST(Tensor, TheShapeOfATemporaryIsNoReference) {
  static_assert(std::same_as<decltype(of<float>(1).shape()), Shape>);
  EXPECT_EQ(of<float>({1, 2}).shape(), Shape({2}));
}

}  // namespace
}  // namespace weft::test
