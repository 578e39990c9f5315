// GoogleMock matchers for Status, Result and Tensor.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "weft/graph/status.h"
#include "weft/graph/tensor.h"

namespace weft {

// How failed expectations print them.
inline void PrintTo(const Status& status, std::ostream* out) {
  *out << to_string(status.code()) << " " << status.to_string();
}
inline void PrintTo(const Tensor& tensor, std::ostream* out) { *out << tensor.to_string(); }
template <class T>
void PrintTo(const Result<T>& result, std::ostream* out) {
  PrintTo(result.status(), out);
}

namespace test {

inline Status status_of(const Status& status) { return status; }
template <class T>
Status status_of(const Result<T>& result) {
  return result.status();
}

/// A Status or Result that is a success.
MATCHER(IsOk, negation ? "fails" : "is ok") {
  const Status status = status_of(arg);
  *result_listener << status.to_string();
  return status.ok();
}

/// A Result whose value matches.
MATCHER_P(IsOkAndHolds, matcher, "") {
  if (!arg.ok()) {
    *result_listener << arg.status().to_string();
    return false;
  }
  return testing::ExplainMatchResult(matcher, *arg, result_listener);
}

/// A Status or Result with this code, whose to_string() matches.
MATCHER_P2(StatusIs, code, text_matcher, "") {
  const Status status = status_of(arg);
  *result_listener << to_string(status.code()) << " " << status.to_string();
  return status.code() == code &&
         testing::ExplainMatchResult(text_matcher, status.to_string(), result_listener);
}

/// Whether both have the same dtype, shape and elements: floats bit for bit, but any NaN equals any
/// NaN.
bool same_tensor(const Tensor& a, const Tensor& b);

/// The same dtype, shape and elements.
MATCHER_P(TensorIs, expected, "is " + expected.to_string()) {
  *result_listener << arg.to_string();
  return same_tensor(arg, expected);
}

/// A tensor from a literal, in fewer letters.
template <Element T>
Tensor of(const Literal<T>& literal) {
  return Tensor::of<T>(literal);
}

}  // namespace test
}  // namespace weft
