// The element types, and the C++ type that stands for each at compile time.
//
//   static_assert(weft::dtype_of<float>() == weft::DType::kFloat32);
//   weft::to_string(weft::DType::kString);   // "string"
//   weft::parse_dtype("int64").value();      // weft::DType::kInt64
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "weft/graph/status.h"

namespace weft {

/// Tag of the string dtype: Value<String>, Tensor::of<String>(...). Elements are seen as
/// std::string_view; they are bytes, of any value.
struct String {};

enum class DType : std::uint8_t {
  kString,
  kBool,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUInt8,
  kUInt16,
  kUInt32,
  kUInt64,
  kFloat32,
  kFloat64,
};

template <class T, class... List>
concept OneOf = (std::same_as<T, List> || ...);

/// The numeric dtypes; bool is none of them.
template <class T>
concept Numeric = OneOf<T, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                        std::uint16_t, std::uint32_t, std::uint64_t, float, double>;

/// The dtypes whose elements are stored as an array of T.
template <class T>
concept FixedWidth = Numeric<T> || std::same_as<T, bool>;

/// Every dtype.
template <class T>
concept Element = FixedWidth<T> || std::same_as<T, String>;

/// What at<T>() gives: std::string_view for String, T itself otherwise.
template <Element T>
using ElementView = std::conditional_t<std::same_as<T, String>, std::string_view, T>;

/// What to_vector<T>() holds.
template <Element T>
using OwnedElement = std::conditional_t<std::same_as<T, String>, std::string, T>;

template <Element T>
consteval DType dtype_of() {
  if constexpr (std::same_as<T, String>) return DType::kString;
  if constexpr (std::same_as<T, bool>) return DType::kBool;
  if constexpr (std::same_as<T, std::int8_t>) return DType::kInt8;
  if constexpr (std::same_as<T, std::int16_t>) return DType::kInt16;
  if constexpr (std::same_as<T, std::int32_t>) return DType::kInt32;
  if constexpr (std::same_as<T, std::int64_t>) return DType::kInt64;
  if constexpr (std::same_as<T, std::uint8_t>) return DType::kUInt8;
  if constexpr (std::same_as<T, std::uint16_t>) return DType::kUInt16;
  if constexpr (std::same_as<T, std::uint32_t>) return DType::kUInt32;
  if constexpr (std::same_as<T, std::uint64_t>) return DType::kUInt64;
  if constexpr (std::same_as<T, float>) return DType::kFloat32;
  if constexpr (std::same_as<T, double>) return DType::kFloat64;
}

/// "string", "bool", "int8", ..., "float64".
WEFT_API std::string_view to_string(DType dtype);
/// The inverse of to_string(); kInvalidArgument naming the text if it is none of them.
WEFT_API Result<DType> parse_dtype(std::string_view name);
/// Bytes of one element in a tensor's storage; for strings, those of its entry in the columns.
WEFT_API std::int64_t element_bytes(DType dtype);
constexpr bool is_numeric(DType dtype) { return dtype != DType::kString && dtype != DType::kBool; }

/// Calls function(std::type_identity<T>()) with the T of a dtype: how untyped code becomes typed.
template <class Function>
constexpr decltype(auto) visit_dtype(DType dtype, Function&& function) {
  switch (dtype) {
    case DType::kString:
      return function(std::type_identity<String>());
    case DType::kBool:
      return function(std::type_identity<bool>());
    case DType::kInt8:
      return function(std::type_identity<std::int8_t>());
    case DType::kInt16:
      return function(std::type_identity<std::int16_t>());
    case DType::kInt32:
      return function(std::type_identity<std::int32_t>());
    case DType::kInt64:
      return function(std::type_identity<std::int64_t>());
    case DType::kUInt8:
      return function(std::type_identity<std::uint8_t>());
    case DType::kUInt16:
      return function(std::type_identity<std::uint16_t>());
    case DType::kUInt32:
      return function(std::type_identity<std::uint32_t>());
    case DType::kUInt64:
      return function(std::type_identity<std::uint64_t>());
    case DType::kFloat32:
      return function(std::type_identity<float>());
    case DType::kFloat64:
      break;
  }
  return function(std::type_identity<double>());
}

// A char is text that was not quoted as text, so it is no number; a bool is no number either.
template <class P>
concept PlainInteger =
    std::integral<P> && !OneOf<P, bool, char, wchar_t, char8_t, char16_t, char32_t>;

template <class P>
concept PlainNumber = PlainInteger<P> || std::floating_point<P>;

// nullptr (and so a literal 0) converts to string_view in C++20; it is no text.
template <class P>
concept PlainText =
    std::convertible_to<const P&, std::string_view> && !std::same_as<P, std::nullptr_t>;

/// A C++ value that may stand for one element of dtype T. Whether a number fits is checked when it
/// is used.
template <class P, class T>
concept PlainOf =
    (std::same_as<T, String> && PlainText<P>) || (std::same_as<T, bool> && std::same_as<P, bool>) ||
    (Numeric<T> && PlainInteger<P>) || (std::floating_point<T> && std::floating_point<P>);

}  // namespace weft
