// Engines that live as long as the program: one made before main() and destroyed after it, and one
// that a function keeps, made at its first call. The last run is that of a static object's
// destructor. A program that succeeds gave the right results everywhere.
#include <cstdlib>
#include <string>
#include <vector>

#include "weft/weft.h"

namespace {

const weft::EngineOptions kOptions = {.threads = 2, .tuning = {.inline_limit_ns = 0}};

bool joins(weft::Engine& engine) {
  weft::Graph graph;
  auto text = graph.input<weft::String>("text");
  const weft::Plan plan = weft::compile(graph, {weft::reduce_join(text)}).value();
  const std::vector<std::string> batch(10000, "abc");
  const weft::Tensor joined = engine.run(plan, {{text, weft::Tensor::strings(batch)}}).value()[0];
  return joined.at<weft::String>({}).size() == 30000;
}

weft::Engine before_main(kOptions);

weft::Engine& at_first_call() {
  static weft::Engine engine(kOptions);
  return engine;
}

// Destroyed before the engine that was made before it.
struct LastRun {
  ~LastRun() {
    if (!joins(before_main)) std::_Exit(1);
  }
} last_run;

}  // namespace

int main() {
  return joins(before_main) && joins(at_first_call()) && joins(at_first_call()) ? 0 : 1;
}
