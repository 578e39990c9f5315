// Every form in which a program handles errors, functions on strings, feeds and outputs.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "weft/tests/support/matchers.h"
#include "weft/weft.h"

namespace weft::test {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

TEST(UsageRuns, WrongCallsAreReportedByTheBuild) {
  Graph graph;
  auto small = graph.input<std::int8_t>("small");
  add(small, 300);
  EXPECT_THAT(compile(graph, {small}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("300 does not fit int8")));
  EXPECT_EQ(graph.errors().size(), 1U);
  Graph other;
  EXPECT_THAT(compile(other, {string_join({"a", "b"})}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("pass the graph first")));
  EXPECT_THAT(compile(other, {Value<float>()}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("empty handle")));
}

Result<Plan> build_plan(bool good) {
  Graph graph;
  auto text = graph.input<String>("text");
  if (!good) return invalid_argument("not good");
  WEFT_TRY_ASSIGN(TextUnit unit, parse_text_unit("UTF8_CHAR"));
  auto head = substr(text, 0, 8, {.unit = unit});
  WEFT_TRY_ASSIGN(auto plan, compile(graph, {head, string_length(head)}));
  WEFT_TRY(compile(graph, {head}));
  return plan;
}
Status check_plan(bool good) {
  WEFT_TRY_ASSIGN(Plan plan, build_plan(good));
  WEFT_TRY_ASSIGN(plan, build_plan(good));
  return {};
}

TEST(UsageRuns, ErrorsArePassedOn) {
  EXPECT_THAT(check_plan(true), IsOk());
  EXPECT_THAT(check_plan(false), StatusIs(StatusCode::kInvalidArgument, "not good"));
  if (Result<Plan> plan = build_plan(true)) {
    EXPECT_EQ(plan->num_nodes(), 2U);
  }
  EXPECT_THROW((void)build_plan(false).value(), Error);
}

TEST(UsageRuns, FunctionsOnStrings) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto shout = map_strings(text, "shout", [](std::string_view in, StringWriter& out) {
    for (char c : in) out.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  });
  const std::string prefix = "> ";
  auto calls = std::make_shared<std::atomic<int>>(0);
  auto quoted = map_strings(text, "quote", [prefix, calls](std::string_view in, StringWriter& out) {
    ++*calls;
    out.append(prefix);
    out.append(in);
  });
  auto checked = map_strings(text, "check", [](std::string_view in, StringWriter& out) -> Status {
    if (in.empty()) return invalid_argument("empty");
    out.append(in);
    return {};
  });
  const Plan plan = compile(graph, {shout, quoted}).value();
  const Outputs out = run(plan, {{text, {"banana", "abc"}}}).value();
  EXPECT_THAT(out[shout], TensorIs(of<String>({"BANANA", "ABC"})));
  EXPECT_THAT(out[quoted], TensorIs(of<String>({"> banana", "> abc"})));
  EXPECT_EQ(*calls, 2);
  EXPECT_THAT(run(compile(graph, {checked}).value(), {{text, {"a", ""}}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("empty")));
}

TEST(UsageRuns, FeedsAndOutputsOfARun) {
  Graph graph;
  auto text = graph.input<String>("text");
  auto x = graph.input<float>("x");
  AnyValue any = graph.input("any", DType::kInt64);
  auto line = identity(text).named("line");
  auto same = identity(any);
  Plan plan = compile(graph, {line, same, add(x, 1)}).value();
  const Tensor batch = Tensor::strings({"a", "b"});
  const Tensor numbers = of<float>({1, 2});
  const Tensor ids = of<std::int64_t>({1, 2});
  Feeds feeds;
  feeds.add({text, batch});
  feeds.add({"x", numbers});
  feeds.add({any, ids});
  Engine engine;
  for (const Result<Outputs>& each :
       {engine.run(plan, {{text, batch}, {x, numbers}, {any, ids}}),
        engine.run(plan, {{"text", batch}, {"x", numbers}, {"any", ids}}, {}),
        engine.run(plan, {{text, {"a", "b"}}, {x, {1, 2}}, {any, ids}}),
        engine.run(plan, feeds, {.retention = Retention::kCompact}), run(plan, feeds)}) {
    const Outputs out = each.value();
    EXPECT_THAT(out[line], TensorIs(batch));
    EXPECT_THAT(out["line"s], TensorIs(batch));
    EXPECT_THAT(out[same], TensorIs(ids));
    EXPECT_THAT(out[2], TensorIs(of<float>({2, 3})));
    for (const Tensor& tensor : out) EXPECT_EQ(tensor.size(), 2);
    EXPECT_THROW((void)out[text], Error);
  }
  Engine tuned({.threads = 2, .tuning = {.grain_bytes = 1}});
  EXPECT_THAT(tuned.run(plan, feeds), IsOk());
}

}  // namespace
}  // namespace weft::test
