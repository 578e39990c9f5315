// Options of engines and runs. Plain aggregates; every field has a default that is right for most.
//
//   weft::Engine engine({.threads = 8});
//   engine.run(plan, feeds, {.retention = weft::Retention::kCompact});
#pragma once

#include <cstdint>

#include "weft/graph/op.h"

namespace weft {

/// Whether the outputs of a run may be views of larger memory.
enum class Retention : std::uint8_t {
  /// Outputs share what they can: the fastest, but a short substring keeps its whole input alive.
  kShare,
  /// Outputs that pin at least 4 times what they use, and at least 16 KiB, are copied out.
  kCompact,
};

struct EngineOptions {
  /// Threads that work at once, a calling one included. 0: the cores this process may use, by its
  /// affinity and its control group's quota. More than TBB allows count as what it allows. 1 makes
  /// no thread at all.
  int threads = 0;
  /// Switches and thresholds; no result depends on them.
  Tuning tuning = {};
};

struct RunOptions {
  /// Whether outputs may pin more memory than they use.
  Retention retention = Retention::kShare;
};

}  // namespace weft
