#include "weft/graph/dot.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "weft/graph/graph.h"
#include "weft/graph/quote.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;

Plan plan_of(const std::string& input, const std::string& output) {
  Graph graph;
  const auto text = graph.input<String>(input, {-1, 3});
  return graph.build({graph.add_op(pass_on("shout"), {text}).front().named(output)}).value();
}

TEST(Dot, ApiExample) {
  const Plan plan = plan_of("text", "line");
  const std::string path = testing::TempDir() + "/plan.dot";
  std::ofstream(path) << weft::dot(plan);
  EXPECT_GT(std::filesystem::file_size(path), 0U);
  EXPECT_EQ(dot(plan),
            "digraph plan {\n"
            "  node [shape=box, fontname=\"monospace\"];\n"
            "  \"text\" [label=\"text\\ninput\", style=rounded];\n"
            "  \"line\" [label=\"line\\nshout\", peripheries=2];\n"
            "  \"text\" -> \"line\" [label=\"string[?,3]\"];\n"
            "}\n");
}

// What Graphviz asks of this subset of its language: statements of names, options in brackets that
// are balanced outside of strings, and strings without bytes that it does not take.
std::string fault_of(const std::string& text) {
  if (text.rfind("digraph plan {\n", 0) != 0) return "no beginning";
  std::string open;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) < 0x20 && (c != '\n' || in_string)) return "control byte";
    if (in_string) {
      if (c == '\\' && ++i == text.size()) return "cut escape";
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{' || c == '[') open += c;
    if (c == '}' || c == ']') {
      if (open.empty() || open.back() != (c == '}' ? '{' : '[')) return "unbalanced";
      open.pop_back();
    }
  }
  // Without backslashes of its own, what quote() escapes in hexadecimal is malformed.
  std::string bare = text;
  std::replace(bare.begin(), bare.end(), '\\', '/');
  if (quote(bare, bare.size()).find("\\x") != std::string::npos) return "malformed UTF-8";
  return in_string || !open.empty() ? "no end" : "";
}

TEST(Dot, NamesOfAnyKindAreQuoted) {
  const std::vector<std::string> names = {"plain",
                                          "with \"quotes\"",
                                          "back\\slash\\",
                                          "two\nlines",
                                          "tab\tand\rreturn",
                                          "] } ; -> {",
                                          "<b>html</b>",
                                          "日本",
                                          std::string("nul\0byte", 8),
                                          "malformed \xFF\x80",
                                          "\\n"};
  for (const std::string& name : names) {
    SCOPED_TRACE(quote(name));
    EXPECT_EQ(fault_of(dot(plan_of(name, "line"))), "");
    EXPECT_EQ(fault_of(dot(plan_of("text", name))), "");
  }
  EXPECT_THAT(dot(plan_of("a\"b", "c\nd")),
              HasSubstr(R"("a\"b" -> "c\nd" [label="string[?,3]"];)"));
  EXPECT_THAT(dot(plan_of("back\\slash", "line")), HasSubstr(R"("back\\slash" -> "line")"));
  EXPECT_THAT(dot(plan_of("\xFF", "line")), HasSubstr(R"("\\xFF" -> "line")"));
}

TEST(Dot, AnyBytes) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 200; ++i) {
    const std::string name = random.text(Text::kBytes, random.integer(1, 40));
    ASSERT_EQ(fault_of(dot(plan_of(name, "out"))), "") << quote(name);
  }
}

TEST(Dot, DifferentNamesStayDifferentBoxes) {
  EXPECT_NE(dot(plan_of("a\nb", "line")), dot(plan_of("a\\nb", "line")));
}

TEST(Dot, ConstantsAndEveryEdge) {
  Graph graph;
  const auto x = graph.input<float>("x", {2});
  graph.input<float>("unused");
  const auto c = graph.constant<String>({"say \"hi\"", "b"}).named("words");
  const auto pair = graph.add_op(pass_on("pair", 2), {x, c}).front().named("pair");
  const auto last = graph.add_op(pass_on("last"), {pair, x, x}).front();
  const std::string text = dot(graph.build({last, c}).value());
  EXPECT_EQ(fault_of(text), "");
  EXPECT_THAT(text, HasSubstr("  \"words\" [label=\"words\\nstring[2] "
                              "[\\\"say \\\\\\\"hi\\\\\\\"\\\",\\\"b\\\"]\", peripheries=2, "
                              "style=dashed];\n"));
  EXPECT_THAT(text, HasSubstr("  \"words\" -> \"pair\" [label=\"string[2]\"];\n"));
  EXPECT_THAT(text, HasSubstr("  \"x\" -> \"last_1\" [label=\"float32[2]\"];\n"
                              "  \"x\" -> \"last_1\" [label=\"float32[2]\"];\n"));
  EXPECT_THAT(text, Not(HasSubstr("unused")));
}

TEST(Dot, AnEmptyPlan) { EXPECT_EQ(fault_of(dot(Graph().build({}).value())), ""); }

}  // namespace
}  // namespace weft::test
