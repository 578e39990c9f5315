#include "line_pipeline/line_plan.h"

#include <cstdint>
#include <vector>

weft::Result<LinePlan> make_line_plan() {
  constexpr weft::SubstrOptions kCharacters = {.unit = weft::TextUnit::kUtf8Char};
  weft::Graph graph;
  auto line = graph.input<weft::String>("line", {-1});

  auto first = weft::substr(line, 0, 1, kCharacters).named("first");
  auto mask = weft::cast<std::int32_t>(weft::not_equal(first, "@")).named("mask");
  auto count = weft::element(weft::shape_of(line), 0);
  auto parts = weft::dynamic_partition(line, mask, 2);
  auto places = weft::dynamic_partition(weft::range(0, count), mask, 2);

  auto head = weft::substr(parts[1], 0, 24, kCharacters).named("head");
  auto cut = weft::string_join({head, "…"}).named("cut");
  auto lines = weft::dynamic_stitch(places, {parts[0], cut}).named("lines");
  auto initials = weft::reduce_join(first).named("initials");

  WEFT_TRY_ASSIGN(weft::Plan plan, weft::compile(graph, {lines, initials}));
  return LinePlan{line, lines, initials, plan};
}
