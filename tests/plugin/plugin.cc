// A library that a program loads and unloads, with weft inside it and an engine of its own.
#include <string>

#include "weft/weft.h"

extern "C" [[gnu::visibility("default")]] int weft_test_plugin_joined_bytes(int rows) {
  static weft::Engine engine({.threads = 2, .tuning = {.inline_limit_ns = 0}});
  weft::Graph graph;
  auto text = graph.input<weft::String>("text");
  const weft::Plan plan = weft::compile(graph, {weft::reduce_join(text)}).value();
  const std::vector<std::string> batch(static_cast<std::size_t>(rows), "abc");
  const weft::Tensor joined = engine.run(plan, {{text, weft::Tensor::strings(batch)}}).value()[0];
  return static_cast<int>(joined.at<weft::String>({}).size());
}
