// FunctionRef: a callable by reference, for parameters of calls that block. It allocates nothing,
// takes move-only callables and plain functions, and must not outlive the callable; store a
// std::function instead. As thread-safe as the callable.
//
//   void twice(weft::FunctionRef<void(int)> visit) { visit(1); visit(2); }
//   twice([&](int i) { sum += i; });
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace weft {

template <class Signature>
class FunctionRef;

template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
             std::is_invocable_r_v<R, F&, Args...>)
  FunctionRef(F&& function)
      : object_(address_of(function)), call_([](void* object, Args... args) -> R {
          auto& callable = *reinterpret_cast<std::remove_reference_t<F>*>(object);
          if constexpr (std::is_void_v<R>)
            static_cast<void>(std::invoke(callable, std::forward<Args>(args)...));
          else
            return std::invoke(callable, std::forward<Args>(args)...);
        }) {}
  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  // A function has an address too, but of a kind of its own.
  template <class F>
  static void* address_of(F& function) {
    if constexpr (std::is_function_v<F>)
      return reinterpret_cast<void*>(&function);
    else
      return const_cast<void*>(static_cast<const void*>(std::addressof(function)));
  }

  void* object_;
  R (*call_)(void*, Args...);
};

}  // namespace weft
