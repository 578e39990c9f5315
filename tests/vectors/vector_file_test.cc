#include "weft/tests/vectors/vector_file.h"

#include <cmath>
#include <limits>

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A file of one substr case with this input and no other, and no output.
std::string file_with_input(const std::string& tensor) {
  return R"({"op":"substr","cases":[{"name":"c","inputs":[)" + tensor +
         R"(],"attrs":{},"outputs":[]}]})";
}

Result<Tensor> read_tensor(const std::string& dtype, const std::string& shape,
                           const std::string& values) {
  WEFT_TRY_ASSIGN(std::vector<VectorCase> cases,
                  parse_vectors(file_with_input(R"({"dtype":")" + dtype + R"(","shape":)" + shape +
                                                R"(,"values":)" + values + "}")));
  return cases[0].feeds[0];
}

TEST(VectorFile, TextIsBytes) {
  EXPECT_THAT(read_tensor("string", "[3]", R"(["","a\u0000\u007f","\u0080\u00c3\u00ff"])"),
              IsOkAndHolds(TensorIs(Tensor::strings(
                  {"", std::string_view("a\0\x7F", 3), std::string_view("\x80\xC3\xFF")}))));
  EXPECT_THAT(read_tensor("string", "[]", R"("a")"),
              StatusIs(StatusCode::kInvalidArgument, testing::_));
  EXPECT_THAT(read_tensor("string", "[1]", R"(["\u0100"])"),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("U+00FF")));
}

TEST(VectorFile, IntegersKeepAllBits) {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(
      read_tensor("int64", "[3]", "[-9223372036854775808,9223372036854775807,9007199254740993]"),
      IsOkAndHolds(TensorIs(of<std::int64_t>({kMin, kMax, 9007199254740993}))));
  EXPECT_THAT(read_tensor("uint64", "[1]", "[18446744073709551615]"),
              IsOkAndHolds(TensorIs(of<std::uint64_t>({~std::uint64_t{0}}))));
  for (const char* value : {"[128]", "[-129]", "[1.0]", "[true]", "[18446744073709551616]"})
    EXPECT_THAT(read_tensor("int8", "[1]", value),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr("is no int8")));
  EXPECT_FALSE(read_tensor("uint64", "[1]", "[-1]").ok());
}

TEST(VectorFile, FloatsKeepSignsAndSpecialValues) {
  const Tensor floats = read_tensor("float32", "[5]", R"([-0.0,0.1,"nan","inf","-inf"])").value();
  const auto values = floats.values<float>();
  EXPECT_TRUE(std::signbit(values[0]));
  EXPECT_EQ(values[0], 0);
  EXPECT_EQ(values[1], 0.1f);
  EXPECT_TRUE(std::isnan(values[2]));
  EXPECT_EQ(values[3], std::numeric_limits<float>::infinity());
  EXPECT_EQ(values[4], -std::numeric_limits<float>::infinity());
  EXPECT_FALSE(read_tensor("float64", "[1]", R"(["NaN"])").ok());
}

TEST(VectorFile, ValuesMustFillTheShape) {
  EXPECT_THAT(read_tensor("bool", "[2,2]", "[true,false,true]"),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("[2,2] does not have 3 elements")));
  EXPECT_THAT(read_tensor("bool", "[0,9]", "[]"), IsOk());
  EXPECT_FALSE(read_tensor("bool", "[9223372036854775807,2]", "[]").ok());
  EXPECT_FALSE(read_tensor("int7", "[0]", "[]").ok());
}

TEST(VectorFile, AttributesAndErrors) {
  const auto cases = parse_vectors(
      R"({"op":"reduce_join","cases":[
        {"name":"all","inputs":[],"attrs":{"axis":null},"outputs":[]},
        {"name":"none","inputs":[],"attrs":{"axis":[]},"outputs":[]},
        {"name":"some","inputs":[],"attrs":{"axis":[1,-2],"keep_dims":true,"separator":"\u00ff"},
         "error":{"code":"RESOURCE_EXHAUSTED","mentions":["1","[2]"]}}]})");
  ASSERT_THAT(cases, IsOk());
  EXPECT_TRUE((*cases)[0].nodes[0].attributes.axes.is_all());
  EXPECT_FALSE((*cases)[1].nodes[0].attributes.axes.is_all());
  const VectorAttributes& attributes = (*cases)[2].nodes[0].attributes;
  EXPECT_THAT(attributes.axes.list(), ElementsAre(1, -2));
  EXPECT_TRUE(attributes.keep_dims);
  EXPECT_EQ(attributes.separator, "\xFF");
  const auto& error = std::get<VectorError>((*cases)[2].expected);
  EXPECT_EQ(error.code, StatusCode::kResourceExhausted);
  EXPECT_THAT(error.mentions, ElementsAre("1", "[2]"));
}

TEST(VectorFile, Graphs) {
  const auto cases = parse_vectors(
      R"({"op":"graph","cases":[{"name":"g","feeds":[{"dtype":"bool","shape":[],"values":[true]}],
        "nodes":[{"name":"a","op":"cast","attrs":{"to":"int8"},"inputs":["feed:0"]},
                 {"name":"b","op":"add","attrs":{},"inputs":["a:0","a:0"]}],
        "fetches":["b:0","feed:0"],
        "error":{"code":"UNIMPLEMENTED","node":"b","mentions":[]}}]})");
  ASSERT_THAT(cases, IsOk());
  const VectorCase& graph = cases->front();
  EXPECT_EQ(graph.nodes[0].attributes.dtype, "int8");
  EXPECT_EQ(graph.nodes[0].inputs[0].node, std::nullopt);
  EXPECT_EQ(graph.nodes[1].inputs[1].node, 0U);
  EXPECT_EQ(graph.fetches[0].node, 1U);
  EXPECT_EQ(std::get<VectorError>(graph.expected).node, "b");
}

TEST(VectorFile, UnreadableFilesSayWhy) {
  EXPECT_THAT(parse_vectors("{"), StatusIs(StatusCode::kInvalidArgument, HasSubstr("parse error")));
  EXPECT_THAT(parse_vectors(R"({"op":"add","cases":[]})"),
              StatusIs(StatusCode::kInvalidArgument, "there is no case"));
  EXPECT_THAT(
      parse_vectors(
          R"({"op":"add","cases":[{"name":"c","inputs":[],"attrs":{"axes":[]},"outputs":[]}]})"),
      StatusIs(StatusCode::kInvalidArgument, "case 0: there is no attribute \"axes\""));
  EXPECT_THAT(parse_vectors(R"({"op":"add","cases":[{"name":"c","inputs":[],"attrs":{}}]})"),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("either outputs or an error")));
  EXPECT_THAT(parse_vectors(R"({"op":"graph","cases":[{"name":"c","feeds":[],"fetches":["a:0"],
                  "nodes":[{"name":"a","op":"add","attrs":{},"inputs":["b:0"]}],"outputs":[]}]})"),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("\"b:0\"")));
  EXPECT_THAT(read_vector_file("no such file"),
              StatusIs(StatusCode::kInvalidArgument, "cannot open it"));
  EXPECT_THAT(read_vector_file("."), StatusIs(StatusCode::kInvalidArgument, "nothing can be read"));
}

}  // namespace
}  // namespace weft::test
