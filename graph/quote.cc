#include "weft/graph/quote.h"

#include <cstdint>

namespace weft {

namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// The length of the well-formed character at the front of `bytes`, or 0: table 3-7 of the Unicode
// standard.
std::size_t character_length(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2   ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || bytes.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(bytes[i])) return 0;
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;
  if (lead == 0xED && byte(1) > 0x9F) return 0;
  if (lead == 0xF0 && byte(1) < 0x90) return 0;
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

void append_escaped(std::string& text, char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  switch (byte) {
    case '"':
      text += "\\\"";
      return;
    case '\\':
      text += "\\\\";
      return;
    case '\n':
      text += "\\n";
      return;
    case '\r':
      text += "\\r";
      return;
    case '\t':
      text += "\\t";
      return;
    default: {
      const auto value = static_cast<unsigned char>(byte);
      text += "\\x";
      text += kDigits[value >> 4U];
      text += kDigits[value & 15U];
    }
  }
}

// U+0080 to U+009F are controls too; they are written as C2 80 to C2 9F.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  return first < 0x20 || first == 0x7F ||
         (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0);
}

}  // namespace

std::string quote(std::string_view bytes, std::size_t max_bytes) {
  std::string text = "\"";
  std::size_t i = 0;
  while (i < bytes.size()) {
    const std::string_view rest = bytes.substr(i);
    const std::size_t length = character_length(rest);
    const std::size_t step = length == 0 ? 1 : length;
    if (i + step > max_bytes) break;
    const bool plain = length > 0 && rest[0] != '"' && rest[0] != '\\' && !is_control(rest);
    if (plain)
      text += rest.substr(0, step);
    else
      for (std::size_t k = 0; k < step; ++k) append_escaped(text, rest[k]);
    i += step;
  }
  text += '"';
  if (i < bytes.size()) text += "…";
  return text;
}

}  // namespace weft
