// Joins the words of every line: a graph of one op, compiled once and run on a batch.
//
//   words [?,2] ── reduce_join ── lines [?]
#include <iostream>

#include "weft/weft.h"

int main() {
  weft::Graph graph;
  auto words = graph.input<weft::String>("words", {-1, 2});
  auto lines = weft::reduce_join(words, {.axes = {-1}, .separator = " "});
  weft::Plan plan = weft::compile(graph, {lines}).value();

  weft::Engine engine;
  auto batch = weft::Tensor::of<weft::String>({{"Hello,", "weft"}, {"Guten", "Tag"}});
  weft::Outputs out = engine.run(plan, {{words, batch}}).value();
  for (std::string_view line : out[lines].to_vector<weft::String>()) std::cout << line << '\n';
}
