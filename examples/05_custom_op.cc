// Ops of one's own, which stand where the built-in ones stand: a lambda on every string, and a
// class that counts a byte in every string, in parallel.
//
//   text ──┬── shout (map_strings) ── shouted
//          └── count_byte ─────────── counts
#include <algorithm>
#include <iostream>
#include <memory>

#include "weft/weft.h"

class CountByte final : public weft::Op {
 public:
  explicit CountByte(char byte) : byte_(byte) {}
  std::string_view name() const override { return "count_byte"; }

  weft::Result<weft::Specs> infer(std::span<const weft::TensorSpec> inputs) const override {
    if (inputs.size() != 1 || inputs[0].dtype != weft::DType::kString)
      return weft::invalid_argument("takes one input of strings");
    return weft::Specs{{.dtype = weft::DType::kInt64, .shape = inputs[0].shape}};
  }

  weft::Status run(weft::OpContext& context) const override {
    const weft::Tensor& input = context.input(0);
    const weft::StringSpan texts = input.values<weft::String>();
    WEFT_TRY_ASSIGN(const auto counts, context.allocate<std::int64_t>(0, input.shape()));
    constexpr std::int64_t kBytesPerRow = 64;  // a guess at the work: it decides the chunks
    return weft::for_chunks(
        context, input.size(), kBytesPerRow, [&](std::int64_t begin, std::int64_t end) {
          for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end);
               ++row)
            counts[row] = std::count(texts[row].begin(), texts[row].end(), byte_);
          return weft::Status();
        });
  }

 private:
  const char byte_;
};

int main() {
  weft::Graph graph;
  auto text = graph.input<weft::String>("text");
  auto shouted = weft::map_strings(text, "shout", [](std::string_view in, weft::StringWriter& out) {
    for (const char c : in)
      out.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    out.push_back('!');
  });
  auto counts = weft::add_op<std::int64_t>(std::make_shared<CountByte>('a'), {text});
  weft::Plan plan = weft::compile(graph, {shouted, counts}).value();

  weft::Outputs out = weft::run(plan, {{text, {"banana", "kiwi", ""}}}).value();
  std::cout << plan.to_string() << out[shouted].to_string() << '\n'
            << out[counts].to_string() << '\n';
}
