// identity: the time of a run that moves nothing, over the number of rows, which must not matter;
// beside it a copy.
#include <string>
#include <vector>

#include "weft/bench/support/corpus.h"
#include "weft/bench/support/measure.h"
#include "weft/ops/identity.h"

namespace weft::bench {
namespace {

void identity_text(benchmark::State& state) {
  const Tensor input = text_tensor(texts(state.range(0), 12, Script::kAscii));
  Graph graph;
  auto text = graph.input<String>("text");
  const Plan plan = compile(graph, {identity(text)}).value();
  // What moves is the handle, whatever it stands for.
  run_plan(state, plan, {{text, input}}, {input}, 1, sizeof(Tensor));
}
BENCHMARK(identity_text)->Apply(rows_and_threads);

void identity_naive(benchmark::State& state) {
  const std::vector<std::string> strings = texts(state.range(0), 12, Script::kAscii);
  for (auto step : state) {
    std::vector<std::string> copy = strings;
    benchmark::DoNotOptimize(copy);
  }
  state_figures(state, state.range(0), state.range(0) * 24);
}
BENCHMARK(identity_naive)->Apply(rows_only);

}  // namespace
}  // namespace weft::bench
