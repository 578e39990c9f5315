#include "weft/ops/text_unit.h"

#include "weft/graph/quote.h"

namespace weft {

Result<TextUnit> parse_text_unit(std::string_view name) {
  if (name == "BYTE") return TextUnit::kByte;
  if (name == "UTF8_CHAR") return TextUnit::kUtf8Char;
  return invalid_argument("the unit of text is BYTE or UTF8_CHAR, not " + quote(name));
}

}  // namespace weft
