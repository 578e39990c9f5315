// TextUnit: what a position or a length of text counts. A character is a code point: it starts at
// every byte that is not a continuation byte (0x80 to 0xBF). Nothing is validated or repaired.
//
//   weft::parse_text_unit("UTF8_CHAR").value();   // weft::TextUnit::kUtf8Char
#pragma once

#include <cstdint>
#include <string_view>

#include "weft/graph/status.h"

namespace weft {

enum class TextUnit : std::uint8_t { kByte, kUtf8Char };

/// "BYTE" or "UTF8_CHAR"; kInvalidArgument naming the text if it is neither.
WEFT_API Result<TextUnit> parse_text_unit(std::string_view name);

}  // namespace weft
