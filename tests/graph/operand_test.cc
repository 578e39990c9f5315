#include "weft/graph/operand.h"

#include "weft/graph/graph.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

// A function on operands, as ops have them: the header's add and string_join in small.
template <class A, class B>
  requires OperandsOfOneDtype<A, B>
CommonHandle<A, B> add(const A& a, const B& b) {
  const std::vector<Operand> operands = {a, b};
  const DType dtype = dtype_of_handles(operands).value_or(DType::kInt32);
  return CommonHandle<A, B>(
      graph_of(operands).add_op_on_operands(pass_on("add"), operands, dtype).front());
}
Value<String> join(std::initializer_list<StringOperand> parts) {
  const std::vector<Operand> operands(parts.begin(), parts.end());
  return Value<String>(
      graph_of(operands).add_op_on_operands(pass_on("join"), operands, DType::kString).front());
}

TEST(Operand, ApiExample) {
  Graph graph;
  auto x = graph.input<float>("x");
  auto text = graph.input<String>("text");
  const Plan plan = graph.build({add(x, 1), join({text, "…"})}).value();
  EXPECT_EQ(plan.to_string(),
            "x: input -> float32[...]\n"
            "text: input -> string[...]\n"
            "constant_1: constant float32[] 1\n"
            "constant_2: constant string[] \"…\"\n"
            "add_1: add(x, constant_1) -> float32[...]\n"
            "join_1: join(text, constant_2) -> string[...]\n");
}

TEST(Operand, HoldsAHandleOrAPlainValue) {
  Graph graph;
  const Value<float> x = graph.input<float>("x");
  const Operand handle = x;
  EXPECT_TRUE(handle.is_handle());
  EXPECT_EQ(handle.handle().node(), static_cast<const AnyValue&>(x).node());
  const Operand number = 5;
  EXPECT_FALSE(number.is_handle());
  EXPECT_EQ(std::get<std::int64_t>(number.plain()), 5);
  EXPECT_EQ(std::get<std::uint64_t>(Operand(5U).plain()), 5U);
  EXPECT_EQ(std::get<double>(Operand(0.5f).plain()), 0.5);
  EXPECT_EQ(std::get<bool>(Operand(true).plain()), true);
  EXPECT_EQ(std::get<std::string>(Operand("text").plain()), "text");
  EXPECT_EQ(std::get<std::string>(Operand(std::string_view("a\0b", 3)).plain()).size(), 3U);
}

TEST(Operand, TextOutlivesTheCall) {
  const Operand operand = [] {
    const std::string local = "local text that is too long for a small string";
    return Operand(local);
  }();
  EXPECT_EQ(std::get<std::string>(operand.plain()),
            "local text that is too long for a small string");
}

TEST(Operand, TheDtypeIsThatOfTheFirstHandle) {
  Graph graph;
  const Value<std::int8_t> small = graph.input<std::int8_t>("small");
  const Value<double> wide = graph.input<double>("wide");
  EXPECT_EQ(dtype_of_handles({1, small, wide}), DType::kInt8);
  EXPECT_EQ(dtype_of_handles({wide, small}), DType::kFloat64);
  EXPECT_EQ(dtype_of_handles({1, "x"}), std::nullopt);
  EXPECT_EQ(dtype_of_handles({}), std::nullopt);
}

TEST(Operand, ConceptsChooseWhatCompiles) {
  using Text = Value<String>;
  using Int8 = Value<std::int8_t>;
  static_assert(OperandsOfOneDtype<Text, Text> && OperandsOfOneDtype<Text, const char*>);
  static_assert(OperandsOfOneDtype<std::string, Text> && OperandsOfOneDtype<Int8, int>);
  static_assert(OperandsOfOneDtype<AnyValue, Text> && OperandsOfOneDtype<AnyValue, double>);
  static_assert(OperandsOfOneDtype<AnyValue, bool> && OperandsOfOneDtype<Value<bool>, bool>);
  static_assert(!OperandsOfOneDtype<Text, int> && !OperandsOfOneDtype<Text, std::nullptr_t>);
  static_assert(!OperandsOfOneDtype<Int8, double> && !OperandsOfOneDtype<Int8, Value<float>>);
  static_assert(!OperandsOfOneDtype<Int8, bool> && !OperandsOfOneDtype<Value<bool>, int>);
  static_assert(!OperandsOfOneDtype<int, int> && !OperandsOfOneDtype<>);
  static_assert(std::same_as<CommonHandle<Int8, int>, Int8>);
  static_assert(std::same_as<CommonHandle<AnyValue, Int8>, Int8>);
  static_assert(std::same_as<CommonHandle<int, AnyValue>, AnyValue>);
  static_assert(!std::is_constructible_v<StringOperand, int> &&
                !std::is_constructible_v<StringOperand, Int8> &&
                !std::is_constructible_v<StringOperand, std::nullptr_t>);
}

TEST(Operand, AnExactNumberBecomesAConstantOfTheOthersDtype) {
  Graph graph;
  const auto small = graph.input<std::int8_t>("small");
  add(small, 100);
  add(graph.input<double>("wide"), 0.5f);
  EXPECT_THAT(graph.errors(), testing::IsEmpty());
  add(small, 300).named("sum");
  add(graph.input("any", DType::kUInt8), -1);
  add(graph.input("flag", DType::kBool), "yes");
  std::vector<std::string> texts;
  for (const Status& error : graph.errors()) texts.push_back(error.to_string());
  EXPECT_THAT(texts,
              ElementsAre("sum (add): 300 does not fit int8", "add_4 (add): -1 does not fit uint8",
                          "add_5 (add): the text \"yes\" does not fit bool"));
}

TEST(Operand, PlainValuesBesidePoisonedHandlesStaySilent) {
  Graph graph;
  const auto x = graph.input("x", DType::kFloat32);
  const Value<String> poisoned(graph.add_op(refuses("bad"), {x}).front());
  // What the handle's dtype would have been is not known, so nothing is said of the text.
  const Value<String> after = add(poisoned, "!");
  add("!", after);
  join({"<", poisoned, after});
  EXPECT_EQ(graph.errors().size(), 1U);
  EXPECT_THAT(graph.build({after}), StatusIs(StatusCode::kInvalidArgument, "bad_1 (bad): refused"));
}

TEST(Operand, AnEmptyHandleIsTheCauseWhateverStandsBeside) {
  Graph graph;
  const auto text = graph.input<String>("text");
  join({"<", text, Value<String>(), ">"});
  EXPECT_THAT(graph.build({text}),
              StatusIs(StatusCode::kInvalidArgument, "join_1 (join): input 2 is an empty handle"));
}

}  // namespace
}  // namespace weft::test
