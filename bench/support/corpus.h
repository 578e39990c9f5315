// Text and numbers for benchmarks, the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::bench {

enum class Script { kAscii, kLatin, kCyrillic, kCjk, kEmoji };

/// `rows` strings of about `bytes` bytes, from half to one and a half times as many.
std::vector<std::string> texts(std::int64_t rows, std::int64_t bytes, Script script);

/// A tensor of them, and the strings themselves for the naive baseline.
Tensor text_tensor(const std::vector<std::string>& texts);

/// Numbers low..high.
std::vector<std::int32_t> integers(std::int64_t rows, std::int32_t low, std::int32_t high);

/// 0..rows-1 in random order.
std::vector<std::int32_t> permutation(std::int64_t rows);

}  // namespace weft::bench
