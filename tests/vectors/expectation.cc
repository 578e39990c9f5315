#include "weft/tests/vectors/expectation.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "weft/graph/quote.h"

namespace weft::test {

namespace {

template <Element T>
bool is_same(const ElementView<T>& expected, const ElementView<T>& actual) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(expected) || std::isnan(actual))
      return std::isnan(expected) && std::isnan(actual);
    return std::memcmp(&expected, &actual, sizeof(T)) == 0;
  } else {
    return expected == actual;
  }
}

template <Element T>
std::string element_text(const ElementView<T>& element) {
  if constexpr (std::same_as<T, String>)
    return quote(element);
  else
    return fmt::format("{}", element);
}

std::string describe(const std::vector<Tensor>& tensors) {
  std::string text;
  for (const Tensor& tensor : tensors) text += (text.empty() ? "" : ", ") + tensor.to_string();
  return text;
}

std::string describe(const VectorError& error) {
  std::string text(to_string(error.code));
  if (!error.node.empty()) text += " of " + error.node;
  for (const std::string& mention : error.mentions) text += " " + quote(mention);
  return text;
}

std::string describe(const Status& status) {
  return fmt::format("{} {}", to_string(status.code()), status.to_string());
}

std::string two_lines(const std::string& expected, const std::string& actual) {
  return fmt::format("expected {}\n  actual {}", expected, actual);
}

std::string mismatch_of_outputs(const std::vector<Tensor>& expected,
                                const std::vector<Tensor>& actual) {
  if (expected.size() != actual.size())
    return two_lines(fmt::format("{} outputs: {}", expected.size(), describe(expected)),
                     fmt::format("{} outputs: {}", actual.size(), describe(actual)));
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (const std::string difference = first_difference(expected[i], actual[i]);
        !difference.empty())
      return two_lines(describe(expected),
                       fmt::format("{}\n  output {}: {}", describe(actual), i, difference));
  return "";
}

bool is_expected_error(const VectorError& expected, const Status& actual, ErrorCheck error_check) {
  if (actual.code() != expected.code) return false;
  if (!expected.node.empty() && actual.node() != expected.node) return false;
  if (error_check == ErrorCheck::kCode) return true;
  const std::string text = actual.to_string();
  for (const std::string& mention : expected.mentions)
    if (text.find(mention) == std::string::npos) return false;
  return true;
}

}  // namespace

std::string mismatch(const VectorCase& expected, const Result<std::vector<Tensor>>& actual,
                     ErrorCheck error_check) {
  if (const auto* error = std::get_if<VectorError>(&expected.expected)) {
    if (actual.ok()) return two_lines(describe(*error), describe(*actual));
    if (is_expected_error(*error, actual.status(), error_check)) return "";
    return two_lines(describe(*error), describe(actual.status()));
  }
  const auto& outputs = std::get<std::vector<Tensor>>(expected.expected);
  if (!actual.ok()) return two_lines(describe(outputs), describe(actual.status()));
  return mismatch_of_outputs(outputs, *actual);
}

std::string first_difference(const Tensor& expected, const Tensor& actual) {
  if (expected.dtype() != actual.dtype())
    return fmt::format("dtype {}, not {}", to_string(actual.dtype()), to_string(expected.dtype()));
  if (expected.shape() != actual.shape())
    return fmt::format("shape {}, not {}", actual.shape().to_string(),
                       expected.shape().to_string());
  return visit_dtype(expected.dtype(), [&]<class T>(std::type_identity<T>) -> std::string {
    const Values<T> want = expected.values<T>();
    const Values<T> got = actual.values<T>();
    for (std::size_t i = 0; i < want.size(); ++i)
      if (!is_same<T>(want[i], got[i]))
        return fmt::format(
            "{}{}, not {}", element_text<T>(got[i]),
            position_text(expected.shape().position_of(static_cast<std::int64_t>(i))),
            element_text<T>(want[i]));
    return "";
  });
}

}  // namespace weft::test
