#include "weft/ops/map_strings.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "weft/graph/quote.h"
#include "weft/ops/kernels/text_cost.h"
#include "weft/ops/parallel.h"

namespace weft {

namespace {

using Function = std::function<Status(std::string_view, StringWriter&)>;

class MapStrings final : public Op {
 public:
  MapStrings(std::string name, Function function)
      : name_(std::move(name)), function_(std::move(function)) {}

  std::string_view name() const override { return name_; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (name_.empty()) return invalid_argument("map_strings was given an empty name");
    if (!function_) return invalid_argument("map_strings was given no function");
    if (inputs.size() != 1)
      return invalid_argument(fmt::format("takes 1 input, got {}", inputs.size()));
    if (inputs[0].dtype != DType::kString)
      return invalid_argument(
          fmt::format("input is {}; it must be string", to_string(inputs[0].dtype)));
    return Specs{{.dtype = DType::kString, .shape = inputs[0].shape}};
  }

  Status run(OpContext& context) const override {
    const Tensor& input = context.input(0);
    StringColumns out;
    WEFT_TRY_ASSIGN(out.starts, context.allocate_buffer(input.size(), kStartBytes));
    WEFT_TRY_ASSIGN(out.lengths, context.allocate_buffer(input.size(), kLengthBytes));
    // A call of a function that is not known costs more than the bytes it moves.
    constexpr std::int64_t kCallBytes = 64;
    const Chunks chunks =
        plan_chunks(context, input.size(), kCallBytes + 3 * about_text_bytes(input));
    std::vector<Mapped> mapped(static_cast<std::size_t>(chunks.count));
    WEFT_TRY(for_each_chunk(
        context, chunks, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
          return map_rows(input, begin, end, out, mapped[static_cast<std::size_t>(chunk)]);
        }));
    gather(mapped, out);
    context.set_output(0, Tensor(input.shape(), std::move(out)));
    return Status();
  }

 private:
  static constexpr std::int64_t kStartBytes = sizeof(const char*);
  static constexpr std::int64_t kLengthBytes = sizeof(std::uint32_t);

  // What a chunk made.
  struct Mapped {
    StringArena arena;
    std::uint32_t max_length = 0;
    std::int64_t total_bytes = 0;
  };

  Status map_rows(const Tensor& input, std::int64_t begin, std::int64_t end, StringColumns& out,
                  Mapped& mapped) const {
    const StringSpan texts = input.values<String>();
    auto* starts = out.starts.mutable_as<const char*>();
    auto* lengths = out.lengths.mutable_as<std::uint32_t>();
    // Apart from the other chunks' until it is done, so that no two threads write to one line.
    Mapped own;
    StringWriter writer(own.arena);
    std::int64_t row = begin;
    Status status;
    try {
      for (; row < end; ++row) {
        status = function_(texts[static_cast<std::size_t>(row)], writer);
        if (status.ok() && !own.arena.status().ok()) status = own.arena.status();
        if (!status.ok()) break;
        const std::string_view element = own.arena.finish_element();
        starts[row] = element.data();
        lengths[row] = static_cast<std::uint32_t>(element.size());
        own.max_length = std::max(own.max_length, lengths[row]);
        own.total_bytes += lengths[row];
      }
    } catch (...) {
      status = status_of_exception();
    }
    mapped = std::move(own);
    if (status.ok()) return status;
    return locate(status, input.shape().position_of(row), texts[static_cast<std::size_t>(row)]);
  }

  // The function's own words, and which element it was.
  static Status locate(const Status& status, std::vector<std::int64_t> position,
                       std::string_view element) {
    return Status(status.code(), fmt::format("{}{}, value {}", status.text(),
                                             position_text(position), quote(element)))
        .at(std::move(position));
  }

  static void gather(std::vector<Mapped>& mapped, StringColumns& out) {
    out.facts = {
        .all_ascii = true, .contiguous = mapped.size() <= 1, .max_length = 0, .total_bytes = 0};
    std::vector<Buffer> blocks;
    for (Mapped& part : mapped) {
      out.facts.all_ascii &= part.arena.all_ascii();
      out.facts.contiguous &= part.arena.contiguous();
      out.facts.max_length = std::max(out.facts.max_length, part.max_length);
      out.facts.total_bytes += part.total_bytes;
      std::vector<Buffer> taken = part.arena.take_blocks();
      blocks.insert(blocks.end(), taken.begin(), taken.end());
    }
    out.bytes = Buffer::keep_alive(blocks);
  }

  std::string name_;
  Function function_;
};

}  // namespace

AnyValue map_strings_untyped(const AnyValue& input, std::string name,
                             std::function<Status(std::string_view, StringWriter&)> function) {
  return add_op(std::make_shared<MapStrings>(std::move(name), std::move(function)), {input})
      .front();
}

}  // namespace weft
