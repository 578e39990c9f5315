// map_strings(value, name, function): most custom string ops, as a lambda that reads one element
// and writes another.
//
//   auto shout = weft::map_strings(text, "shout", [](std::string_view in, StringWriter& out) {
//     for (char c : in) out.push_back(c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c);
//   });                                                  // ["ab","c"] -> ["AB","C"]
//
// `name` is the op's name in messages and graphs. The function is called once for every element, in
// no certain order and at once from several threads, so it must be callable when const and what it
// shares must be safe to share. It is never called when the plan is compiled. It may return nothing
// or a Status; an error, or what it throws, fails the run with the function's code and text, the
// position and the element, that of the lowest row. An element written too long, 4 GiB or more, is
// kResourceExhausted. An empty name is kInvalidArgument.
//
// The result has bytes of its own, copied as they are written.
#pragma once

#include <functional>
#include <string>

#include "weft/graph/graph.h"

namespace weft {

/// Takes (std::string_view, StringWriter&), returns void or Status. A mutable lambda is refused: it
/// would be called at once from many threads.
template <class F>
concept StringMap =
    std::copy_constructible<F> && std::is_invocable_v<const F&, std::string_view, StringWriter&> &&
    OneOf<std::invoke_result_t<const F&, std::string_view, StringWriter&>, void, Status>;

/// The untyped form: the dtype is checked here and now, and a wrong one is a root cause; so is an
/// empty function.
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
