// Runs a vector case: builds its graph, compiles and runs it in the ways that must make no
// difference.
#pragma once

#include <string>
#include <vector>

#include "weft/engine/engine.h"
#include "weft/tests/vectors/vector_file.h"

namespace weft::test {

struct CaseFailure {
  /// "inputs of known shapes, on the engine", and whichever gave the same.
  std::vector<std::string> ways;
  std::string mismatch;
};

/// Runs the case with inputs of unknown rank and with inputs of known shapes; without an engine,
/// and on `engine` if it is not nullptr. Empty if all of them gave what is expected.
std::vector<CaseFailure> run_case(const VectorCase& vector_case, Engine* engine);

}  // namespace weft::test
