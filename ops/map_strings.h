// map_strings(value, name, function): most custom string ops, as a lambda.
#pragma once

#include <functional>
#include <string>

#include "weft/graph/graph.h"

namespace weft {

// Called at once from many threads, so it must be callable when const: a mutable lambda is refused.
template <class F>
concept StringMap =
    std::copy_constructible<F> && std::is_invocable_v<const F&, std::string_view, StringWriter&> &&
    OneOf<std::invoke_result_t<const F&, std::string_view, StringWriter&>, void, Status>;

WEFT_API AnyValue
map_strings_untyped(const AnyValue& input, std::string name,
                    std::function<Status(std::string_view, StringWriter&)> function);

template <HandleOf<String> Text, StringMap F>
Value<String> map_strings(const Text& input, std::string name, F function) {
  return Value<String>(map_strings_untyped(
      input, std::move(name),
      [function = std::move(function)](std::string_view in, StringWriter& out) -> Status {
        if constexpr (std::same_as<std::invoke_result_t<const F&, std::string_view, StringWriter&>,
                                   Status>) {
          return std::as_const(function)(in, out);
        } else {
          std::as_const(function)(in, out);
          return Status();
        }
      }));
}

}  // namespace weft
