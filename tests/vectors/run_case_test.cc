#include "weft/tests/vectors/run_case.h"

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr auto kInvalid = StatusCode::kInvalidArgument;

// The first character of "ab".
VectorCase first_of_ab() {
  return {.feeds = {of<String>({"ab"}), of<std::int32_t>(0), of<std::int32_t>(1)},
          .nodes = {{.name = "node",
                     .op = "substr",
                     .inputs = {{.number = 0}, {.number = 1}, {.number = 2}}}},
          .expected = std::vector<Tensor>{of<String>({"a"})}};
}

TEST(RunCase, RightAndWrongOutputs) {
  std::vector<EngineWay> engines;
  for (const char* name : {"one", "two"})
    engines.push_back({name, std::make_unique<Engine>(
                                 EngineOptions{.threads = 2, .tuning = {.inline_limit_ns = 0}})});
  VectorCase head = first_of_ab();
  EXPECT_THAT(run_case(head, engines), IsEmpty());
  head.expected = std::vector<Tensor>{of<String>({"b"})};
  EXPECT_THAT(run_case(head, engines),
              ElementsAre(Field(
                  &CaseFailure::ways,
                  ElementsAre("inputs of unknown rank, without an engine",
                              "inputs of unknown rank, on one", "inputs of unknown rank, on two",
                              "inputs of known shapes, without an engine"))));
}

TEST(RunCase, ErrorsOfRunBuildAndAttributes) {
  VectorCase head = first_of_ab();
  head.feeds[1] = of<std::int32_t>(3);
  head.expected = VectorError{.code = kInvalid, .node = "node", .mentions = {"3", "[0]"}};
  EXPECT_THAT(run_case(head, {}), IsEmpty());
  head.expected = VectorError{.code = kInvalid, .mentions = {"4"}};
  EXPECT_THAT(
      run_case(head, {}),
      ElementsAre(Field(&CaseFailure::mismatch, HasSubstr("expected kInvalidArgument \"4\"\n"))));

  head.feeds[1] = of<std::int32_t>({0, 0});
  head.expected = VectorError{.code = kInvalid, .mentions = {"[2]", "[]"}};
  EXPECT_THAT(run_case(head, {}), IsEmpty());
  head.expected = VectorError{.code = StatusCode::kUnimplemented};
  EXPECT_THAT(
      run_case(head, {}),
      ElementsAre(Field(&CaseFailure::ways, ElementsAre("inputs of unknown rank, without an engine",
                                                        "inputs of known shapes, at build"))));

  head = first_of_ab();
  head.nodes[0].attributes.unit = "XYZ";
  head.expected = VectorError{.code = kInvalid, .mentions = {"XYZ"}};
  EXPECT_THAT(run_case(head, {}), IsEmpty());
}

TEST(RunCase, WhatCannotBeBuiltIsNoExpectedError) {
  VectorCase head = first_of_ab();
  head.expected = VectorError{.code = kInvalid};
  head.nodes[0].op = "no such op";
  EXPECT_THAT(run_case(head, {}),
              ElementsAre(Field(&CaseFailure::mismatch, HasSubstr("kInternal"))));

  head = first_of_ab();
  head.expected = VectorError{.code = kInvalid};
  head.nodes[0].inputs.pop_back();
  EXPECT_THAT(run_case(head, {}), SizeIs(1));
  head = first_of_ab();
  head.expected = VectorError{.code = kInvalid};
  head.fetches = {{.node = 0, .number = 1}};
  EXPECT_THAT(run_case(head, {}), SizeIs(1));
}

TEST(RunCase, GraphsFetchOutputsOfSeveralNodes) {
  VectorCase chain = first_of_ab();
  chain.nodes.push_back(
      {.name = "again", .op = "substr", .inputs = {{.node = 0}, {.number = 1}, {.number = 1}}});
  chain.fetches = {{.node = 1}, {.node = 0}};
  chain.expected = std::vector<Tensor>{of<String>({""}), of<String>({"a"})};
  EXPECT_THAT(run_case(chain, {}), IsEmpty());
  chain.feeds[1] = of<std::int32_t>(2);
  chain.nodes[1].inputs[1].number = 2;
  chain.expected = VectorError{.code = kInvalid, .node = "again"};
  EXPECT_THAT(run_case(chain, {}), IsEmpty());
}

}  // namespace
}  // namespace weft::test
