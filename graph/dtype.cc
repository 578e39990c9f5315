#include "weft/graph/dtype.h"

#include <array>

#include "weft/graph/quote.h"

namespace weft {

namespace {

constexpr std::array<std::string_view, 12> kNames = {"string", "bool",   "int8",    "int16",
                                                     "int32",  "int64",  "uint8",   "uint16",
                                                     "uint32", "uint64", "float32", "float64"};

}  // namespace

std::string_view to_string(DType dtype) { return kNames[static_cast<std::size_t>(dtype)]; }

Result<DType> parse_dtype(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<DType>(i);
  return invalid_argument("there is no dtype named " + quote(name));
}

std::int64_t element_bytes(DType dtype) {
  return visit_dtype(dtype, []<class T>(std::type_identity<T>) -> std::int64_t {
    if constexpr (std::same_as<T, String>)
      return sizeof(const char*) + sizeof(std::uint32_t);
    else
      return sizeof(T);
  });
}

}  // namespace weft
