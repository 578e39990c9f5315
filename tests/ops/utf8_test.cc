#include "weft/ops/utf8.h"

#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "weft/tests/support/matchers.h"
#include "weft/tests/support/random_data.h"

namespace weft::test {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The slow and obvious way: where each character starts, and where the last one ends.
std::vector<std::int64_t> character_offsets(std::string_view text) {
  std::vector<std::int64_t> offsets;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i == 0 || !continues(text[i])) offsets.push_back(static_cast<std::int64_t>(i));
  offsets.push_back(static_cast<std::int64_t>(text.size()));
  return offsets;
}

void expect_all_agree(std::string_view text) {
  const std::vector<std::int64_t> offsets = character_offsets(text);
  const auto characters = static_cast<std::int64_t>(offsets.size()) - 1;
  ASSERT_EQ(utf8::count_characters(text), characters);
  ASSERT_EQ(utf8::count_leads(text), characters - (!text.empty() && continues(text[0]) ? 1 : 0));
  for (std::int64_t k = 0; k <= characters; ++k)
    ASSERT_EQ(utf8::offset_of_character(text, k), offsets[static_cast<std::size_t>(k)]) << k;
  for (std::int64_t k = 1; k <= characters; ++k)
    ASSERT_EQ(utf8::offset_from_end(text, k), offsets[static_cast<std::size_t>(characters - k)])
        << k;
  for (const std::int64_t beyond : {characters + 1, characters + 8, characters + 300, kMax}) {
    ASSERT_EQ(utf8::offset_of_character(text, beyond), -1) << beyond;
    ASSERT_EQ(utf8::offset_from_end(text, beyond), -1) << beyond;
  }
}

// The text in a heap block of exactly its size: a read outside is seen by AddressSanitizer.
class ExactCopy {
 public:
  explicit ExactCopy(std::string_view text) : bytes_(new char[text.size()]), size_(text.size()) {
    std::copy(text.begin(), text.end(), bytes_.get());
  }
  std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

// case B08, case B18
TEST(Utf8, MalformedText) {
  struct Case {
    std::string_view text;
    std::int64_t leads;
    std::int64_t characters;
  };
  const std::vector<Case> cases = {{"", 0, 0},         {"a", 1, 1},
                                   {"\xF0", 1, 1},     {"\xC0\xC0\xC0", 3, 3},
                                   {"\x80\x80", 0, 1}, {"\x80\x80\x61", 1, 2},
                                   {"\xC2\x41", 2, 2}, {"\xE2\x82", 1, 1},
                                   {"\xFF\xFE", 2, 2}, {"日本語", 3, 3},
                                   {"e\u0301x", 3, 3}, {{"\0\0", 2}, 2, 2}};
  for (const Case& c : cases) {
    const ExactCopy copy(c.text);
    EXPECT_EQ(utf8::count_leads(copy.view()), c.leads);
    EXPECT_EQ(utf8::count_characters(copy.view()), c.characters);
    expect_all_agree(copy.view());
  }
}

TEST(Utf8, EveryLengthOfEveryKindOfText) {
  SCOPED_TRACE(seed_text());
  Random random(seed());
  for (std::int64_t length = 0; length <= 200; ++length) {
    for (const Text kind : {Text::kAscii, Text::kTwoByte, Text::kThreeByte, Text::kFourByte,
                            Text::kMixed, Text::kBytes}) {
      SCOPED_TRACE("length " + std::to_string(length));
      // Cut to the length, so that the last character may be cut too.
      std::string text = random.text(kind, length);
      text.resize(static_cast<std::size_t>(length));
      expect_all_agree(ExactCopy(text).view());
    }
  }
}

TEST(Utf8, OnlyContinuationBytes) {
  for (std::size_t length = 0; length <= 40; ++length) {
    expect_all_agree(ExactCopy(std::string(length, '\x80')).view());
    expect_all_agree(ExactCopy(std::string(length, '\xBF')).view());
    expect_all_agree(ExactCopy("a" + std::string(length, '\x80')).view());
    expect_all_agree(ExactCopy(std::string(length, '\x80') + "a").view());
  }
}

TEST(Utf8, EveryByteIsALeadOrContinues) {
  for (int byte = 0; byte < 256; ++byte) {
    // At every place of a word of eight bytes, and beside it.
    for (std::size_t place = 0; place < 11; ++place) {
      std::string text(11, 'x');
      text[place] = static_cast<char>(byte);
      const ExactCopy copy(text);
      ASSERT_EQ(utf8::count_leads(copy.view()), byte >= 0x80 && byte < 0xC0 ? 10 : 11);
    }
  }
}

}  // namespace
}  // namespace weft::test
