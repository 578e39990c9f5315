#include "weft/ops/map_strings.h"

#include <atomic>
#include <cctype>
#include <stdexcept>

#include "weft/tests/reference/map_strings.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"
#include "weft/tests/support/run_all_ways.h"
#include "weft/tests/support/string_facts.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

template <class Function>
Result<Tensor> map_of(const Tensor& input, const Function& function) {
  return run_op({input}, [&](Graph&, const std::vector<AnyValue>& in) -> AnyValue {
    return map_strings(in[0], "map", function);
  });
}

Status refuse_empty(std::string_view in, StringWriter& out) {
  if (in.empty()) return invalid_argument("empty");
  out.append(in);
  return Status();
}

TEST(MapStrings, ApiExample) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto shout = map_strings(text, "shout", [](std::string_view in, StringWriter& out) {
    for (char c : in) out.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  });
  Plan plan = compile(graph, {shout}).value();
  Outputs out = run(plan, {{text, {"ab", "c"}}}).value();
  EXPECT_THAT(out[shout], TensorIs(of<String>({"AB", "C"})));
  EXPECT_THAT(out["shout_1"], TensorIs(of<String>({"AB", "C"})));
}

TEST(MapStrings, KeepsTheShape) {
  const auto doubled = [](std::string_view in, StringWriter& out) {
    out.append(in);
    out.append(in);
  };
  EXPECT_THAT(map_of(of<String>("a"), doubled), IsOkAndHolds(TensorIs(of<String>("aa"))));
  EXPECT_THAT(map_of(of<String>({{"a", ""}, {"bc", "d"}}), doubled),
              IsOkAndHolds(TensorIs(of<String>({{"aa", ""}, {"bcbc", "dd"}}))));
  EXPECT_THAT(map_of(of<String>({}), doubled), IsOkAndHolds(TensorIs(of<String>({}))));
}

TEST(MapStrings, ErrorsNameTheElement) {
  const Result<Tensor> result = map_of(of<String>({{"a", "b"}, {"", ""}}), refuse_empty);
  EXPECT_THAT(result,
              StatusIs(StatusCode::kInvalidArgument, "map_1 (map): empty at [1,0], value \"\""));
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1, 0));
  EXPECT_THAT(map_of(of<String>(""), refuse_empty),
              StatusIs(StatusCode::kInvalidArgument, "map_1 (map): empty, value \"\""));
}

TEST(MapStrings, WhatTheFunctionThrowsIsAnErrorOfItsElement) {
  const auto strict = [](std::string_view in, StringWriter& out) {
    if (in == "bad") throw std::out_of_range("no");
    out.append(in);
  };
  const Result<Tensor> result = map_of(of<String>({"a", "bad", "bad"}), strict);
  EXPECT_THAT(result, StatusIs(StatusCode::kInternal,
                               "map_1 (map): threw std::out_of_range: no at [1], value \"bad\""));
  EXPECT_THAT(result.status().position(), testing::ElementsAre(1));
  const auto kind = [](std::string_view, StringWriter&) { throw Error(unimplemented("later")); };
  EXPECT_THAT(map_of(of<String>({"a"}), kind),
              StatusIs(StatusCode::kUnimplemented, HasSubstr("later at [0], value \"a\"")));
}

TEST(MapStrings, WrongCallsAreRootCauses) {
  Graph graph;
  auto text = graph.input<String>("text");
  const auto copy = [](std::string_view in, StringWriter& out) { out.append(in); };
  map_strings(text, "", copy).named("nameless");
  map_strings_untyped(text, "empty", nullptr).named("none");
  map_strings(AnyValue(graph.input<float>("x")), "map", copy).named("typed");
  const Result<Plan> plan = compile(graph, {text});
  EXPECT_THAT(plan,
              StatusIs(StatusCode::kInvalidArgument,
                       testing::AllOf(HasSubstr("nameless (): map_strings was given an empty"),
                                      HasSubstr("none (empty): map_strings was given no "
                                                "function"),
                                      HasSubstr("typed (map): input is float32; it must be "
                                                "string"))));
}

TEST(MapStrings, IsNotRunWhenThePlanIsCompiled) {
  auto calls = std::make_shared<std::atomic<int>>(0);
  Graph graph;
  auto mapped = map_strings(graph.constant<String>({"a", "b"}), "count",
                            [calls](std::string_view, StringWriter&) { ++*calls; });
  Plan plan = compile(graph, {mapped}).value();
  EXPECT_EQ(*calls, 0);
  EXPECT_THAT(run(plan, {}), IsOk());
  EXPECT_EQ(*calls, 2);
}

TEST(MapStrings, BytesOutliveEverything) {
  Tensor result;
  {
    Graph graph;
    auto text = graph.input<String>("text");
    auto long_text = map_strings(text, "repeat", [](std::string_view in, StringWriter& out) {
      for (int i = 0; i < 5000; ++i) out.append(in);
    });
    Engine engine({.threads = 2, .tuning = {.grain_bytes = 1, .inline_limit_ns = 0}});
    result = engine.run(compile(graph, {long_text}).value(), {{text, {"ab", "c", "", "def"}}})
                 .value()[long_text];
  }
  EXPECT_THAT(result, HasTrueFacts());
  EXPECT_EQ(result.facts().max_length, 15000);
  EXPECT_EQ(result.facts().total_bytes, 30000);
  for (const std::string_view text : result.values<String>())
    for (std::size_t i = 0; i < text.size(); i += 5000) ASSERT_NE(text[i], '\0');
}

TEST(MapStrings, AgreesWithTheReference) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  const auto reversed = [](std::string_view in, StringWriter& out) {
    for (std::size_t i = in.size(); i > 0; --i) out.push_back(in[i - 1]);
    out.append(in.substr(0, in.size() / 2));
  };
  for (int i = 0; i < 40; ++i) {
    const Shape shape = random.chance(0.1) ? Shape{random.integer(0, 300)} : random.shape();
    const Tensor input =
        random.chance(0.5) ? random.strings(shape) : random.borrowed_strings(shape);
    const Tensor want = reference::map_strings(input, [](const std::string& in) {
      return std::string(in.rbegin(), in.rend()) + in.substr(0, in.size() / 2);
    });
    const Result<Tensor> got = map_of(input, reversed);
    ASSERT_THAT(got, IsOkAndHolds(TensorIs(want)));
    ASSERT_THAT(got, IsOkAndHolds(HasTrueFacts()));
  }
}

}  // namespace
}  // namespace weft::test
