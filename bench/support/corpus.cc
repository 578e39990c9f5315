#include "weft/bench/support/corpus.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace weft::bench {

namespace {

constexpr std::uint64_t kSeed = 20240229;

std::string_view character(Script script, std::mt19937_64& engine) {
  static const std::vector<std::vector<std::string_view>> kCharacters = {
      {"a", "e", "n", "r", "s", "t", " ", "0"},
      {"a", "n", "é", "r", "ü", "t", " ", "ß"},
      {"а", "е", "н", "р", "с", "т", " ", "ж"},
      {"日", "本", "語", "文", "字", "中", "国", "人"},
      {"😀", "a", "🎉", "é", "日", "ж", "💩", " "}};
  const auto& alphabet = kCharacters[static_cast<std::size_t>(script)];
  return alphabet[engine() % alphabet.size()];
}

}  // namespace

std::vector<std::string> texts(std::int64_t rows, std::int64_t bytes, Script script) {
  std::mt19937_64 engine(kSeed);
  std::uniform_int_distribution<std::int64_t> length(bytes / 2, bytes + bytes / 2);
  std::vector<std::string> result(static_cast<std::size_t>(rows));
  for (std::string& text : result) {
    const auto wanted = static_cast<std::size_t>(length(engine));
    while (text.size() < wanted) text += character(script, engine);
  }
  return result;
}

Tensor text_tensor(const std::vector<std::string>& texts) { return Tensor::strings(texts); }

std::vector<std::int32_t> integers(std::int64_t rows, std::int32_t low, std::int32_t high) {
  std::mt19937_64 engine(kSeed);
  std::uniform_int_distribution<std::int32_t> value(low, high);
  std::vector<std::int32_t> result(static_cast<std::size_t>(rows));
  for (std::int32_t& number : result) number = value(engine);
  return result;
}

std::vector<std::int32_t> permutation(std::int64_t rows) {
  std::vector<std::int32_t> result(static_cast<std::size_t>(rows));
  std::iota(result.begin(), result.end(), 0);
  std::shuffle(result.begin(), result.end(), std::mt19937_64(kSeed));
  return result;
}

}  // namespace weft::bench
