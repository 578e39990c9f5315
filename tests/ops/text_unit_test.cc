#include "weft/ops/text_unit.h"

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

TEST(TextUnit, ApiExample) {
  EXPECT_EQ(weft::parse_text_unit("UTF8_CHAR").value(), weft::TextUnit::kUtf8Char);
}

TEST(TextUnit, OnlyTheTwoNamesAreKnown) {
  EXPECT_THAT(parse_text_unit("BYTE"), IsOkAndHolds(TextUnit::kByte));
  EXPECT_THAT(parse_text_unit("UTF8_CHAR"), IsOkAndHolds(TextUnit::kUtf8Char));
  for (const std::string_view name : {"", "byte", "BYTE ", "UTF8", "UTF8_CHARS"})
    EXPECT_THAT(parse_text_unit(name), StatusIs(StatusCode::kInvalidArgument,
                                                "the unit of text is BYTE or UTF8_CHAR, not \"" +
                                                    std::string(name) + "\""));
  EXPECT_THAT(parse_text_unit("\xFF\n"),
              StatusIs(StatusCode::kInvalidArgument,
                       "the unit of text is BYTE or UTF8_CHAR, not \"\\xFF\\n\""));
}

}  // namespace
}  // namespace weft::test
