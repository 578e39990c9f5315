// How a string element reads in messages and printed tensors: quoted, escaped, cut.
//
//   weft::quote("a\0\xFF", 3)   // "\"a\\x00\\xFF\""
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "weft/graph/api.h"

namespace weft {

/// `bytes` between double quotes. Well-formed UTF-8 stays, except control characters; quotes,
/// backslashes and all other bytes are escaped, so that the result is always well-formed UTF-8 on
/// one line. At most `max_bytes` bytes of the input are shown, whole characters only, then "…".
WEFT_API std::string quote(std::string_view bytes, std::size_t max_bytes = 64);

}  // namespace weft
