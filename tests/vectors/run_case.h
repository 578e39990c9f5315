// Runs a vector case: builds its graph, compiles and runs it in the ways that must make no
// difference.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "weft/tests/support/engine_ways.h"
#include "weft/tests/vectors/vector_file.h"

namespace weft::test {

struct CaseFailure {
  /// "inputs of unknown rank, on <name of an engine>", and whichever gave the same.
  std::vector<std::string> ways;
  std::string mismatch;
};

/// Runs the case with inputs of unknown rank, without an engine and on each of `engines`; and with
/// inputs of known shapes, which change what a build can see but not how a plan runs, without one.
/// Empty if all of them gave what is expected.
std::vector<CaseFailure> run_case(const VectorCase& vector_case,
                                  std::span<const EngineWay> engines);

}  // namespace weft::test
