#include "weft/ops/string_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "weft/ops/kernels/text_cost.h"
#include "weft/ops/parallel.h"
#include "weft/ops/utf8.h"

namespace weft {

namespace {

constexpr std::int64_t kMaxLength = std::numeric_limits<std::int32_t>::max();

class StringLength final : public Op {
 public:
  explicit StringLength(TextUnit unit) : unit_(unit) {}

  std::string_view name() const override { return "string_length"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (inputs.size() != 1)
      return invalid_argument(fmt::format("takes 1 input, got {}", inputs.size()));
    if (inputs[0].dtype != DType::kString)
      return invalid_argument(
          fmt::format("input is {}; it must be string", to_string(inputs[0].dtype)));
    return Specs{{.dtype = DType::kInt32, .shape = inputs[0].shape}};
  }

  Status run(OpContext& context) const override {
    const Tensor& input = context.input(0);
    const StringFacts& facts = input.facts();
    const Tuning& tuning = context.tuning();
    const bool bytes = unit_ == TextUnit::kByte || (facts.all_ascii && tuning.ascii_paths);
    // Lengths that int32 can hold too are the same bits.
    if (bytes && tuning.zero_copy && facts.max_length <= kMaxLength) {
      context.set_output(0, Tensor(DType::kInt32, input.shape(), input.lengths()));
      return Status();
    }
    WEFT_TRY_ASSIGN(const std::span<std::int32_t> lengths,
                    context.allocate<std::int32_t>(0, input.shape()));
    if (bytes) return copy_lengths(context, lengths.data());
    return count_characters(context, lengths.data());
  }

 private:
  Status copy_lengths(OpContext& context, std::int32_t* out) const {
    const Tensor& input = context.input(0);
    const std::uint32_t* lengths = input.values<String>().lengths();
    return for_chunks(context, input.size(), 2 * sizeof(std::uint32_t),
                      [&](std::int64_t begin, std::int64_t end) {
                        std::uint32_t all_bits = 0;
                        for (std::int64_t i = begin; i < end; ++i) {
                          out[i] = static_cast<std::int32_t>(lengths[i]);
                          all_bits |= lengths[i];
                        }
                        if (all_bits <= kMaxLength) return Status();
                        const std::uint32_t* lowest =
                            std::find_if(lengths + begin, lengths + end,
                                         [](std::uint32_t n) { return n > kMaxLength; });
                        return too_long(*lowest, input.shape().position_of(lowest - lengths));
                      });
  }

  Status count_characters(OpContext& context, std::int32_t* out) const {
    const Tensor& input = context.input(0);
    const StringSpan texts = input.values<String>();
    constexpr std::int64_t kColumnBytes = sizeof(const char*) + 2 * sizeof(std::uint32_t);
    return for_chunks(context, input.size(), kColumnBytes + about_text_bytes(input),
                      [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t i = begin; i < end; ++i) {
                          const std::int64_t count =
                              utf8::count_leads(texts[static_cast<std::size_t>(i)]);
                          if (count > kMaxLength)
                            return too_long(count, input.shape().position_of(i));
                          out[i] = static_cast<std::int32_t>(count);
                        }
                        return Status();
                      });
  }

  Status too_long(std::int64_t length, std::vector<std::int64_t> position) const {
    return invalid_argument(fmt::format("the string has {} {}{}; a length must fit int32", length,
                                        unit_ == TextUnit::kByte ? "bytes" : "characters",
                                        position_text(position)))
        .at(std::move(position));
  }

  TextUnit unit_;
};

}  // namespace

AnyValue string_length_untyped(const AnyValue& input, const StringLengthOptions& options) {
  return add_op(std::make_shared<StringLength>(options.unit), {input}).front();
}

}  // namespace weft
