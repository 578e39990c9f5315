#include "weft/graph/quote.h"

#include <gtest/gtest.h>

#include <vector>

#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

using namespace std::string_view_literals;

TEST(Quote, ApiExample) { EXPECT_EQ(weft::quote(std::string("a\0\xFF", 3)), "\"a\\x00\\xFF\""); }

TEST(Quote, EscapesWhatIsNoPlainText) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"", R"("")"},
      {"plain text", R"("plain text")"},
      {R"(a "quoted" \ b)", R"("a \"quoted\" \\ b")"},
      {"\n\r\t", R"("\n\r\t")"},
      {"\x01\x1F\x7F", R"("\x01\x1F\x7F")"},
      {"日本語 é 😀", R"("日本語 é 😀")"},
      // The controls U+0080 and U+009F, and the first character beyond them.
      {"\u0080\u009F\u00A0", "\"\\xC2\\x80\\xC2\\x9F\u00A0\""},
      {"\x80", R"("\x80")"},
      {"\xC3", R"("\xC3")"},
      {"\xC3\x28", R"("\xC3(")"},
      {"\xE2\x82", R"("\xE2\x82")"},
      {"\xE2\x82\xAC", R"("€")"},
      {"\xF0\x9F\x92", R"("\xF0\x9F\x92")"},
      {"\xFF\xFE", R"("\xFF\xFE")"}};
  for (const auto& [bytes, want] : cases) EXPECT_EQ(quote(bytes), want);
}

TEST(Quote, OnlyWellFormedUtf8Stays) {
  // Overlong forms, surrogates, beyond U+10FFFF: each just outside what is allowed, then inside.
  const std::vector<std::pair<std::string_view, bool>> cases = {
      {"\xC0\x80", false},         {"\xC1\xBF", false},         {"\xC2\xA1", true},
      {"\xDF\xBF", true},          {"\xE0\x9F\xBF", false},     {"\xE0\xA0\x80", true},
      {"\xED\x9F\xBF", true},      {"\xED\xA0\x80", false},     {"\xEF\xBF\xBF", true},
      {"\xF0\x8F\xBF\xBF", false}, {"\xF0\x90\x80\x80", true},  {"\xF4\x8F\xBF\xBF", true},
      {"\xF4\x90\x80\x80", false}, {"\xF5\x80\x80\x80", false}, {"\xF8\x88\x80\x80\x80", false}};
  for (const auto& [bytes, stays] : cases) {
    const std::string quoted = quote(bytes);
    EXPECT_EQ(quoted == "\"" + std::string(bytes) + "\"", stays) << quoted;
  }
}

TEST(Quote, CutsBetweenCharacters) {
  EXPECT_EQ(quote(std::string(64, 'a')), "\"" + std::string(64, 'a') + "\"");
  EXPECT_EQ(quote(std::string(65, 'a')), "\"" + std::string(64, 'a') + "\"…");
  EXPECT_EQ(quote("ab€cd", 4), "\"ab\"…");
  EXPECT_EQ(quote("ab€cd", 5), "\"ab€\"…");
  EXPECT_EQ(quote("ab€", 5), "\"ab€\"");
  EXPECT_EQ(quote("abc", 0), "\"\"…");
  EXPECT_EQ(quote("", 0), "\"\"");
  // Input bytes count, not those of the escapes.
  EXPECT_EQ(quote("\x01\x02\x03", 2), R"("\x01\x02"…)");
}

// Reads what quote() wrote.
std::string unquote(std::string_view quoted) {
  std::string bytes;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] != '\\') {
      bytes += quoted[i];
      continue;
    }
    const char kind = quoted[++i];
    if (kind == 'x') {
      bytes += static_cast<char>(std::stoi(std::string(quoted.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      bytes += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : kind;
    }
  }
  return bytes;
}

TEST(Quote, NothingIsLost) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (int i = 0; i < 3000; ++i) {
    const std::string bytes = random.text();
    const std::string quoted = quote(bytes, bytes.size());
    ASSERT_EQ(unquote(quoted), bytes) << quoted;
    for (const char byte : quoted) ASSERT_GE(static_cast<unsigned char>(byte), 0x20);
    // The result is well-formed: quoting it again escapes no byte.
    std::size_t escapes = 0;
    for (const char byte : quoted) escapes += byte == '"' || byte == '\\' ? 1U : 0U;
    ASSERT_EQ(quote(quoted, quoted.size()).size(), quoted.size() + escapes + 2);
  }
}

}  // namespace
}  // namespace weft::test
