// Works on some elements only: partitions them by a mask, adds one to those that are not -1, and
// stitches all together again in their old order.
//
//   x ─┬─ not_equal(-1), cast ── mask
//      ├─ partitioned by mask ─┬─ parts[0] ─────────┬─ dynamic_stitch ── stitched
//      │                       └─ parts[1] ─ add 1 ─┤
//      └─ range(0, n), partitioned by mask ─────────┘
#include <iostream>

#include "weft/weft.h"

int main() {
  weft::Graph graph;
  auto x = graph.input<float>("x", {-1});
  auto mask = weft::cast<std::int32_t>(weft::not_equal(x, -1));
  auto parts = weft::dynamic_partition(x, mask, 2);
  auto raised = weft::add(parts[1], 1);
  auto places = weft::range(0, weft::element(weft::shape_of(x), 0));
  auto indices = weft::dynamic_partition(places, mask, 2);
  auto stitched = weft::dynamic_stitch(indices, {parts[0], raised}).named("stitched");
  weft::Plan plan = weft::compile(graph, {stitched, parts[0], raised}).value();

  weft::Engine engine;
  weft::Outputs out = engine.run(plan, {{x, {0.1, -1, 5.2, 4.3, -1, 7.4}}}).value();
  std::cout << "parts[0]: " << out[parts[0]].to_string() << '\n'
            << "raised:   " << out[raised].to_string() << '\n'
            << "stitched: " << out[stitched].to_string() << '\n';
}
