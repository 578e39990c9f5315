// One plan and one engine serve any number of threads at once: runs never mix, and each has its own
// outputs or its own error.
//
//   thread 0 ── run(plan, batch 0) ──┐
//   ...                              ├── one engine, one plan: word ── substr ── last
//   thread 7 ── run(plan, batch 7) ──┘
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "weft/weft.h"

int main() {
  weft::Graph graph;
  auto word = graph.input<weft::String>("word", {-1});
  auto last = weft::substr(word, -1, 1).named("last");
  weft::Plan plan = weft::compile(graph, {last}).value();
  weft::Engine engine;

  std::vector<std::string> results(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&, i] {
      // An empty word has no last byte: thread 5 gets an error, and nobody else.
      const std::string number = i == 5 ? "" : std::to_string(i);
      const weft::Tensor batch = weft::Tensor::strings({"thread", std::string_view(number)});
      const weft::Result<weft::Outputs> out = engine.run(plan, {{word, batch}});
      results[i] = out.ok() ? (*out)[last].to_string() : out.status().to_string();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < results.size(); ++i) std::cout << i << ": " << results[i] << '\n';
}
