// The engines that must make no difference: 1, 2, 8 and 64 threads; one row a chunk; chunks in
// reverse; each switch of Tuning off. One list, so that every test means the same by "all ways".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weft/engine/engine.h"

namespace weft::test {

struct EngineWay {
  /// "zero copy off, threads 2".
  std::string name;
  std::unique_ptr<Engine> engine;
};

/// Those of at most `max_threads`. Engines are meant to be used again, and their threads are slow
/// to start: keep them. Any thread may use them at once.
std::vector<EngineWay> engine_ways(int max_threads = 64);

}  // namespace weft::test
