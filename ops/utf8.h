// Characters in bytes that may or may not be UTF-8. A character starts at every byte that is not a
// continuation byte, and at byte 0 whatever it is; it reaches to the next start. Nothing here reads
// outside the given bytes. Not part of the public interface.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::utf8 {

/// Bytes that are not continuation bytes: what string_length counts.
std::int64_t count_leads(std::string_view text);

/// Characters: the leads, and one more if byte 0 is a continuation byte. What substr counts.
std::int64_t count_characters(std::string_view text);

/// The offset at which character `k` starts; the size of the text for k equal to the number of
/// characters, -1 beyond. REQUIRES: k >= 0
std::int64_t offset_of_character(std::string_view text, std::int64_t k);

/// The offset at which the k-th character from the end starts (1 is the last); -1 if there are
/// fewer than k. REQUIRES: k >= 1
std::int64_t offset_from_end(std::string_view text, std::int64_t k);

}  // namespace weft::utf8
