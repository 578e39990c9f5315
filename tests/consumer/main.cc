#include <iostream>

#include "weft/weft.h"

int main() {
  weft::Graph graph;
  auto names = graph.input<weft::String>("names");
  auto short_names = weft::substr(names, 0, 3, {.unit = weft::TextUnit::kUtf8Char});
  auto all = weft::reduce_join(short_names, {.separator = ", "});
  weft::Result<weft::Plan> plan = weft::compile(graph, {all});
  if (!plan) return std::cerr << plan.status().to_string() << '\n', 1;

  weft::Engine engine({.threads = 2});
  weft::Result<weft::Outputs> out = engine.run(*plan, {{names, {"Zürich", "Genève", "Bern"}}});
  if (!out) return std::cerr << out.status().to_string() << '\n', 1;
  const weft::Tensor joined = (*out)[all];
  std::cout << weft::version() << ": " << joined.at<weft::String>({}) << '\n';
}
