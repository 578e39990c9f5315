// Whether a run gave what a vector case expects.
#pragma once

#include <string>
#include <vector>

#include "weft/tests/vectors/vector_file.h"

namespace weft::test {

enum class ErrorCheck {
  kWhole,
  /// The code and the node, but no mentions: with more known before the run, another of a node's
  /// errors may be seen first.
  kCode,
};

/// "" if `actual` is as expected; else what was expected and what came, on two lines.
std::string mismatch(const VectorCase& expected, const Result<std::vector<Tensor>>& actual,
                     ErrorCheck error_check);

/// Where two tensors differ first; "" if dtype, shape and all elements are the same: floats bit for
/// bit, but any NaN is the same as any NaN.
std::string first_difference(const Tensor& expected, const Tensor& actual);

}  // namespace weft::test
