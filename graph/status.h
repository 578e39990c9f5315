// Status and Result<T>: how every fallible call of weft reports, and the two macros that pass an
// error on. A Status is a value that may be copied and read from any thread; success is one null
// pointer and costs nothing. The text holds every fact a person needs; code, node, op and position
// are there as fields too, for programs.
//
//   weft::Status status = weft::invalid_argument("pos 7 is outside the string");
//   status = std::move(status).at({1, 0}).in("head", "substr");
//   // status.to_string() == "head (substr): pos 7 is outside the string"
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "weft/graph/api.h"

namespace weft {

/// What the caller should do about an error.
enum class StatusCode : std::uint8_t {
  /// No error.
  kOk,
  /// Fix the call, the graph or the data.
  kInvalidArgument,
  /// Use less: a size that cannot be represented or allocated, or a budget that is used up.
  kResourceExhausted,
  /// Nothing: the caller asked for the stop.
  kCancelled,
  /// Allow more time.
  kDeadlineExceeded,
  /// Bring the object into the state that the call needs.
  kFailedPrecondition,
  /// Find another way: weft does not do this.
  kUnimplemented,
  /// Report a bug: in weft, or in the custom op that the status names.
  kInternal,
};

/// "kInvalidArgument" and so on.
WEFT_API std::string_view to_string(StatusCode code);

/// Success, or an error with code, node, op, position and text.
class [[nodiscard]] WEFT_API Status {
 public:
  /// Success.
  Status() = default;
  /// An error. REQUIRES: code != kOk.
  Status(StatusCode code, std::string text);
  Status(const Status& other) noexcept : facts_(other.facts_) {
    if (facts_) share();
  }
  Status(Status&& other) noexcept : facts_(std::exchange(other.facts_, nullptr)) {}
  Status& operator=(Status other) noexcept {
    std::swap(facts_, other.facts_);
    return *this;
  }
  ~Status() {
    if (facts_) drop();
  }

  bool ok() const { return facts_ == nullptr; }
  StatusCode code() const;
  /// What is wrong, with position, values and shapes; "" for success. Further root causes of a
  /// failed build follow, one a line.
  std::string_view text() const;
  /// The name of the node that failed; "" where no node did.
  std::string_view node() const;
  /// The op of that node, "substr".
  std::string_view op() const;
  /// Coordinates of the element that failed; empty for a scalar, and where no element did.
  std::span<const std::int64_t> position() const;
  /// "node (op): text", or the text alone where no node failed, or "ok".
  std::string to_string() const;

  /// The same error with a position. The text is the caller's: see position_text().
  Status at(std::vector<std::int64_t> position) &&;
  /// The same error with node and op. An op leaves this to the engine.
  Status in(std::string node, std::string op) &&;

 private:
  struct Facts;
  explicit Status(Facts* facts) noexcept : facts_(facts) {}
  void share() const noexcept;
  void drop() const noexcept;
  // Counted by hand: one word, so that success costs one store and one test.
  Facts* facts_ = nullptr;
};

WEFT_API Status invalid_argument(std::string text);
WEFT_API Status resource_exhausted(std::string text);
WEFT_API Status failed_precondition(std::string text);
WEFT_API Status unimplemented(std::string text);
WEFT_API Status internal_error(std::string text);

/// The exception that is being handled as an error: that of a weft::Error, kResourceExhausted for
/// std::bad_alloc, else kInternal with the type and what() of it. REQUIRES: inside a catch block.
WEFT_API Status status_of_exception();

/// " at [1,0]", or "" for a scalar: how a position reads in a text.
WEFT_API std::string position_text(std::span<const std::int64_t> position);

/// Thrown by value(), `*` and `->` of a failed Result, by access to a tensor with a wrong dtype or
/// position, to an output that is not there, and by literals: faults of the program's text.
class WEFT_API Error : public std::runtime_error {
 public:
  /// what() is the status's to_string().
  explicit Error(Status status);
  const Status& status() const { return status_; }

 private:
  Status status_;
};

namespace detail {
/// `status`, or kInternal if it is a success: what stands where an error must.
WEFT_API Status error_of(Status status);
}  // namespace detail

/// A T, or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  template <class U>
    requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, Result> &&
             !std::same_as<std::remove_cvref_t<U>, Status>)
  Result(U&& value) : state_(std::in_place_index<1>, std::forward<U>(value)) {}
  /// REQUIRES: !status.ok()
  Result(Status status) : state_(std::in_place_index<0>, detail::error_of(std::move(status))) {}

  bool ok() const { return state_.index() == 1; }
  explicit operator bool() const { return ok(); }
  /// The error, or success.
  Status status() const { return ok() ? Status() : std::get<0>(state_); }

  /// The value; throws Error if there is none.
  const T& value() const& { return check(), std::get<1>(state_); }
  T& value() & { return check(), std::get<1>(state_); }
  // By value, so that a reference to or a loop over `f().value()` cannot dangle.
  T value() && { return check(), std::get<1>(std::move(state_)); }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

 private:
  void check() const {
    if (!ok()) throw Error(std::get<0>(state_));
  }
  std::variant<Status, T> state_;
};

namespace detail {
inline Status status_of(Status status) { return status; }
template <class T>
Status status_of(const Result<T>& result) {
  return result.status();
}
}  // namespace detail

}  // namespace weft

#define WEFT_DETAIL_JOIN2(a, b) a##b
#define WEFT_DETAIL_JOIN(a, b) WEFT_DETAIL_JOIN2(a, b)

/// WEFT_TRY(call(...)); returns the Status of the call from this function if it is an error.
#define WEFT_TRY(...)                                                                           \
  do {                                                                                          \
    if (::weft::Status weft_status = ::weft::detail::status_of(__VA_ARGS__); !weft_status.ok()) \
      return weft_status;                                                                       \
  } while (false)

/// WEFT_TRY_ASSIGN(auto plan, compile(graph, {a, b})); declares (or assigns) or returns the error.
// Variadic, because the commas inside `{a, b}` are not protected in a macro argument.
#define WEFT_TRY_ASSIGN(target, ...) \
  WEFT_DETAIL_TRY_ASSIGN(WEFT_DETAIL_JOIN(weft_result_, __COUNTER__), target, __VA_ARGS__)
#define WEFT_DETAIL_TRY_ASSIGN(result, target, ...) \
  auto result = (__VA_ARGS__);                      \
  if (!result.ok()) return result.status();         \
  target = *std::move(result)
