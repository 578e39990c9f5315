// Substrings: of bytes or of characters, from either end, the same place in all rows or one for
// each; and what an error says. No text is copied: results share the bytes of the input.
//
//   text ─────┬── substr 0, 3 ────────────── bytes
//             ├── substr -2, -1 by chars ─── ends
//             └── substr pos, len ────────── picked
//   pos, len ─┘
#include <iostream>

#include "weft/weft.h"

int main() {
  weft::Graph graph;
  auto text = graph.input<weft::String>("text", {-1});
  auto pos = graph.input<std::int32_t>("pos", {-1});
  auto len = graph.input<std::int32_t>("len", {-1});
  auto bytes = weft::substr(text, 0, 3).named("bytes");
  auto ends = weft::substr(text, -2, -1, {.unit = weft::TextUnit::kUtf8Char}).named("ends");
  auto picked = weft::substr(text, pos, len).named("picked");
  weft::Plan plan = weft::compile(graph, {bytes, ends, picked}).value();

  // A character cut in two is shown as escaped bytes.
  weft::Feeds feeds = {{text, {"weaving", "日本語"}}, {pos, {4, -9}}, {len, {99, 1}}};
  weft::Outputs out = weft::run(plan, feeds).value();
  std::cout << "bytes:  " << out[bytes].to_string() << '\n'
            << "ends:   " << out[ends].to_string() << '\n'
            << "picked: " << out[picked].to_string() << '\n';

  // A position outside the string is an error, which names the node, the row and the value.
  feeds = {{text, {"weaving", "yarn"}}, {pos, {0, 5}}, {len, {1, 1}}};
  std::cout << "error:  " << weft::run(plan, feeds).status().to_string() << '\n';
}
