#include "weft/ops/utf8.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace weft::utf8 {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

bool is_lead(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

// One set bit per lead byte, eight bytes at a time: a continuation byte has bit 7 set and bit 6
// clear.
std::uint64_t lead_bits(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, kWord);
  return (~(word >> 7U) | (word >> 6U)) & 0x0101010101010101U;
}

// The sum of the bytes of a word, as long as it fits a byte. A popcount would be a call.
std::int64_t sum_bytes(std::uint64_t word) {
  return static_cast<std::int64_t>(word * 0x0101010101010101U >> 56U);
}

std::int64_t num_leads(const char* bytes) { return sum_bytes(lead_bits(bytes)); }

// Leads of so many whole words: each byte of a word counts on its own, up to 255.
std::int64_t num_leads(const char* bytes, std::size_t words) {
  constexpr std::size_t kMostWords = 255;
  std::int64_t leads = 0;
  for (std::size_t begin = 0; begin < words; begin += kMostWords) {
    const std::size_t end = std::min(words, begin + kMostWords);
    std::uint64_t counts = 0;
    for (std::size_t i = begin; i < end; ++i) counts += lead_bits(bytes + i * kWord);
    constexpr std::uint64_t kEven = 0x00FF00FF00FF00FFU;
    const std::uint64_t pairs = (counts & kEven) + (counts >> 8U & kEven);
    leads += static_cast<std::int64_t>(pairs * 0x0001000100010001U >> 48U);
  }
  return leads;
}

}  // namespace

std::int64_t count_leads(std::string_view text) {
  const std::size_t rest = text.size() % kWord;
  std::int64_t leads = num_leads(text.data(), text.size() / kWord);
  if (rest == 0) return leads;
  if (text.size() > kWord) {
    // The last word, without those of its bytes that were counted before.
    static_assert(std::endian::native == std::endian::little);
    const std::uint64_t last = lead_bits(text.data() + text.size() - kWord);
    return leads + sum_bytes(last >> (8 * (kWord - rest)));
  }
  for (const char byte : text) leads += is_lead(byte);
  return leads;
}

std::int64_t count_characters(std::string_view text) {
  if (text.empty()) return 0;
  return count_leads(text) + (is_lead(text[0]) ? 0 : 1);
}

std::int64_t offset_of_character(std::string_view text, std::int64_t k) {
  if (k == 0) return 0;
  const auto size = static_cast<std::int64_t>(text.size());
  if (k > size) return -1;
  // Byte 0 is character 0, so k more starts are to be found from byte 1 on.
  std::size_t i = 1;
  std::int64_t left = k;
  for (; i + kWord <= text.size(); i += kWord) {
    const std::int64_t leads = num_leads(text.data() + i);
    if (leads >= left) break;
    left -= leads;
  }
  for (; i < text.size(); ++i)
    if (is_lead(text[i]) && --left == 0) return static_cast<std::int64_t>(i);
  return left == 1 ? size : -1;
}

std::int64_t offset_from_end(std::string_view text, std::int64_t k) {
  if (k > static_cast<std::int64_t>(text.size())) return -1;
  std::size_t end = text.size();
  std::int64_t left = k;
  for (; end >= kWord + 1; end -= kWord) {
    const std::int64_t leads = num_leads(text.data() + end - kWord);
    if (leads >= left) break;
    left -= leads;
  }
  while (end > 1) {
    --end;
    if (is_lead(text[end]) && --left == 0) return static_cast<std::int64_t>(end);
  }
  return left == 1 ? 0 : -1;
}

}  // namespace weft::utf8
