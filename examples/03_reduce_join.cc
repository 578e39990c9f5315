// Joins along axes: the list of axes says which, and in which order the elements come.
//
//                    ┌── axes {0} ─────────────── columns
//   cells [2,3] ─────┼── axes {1}, keep_dims ──── rows
//                    ├── all axes ─────────────── all
//                    └── axes {0, 1} ──────────── by_column
#include <iostream>

#include "weft/weft.h"

int main() {
  weft::Graph graph;
  auto cells = graph.input<weft::String>("cells", {-1, 3});
  auto columns = weft::reduce_join(cells, {.axes = {0}, .separator = "/"});
  auto rows = weft::reduce_join(cells, {.axes = {1}, .keep_dims = true, .separator = ", "});
  auto all = weft::reduce_join(cells);
  // The axis that is listed first varies fastest.
  auto by_column = weft::reduce_join(cells, {.axes = {0, 1}});
  weft::Plan plan = weft::compile(graph, {columns, rows, all, by_column}).value();

  auto table = weft::Tensor::of<weft::String>({{"a", "b", "c"}, {"d", "e", "f"}});
  weft::Outputs out = weft::run(plan, {{cells, table}}).value();
  std::cout << "columns:   " << out[columns].to_string() << '\n'
            << "rows:      " << out[rows].to_string() << '\n'
            << "all:       " << out[all].to_string() << '\n'
            << "by_column: " << out[by_column].to_string() << '\n';

  // An axis that the shape does not have is found when the graph is built.
  weft::reduce_join(cells, {.axes = {2}}).named("deep");
  std::cout << "error:     " << weft::compile(graph, {all}).status().to_string() << '\n';
}
