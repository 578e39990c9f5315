#include "weft/graph/status.h"

#include <cxxabi.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <typeinfo>

namespace weft {

struct Status::Facts {
  Facts(StatusCode given_code, std::string given_text)
      : code(given_code), text(std::move(given_text)) {}
  Facts(const Facts& other)
      : code(other.code),
        text(other.text),
        node(other.node),
        op(other.op),
        position(other.position) {}
  Facts& operator=(const Facts&) = delete;

  std::atomic<std::int64_t> references = 1;
  StatusCode code;
  std::string text;
  std::string node;
  std::string op;
  std::vector<std::int64_t> position;
};

std::string_view to_string(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return "kOk";
    case StatusCode::kInvalidArgument:
      return "kInvalidArgument";
    case StatusCode::kResourceExhausted:
      return "kResourceExhausted";
    case StatusCode::kCancelled:
      return "kCancelled";
    case StatusCode::kDeadlineExceeded:
      return "kDeadlineExceeded";
    case StatusCode::kFailedPrecondition:
      return "kFailedPrecondition";
    case StatusCode::kUnimplemented:
      return "kUnimplemented";
    case StatusCode::kInternal:
      return "kInternal";
  }
  return "unknown";
}

Status::Status(StatusCode code, std::string text) : facts_(new Facts(code, std::move(text))) {}

void Status::share() const noexcept { facts_->references.fetch_add(1, std::memory_order_relaxed); }

void Status::drop() const noexcept {
  if (facts_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete facts_;
}

StatusCode Status::code() const { return facts_ ? facts_->code : StatusCode::kOk; }

std::string_view Status::text() const { return facts_ ? facts_->text : std::string_view(); }

std::string_view Status::node() const { return facts_ ? facts_->node : std::string_view(); }

std::string_view Status::op() const { return facts_ ? facts_->op : std::string_view(); }

std::span<const std::int64_t> Status::position() const {
  if (!facts_) return {};
  return facts_->position;
}

std::string Status::to_string() const {
  if (ok()) return "ok";
  if (facts_->node.empty()) return facts_->text;
  return facts_->node + " (" + facts_->op + "): " + facts_->text;
}

Status Status::at(std::vector<std::int64_t> position) && {
  if (ok()) return Status();
  Status changed(new Facts(*facts_));
  changed.facts_->position = std::move(position);
  return changed;
}

Status Status::in(std::string node, std::string op) && {
  if (ok()) return Status();
  Status changed(new Facts(*facts_));
  changed.facts_->node = std::move(node);
  changed.facts_->op = std::move(op);
  return changed;
}

Status invalid_argument(std::string text) {
  return Status(StatusCode::kInvalidArgument, std::move(text));
}

Status resource_exhausted(std::string text) {
  return Status(StatusCode::kResourceExhausted, std::move(text));
}

Status failed_precondition(std::string text) {
  return Status(StatusCode::kFailedPrecondition, std::move(text));
}

Status unimplemented(std::string text) {
  return Status(StatusCode::kUnimplemented, std::move(text));
}

Status internal_error(std::string text) { return Status(StatusCode::kInternal, std::move(text)); }

namespace {

// Made beforehand: when memory has run out there is none to say so.
const Status kOutOfMemory = resource_exhausted("out of memory");

std::string type_name(const std::type_info& type) {
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &failed), std::free);
  return failed == 0 ? name.get() : type.name();
}

Status describe_exception() {
  try {
    throw;
  } catch (const Error& error) {
    return detail::error_of(error.status());
  } catch (const std::bad_alloc&) {
    return kOutOfMemory;
  } catch (const std::exception& exception) {
    return internal_error("threw " + type_name(typeid(exception)) + ": " + exception.what());
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    return internal_error("threw " + (type ? type_name(*type) : "something"));
  }
}

}  // namespace

Status status_of_exception() {
  try {
    return describe_exception();
  } catch (...) {
    // There was no memory to say what was thrown.
    return kOutOfMemory;
  }
}

Status detail::error_of(Status status) {
  if (!status.ok()) return status;
  return internal_error("a failure was reported without an error");
}

std::string position_text(std::span<const std::int64_t> position) {
  if (position.empty()) return "";
  std::string text = " at [";
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(position[i]);
  }
  return text + ']';
}

Error::Error(Status status) : std::runtime_error(status.to_string()), status_(std::move(status)) {}

}  // namespace weft
