#include "weft/graph/node_names.h"

#include "weft/graph/graph.h"
#include "weft/tests/support/fake_op.h"
#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names_of(const Graph& graph) { return name_nodes(*graph.state()).names; }

std::vector<std::string> texts_of(const std::vector<Status>& errors) {
  std::vector<std::string> texts;
  for (const Status& error : errors) texts.push_back(error.to_string());
  return texts;
}

TEST(NodeNames, DefaultsAreNumberedByOp) {
  Graph graph;
  const auto x = graph.input<float>("x");
  graph.constant<float>(1);
  graph.add_op(pass_on("substr"), {x});
  graph.add_op(pass_on("join"), {x});
  graph.add_op(pass_on("substr"), {x});
  graph.constant<float>(2);
  EXPECT_THAT(names_of(graph),
              ElementsAre("x", "constant_1", "substr_1", "join_1", "substr_2", "constant_2"));
}

TEST(NodeNames, TheLastNameWins) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const AnyValue y = graph.add_op(pass_on("pass"), {x}).front();
  const AnyValue z = y.named("first").named("second");
  EXPECT_THAT(names_of(graph), ElementsAre("x", "second"));
  // Names are resolved when the graph is built, so a later one counts.
  y.named("third");
  z.named("last");
  EXPECT_THAT(names_of(graph), ElementsAre("x", "last"));
  // Inputs are fed by their last name.
  x.named("renamed");
  EXPECT_EQ(graph.build({z})->to_string(),
            "renamed: input -> float32[...]\nlast: pass(renamed) -> float32[...]\n");
}

TEST(NodeNames, AllOutputsOfANodeShareItsName) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const std::vector<AnyValue> pair = graph.add_op(pass_on("pair", 2), {x});
  pair[1].named("both");
  EXPECT_THAT(names_of(graph), ElementsAre("x", "both"));
}

TEST(NodeNames, DefaultsStepAsideForGivenNames) {
  Graph graph;
  const auto x = graph.input<float>("x");
  graph.add_op(pass_on("substr"), {x});
  graph.add_op(pass_on("substr"), {x});
  graph.input<float>("substr_1");
  graph.add_op(pass_on("substr"), {x}).front().named("substr_3");
  graph.add_op(pass_on("substr"), {x});
  EXPECT_THAT(names_of(graph),
              ElementsAre("x", "substr_2", "substr_4", "substr_1", "substr_3", "substr_6"));
  EXPECT_THAT(graph.errors(), IsEmpty());
}

TEST(NodeNames, DefaultsAreUniqueForOpsWithNumbersInTheirNames) {
  Graph graph;
  const auto x = graph.input<float>("x");
  for (int i = 0; i < 12; ++i) {
    graph.add_op(pass_on("a"), {x});
    graph.add_op(pass_on("a_1"), {x});
    graph.add_op(pass_on("constant"), {x});
    graph.constant<float>(1);
  }
  std::vector<std::string> names = names_of(graph);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(NodeNames, DuplicatesAreRootCauses) {
  Graph graph;
  const auto x = graph.input<float>("x");
  graph.add_op(pass_on("pass"), {x}).front().named("line");
  graph.constant<float>(1).named("line");
  graph.input<float>("x");
  graph.input<float>("line");
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("line (constant): two nodes are named \"line\"",
                                                    "x (input): two nodes are named \"x\"",
                                                    "line (input): two nodes are named \"line\""));
  EXPECT_THAT(graph.build({}), StatusIs(StatusCode::kInvalidArgument, testing::HasSubstr("two")));
}

TEST(NodeNames, ADuplicateThatIsRenamedIsNone) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const auto y = graph.input<float>("x");
  EXPECT_FALSE(graph.build({x}).ok());
  y.named("y");
  EXPECT_THAT(graph.build({x, y}), IsOk());
}

TEST(NodeNames, AnEmptyNameIsARootCause) {
  Graph graph;
  const auto x = graph.input<float>("x");
  graph.add_op(pass_on("pass"), {x}).front().named("");
  EXPECT_THAT(texts_of(graph.errors()),
              ElementsAre("pass_1 (pass): a node's name must not be empty"));
}

TEST(NodeNames, CausesReadWithTheFinalName) {
  Graph graph;
  const auto x = graph.input<float>("x");
  const AnyValue bad = graph.add_op(refuses("bad"), {x}).front();
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("bad_1 (bad): refused"));
  bad.named("head");
  EXPECT_THAT(texts_of(graph.errors()), ElementsAre("head (bad): refused"));
  const NodeNames names = name_nodes(*graph.state());
  EXPECT_EQ(names.describe(*graph.state(), {std::nullopt, internal_error("alone")}).to_string(),
            "alone");
}

TEST(NodeNames, JoinedCausesReadOneALine) {
  const Status joined =
      join_causes({unimplemented("one").at({1}).in("a", "op"),
                   invalid_argument("two").in("b", "op"), invalid_argument("three")});
  EXPECT_EQ(joined.code(), StatusCode::kUnimplemented);
  EXPECT_EQ(joined.node(), "a");
  EXPECT_EQ(joined.op(), "op");
  EXPECT_THAT(joined.position(), ElementsAre(1));
  EXPECT_EQ(joined.to_string(), "a (op): one\nb (op): two\nthree");
}

}  // namespace
}  // namespace weft::test
