#include "weft/ops/substr.h"

#include <fmt/format.h>

#include <atomic>

#include "weft/graph/broadcast.h"
#include "weft/graph/quote.h"
#include "weft/ops/parallel.h"
#include "weft/ops/utf8.h"

namespace weft {

namespace {

using Walk = BroadcastWalk<2>;

struct Substring {
  std::int64_t start = 0;
  std::int64_t length = 0;
  bool inside = true;
};

// Branch-free, so that a loop over it becomes vector code. pos + len is never formed.
inline Substring byte_substring(std::int64_t size, std::int64_t pos, std::int64_t len) {
  const std::int64_t start = pos + (pos < 0 ? size : 0);
  const bool inside = start >= 0 && start <= size;
  const std::int64_t kept = inside ? start : 0;
  const std::int64_t rest = size - kept;
  return {kept, len < 0 || len > rest ? rest : len, inside};
}

inline Substring utf8_substring(std::string_view text, std::int64_t pos, std::int64_t len) {
  const auto size = static_cast<std::int64_t>(text.size());
  // A text has at most as many characters as bytes, and -pos of the lowest pos does not exist.
  if (pos < -size || pos > size) return {0, 0, false};
  const std::int64_t start =
      pos >= 0 ? utf8::offset_of_character(text, pos) : utf8::offset_from_end(text, -pos);
  if (start < 0) return {0, 0, false};
  if (len < 0) return {start, size - start, true};
  const std::string_view rest = text.substr(static_cast<std::size_t>(start));
  const std::int64_t end = utf8::offset_of_character(rest, len);
  return {start, end < 0 ? size - start : end, true};
}

// What a chunk reads and writes.
template <class Index>
struct Columns {
  const char* const* in_starts;
  const std::uint32_t* in_lengths;
  const Index* pos;
  const Index* len;
  const char** out_starts;
  std::uint32_t* out_lengths;
};

// One run of rows; whether every pos was inside. The steps are template arguments because the
// compiler vectorises a load or a broadcast, but not a multiplication by an unknown step.
template <TextUnit kUnit, bool kTextMoves, bool kPosMoves, class Index>
bool substr_run(const Columns<Index>& columns, const Walk::Run& run) {
  const char* const* in_starts = columns.in_starts + run.offsets[0];
  const std::uint32_t* in_lengths = columns.in_lengths + run.offsets[0];
  const Index* pos = columns.pos + run.offsets[1];
  const Index* len = columns.len + run.offsets[1];
  const char** out_starts = columns.out_starts + run.begin;
  std::uint32_t* out_lengths = columns.out_lengths + run.begin;
  bool all_inside = true;
  for (std::int64_t i = 0; i < run.count; ++i) {
    const std::int64_t text = kTextMoves ? i : 0;
    const std::int64_t row = kPosMoves ? i : 0;
    Substring part;
    if constexpr (kUnit == TextUnit::kByte)
      part = byte_substring(in_lengths[text], pos[row], len[row]);
    else
      part = utf8_substring({in_starts[text], in_lengths[text]}, pos[row], len[row]);
    out_starts[i] = in_starts[text] + part.start;
    out_lengths[i] = static_cast<std::uint32_t>(part.length);
    all_inside &= part.inside;
  }
  return all_inside;
}

template <TextUnit kUnit, class Index>
bool substr_run(const Columns<Index>& columns, const Walk::Run& run) {
  if (run.steps[0] == 0 && run.steps[1] == 0) return substr_run<kUnit, false, false>(columns, run);
  if (run.steps[0] == 0) return substr_run<kUnit, false, true>(columns, run);
  if (run.steps[1] == 0) return substr_run<kUnit, true, false>(columns, run);
  return substr_run<kUnit, true, true>(columns, run);
}

class Substr final : public Op {
 public:
  explicit Substr(TextUnit unit) : unit_(unit) {}

  std::string_view name() const override { return "substr"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (inputs.size() != 3)
      return invalid_argument(fmt::format("takes 3 inputs, got {}", inputs.size()));
    const DType pos = inputs[1].dtype;
    const DType len = inputs[2].dtype;
    if (inputs[0].dtype != DType::kString)
      return invalid_argument(
          fmt::format("input is {}; it must be string", to_string(inputs[0].dtype)));
    if ((pos != DType::kInt32 && pos != DType::kInt64) || pos != len)
      return invalid_argument(fmt::format("pos is {}, len is {}; both must be int32 or both int64",
                                          to_string(pos), to_string(len)));
    WEFT_TRY_ASSIGN(PartialShape shape,
                    result_shape(inputs[0].shape, inputs[1].shape, inputs[2].shape));
    return Specs{{.dtype = DType::kString, .shape = std::move(shape)}};
  }

  Status run(OpContext& context) const override {
    if (context.input(1).dtype() == DType::kInt32) return run_indexed<std::int32_t>(context);
    return run_indexed<std::int64_t>(context);
  }

 private:
  static Result<PartialShape> result_shape(const PartialShape& input, const PartialShape& pos,
                                           const PartialShape& len) {
    if (!pos.compatible_with(len))
      return invalid_argument(
          fmt::format("pos has shape {}, len has shape {}; they must be the same", pos.to_string(),
                      len.to_string()));
    std::optional<PartialShape> shape = broadcast(input, pos);
    if (!shape)
      return invalid_argument(
          fmt::format("input has shape {}, pos has shape {}; they do not broadcast",
                      input.to_string(), pos.to_string()));
    return *std::move(shape);
  }

  template <class Index>
  Status run_indexed(OpContext& context) const {
    const Tensor& input = context.input(0);
    const Tensor& pos = context.input(1);
    const Tensor& len = context.input(2);
    // The usual case, pos and len of one element, needs no arithmetic on shapes.
    const bool scalar = pos.shape().rank() == 0 && len.shape().rank() == 0;
    Shape shape = input.shape();
    std::int64_t rows = input.size();
    if (!scalar) {
      WEFT_TRY_ASSIGN(const PartialShape known, result_shape(shape, pos.shape(), len.shape()));
      shape = known.to_shape();
      WEFT_TRY_ASSIGN(rows, shape.num_elements());
    }
    StringColumns out{.bytes = input.bytes(), .facts = input.facts()};
    out.facts.contiguous = false;
    out.facts.total_bytes = -1;
    if (rows > 0) {
      const auto positions = pos.values<Index>();
      const auto limits = len.values<Index>();
      const bool bytes =
          unit_ == TextUnit::kByte || (input.facts().all_ascii && context.tuning().ascii_paths);
      if (scalar && bytes && limits[0] >= 0)
        out.facts.max_length =
            static_cast<std::uint32_t>(std::min<std::int64_t>(out.facts.max_length, limits[0]));
      if (scalar && bytes && positions[0] == 0)
        WEFT_TRY(cut_lengths(context, limits[0], out));
      else
        WEFT_TRY(cut_rows<Index>(context, shape, bytes, out));
    }
    context.set_output(0, Tensor(std::move(shape), std::move(out)));
    return Status();
  }

  // From the front of every element: the starts are the input's own, and so are the lengths if no
  // element is longer than `len`.
  static Status cut_lengths(OpContext& context, std::int64_t len, StringColumns& out) {
    const Tensor& input = context.input(0);
    out.starts = input.data();
    out.lengths = input.lengths();
    if (len < 0 || len >= input.facts().max_length) {
      out.facts = input.facts();
      return Status();
    }
    constexpr std::int64_t kRowBytes = sizeof(std::uint32_t);
    WEFT_TRY_ASSIGN(out.lengths, context.allocate_buffer(input.size(), kRowBytes));
    const std::uint32_t* in_lengths = input.values<String>().lengths();
    auto* out_lengths = out.lengths.mutable_as<std::uint32_t>();
    const auto longest = static_cast<std::uint32_t>(len);
    return for_chunks(context, input.size(), 2 * kRowBytes,
                      [=](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t i = begin; i < end; ++i)
                          out_lengths[i] = std::min(in_lengths[i], longest);
                        return Status();
                      });
  }

  template <class Index>
  Status cut_rows(OpContext& context, const Shape& shape, bool bytes, StringColumns& out) const {
    const Walk walk(shape, {&context.input(0).shape(), &context.input(1).shape()});
    WEFT_TRY_ASSIGN(out.lengths, context.allocate_buffer(walk.size(), sizeof(std::uint32_t)));
    WEFT_TRY_ASSIGN(out.starts, context.allocate_buffer(walk.size(), sizeof(const char*)));
    const StringSpan texts = context.input(0).values<String>();
    const Columns<Index> columns{.in_starts = texts.starts(),
                                 .in_lengths = texts.lengths(),
                                 .pos = context.input(1).values<Index>().data(),
                                 .len = context.input(2).values<Index>().data(),
                                 .out_starts = out.starts.mutable_as<const char*>(),
                                 .out_lengths = out.lengths.mutable_as<std::uint32_t>()};
    if (bytes) return run_chunks<TextUnit::kByte>(context, walk, shape, columns);
    return run_chunks<TextUnit::kUtf8Char>(context, walk, shape, columns);
  }

  template <TextUnit kKernelUnit, class Index>
  Status run_chunks(OpContext& context, const Walk& walk, const Shape& shape,
                    const Columns<Index>& columns) const {
    const StringFacts& facts = context.input(0).facts();
    constexpr std::int64_t kColumnBytes = 24 + 2 * sizeof(Index);
    const std::int64_t text_bytes =
        kKernelUnit == TextUnit::kByte ? 0 : std::min<std::int64_t>(facts.max_length, 64);
    return for_chunks(context, walk.size(), kColumnBytes + text_bytes,
                      [&](std::int64_t begin, std::int64_t end) {
                        bool all_inside = true;
                        walk.for_each_run(begin, end, [&](const Walk::Run& run) {
                          all_inside &= substr_run<kKernelUnit>(columns, run);
                        });
                        if (all_inside) return Status();
                        return lowest_error(walk, shape, columns, begin, end);
                      });
  }

  // The error of the lowest row whose pos is outside. REQUIRES: there is one in begin..end.
  template <class Index>
  Status lowest_error(const Walk& walk, const Shape& shape, const Columns<Index>& columns,
                      std::int64_t begin, std::int64_t end) const {
    Status status;
    walk.for_each_run(begin, end, [&](const Walk::Run& run) {
      for (std::int64_t i = 0; status.ok() && i < run.count; ++i) {
        const std::int64_t text = run.offsets[0] + i * run.steps[0];
        const std::int64_t pos = columns.pos[run.offsets[1] + i * run.steps[1]];
        const std::string_view element(columns.in_starts[text], columns.in_lengths[text]);
        const bool inside = unit_ == TextUnit::kByte
                                ? byte_substring(columns.in_lengths[text], pos, 0).inside
                                : utf8_substring(element, pos, 0).inside;
        if (!inside) status = outside(element, pos, shape.position_of(run.begin + i));
      }
    });
    return status;
  }

  Status outside(std::string_view element, std::int64_t pos,
                 std::vector<std::int64_t> position) const {
    const bool bytes = unit_ == TextUnit::kByte;
    const auto size =
        bytes ? static_cast<std::int64_t>(element.size()) : utf8::count_characters(element);
    const std::string_view unit =
        bytes ? (size == 1 ? "byte" : "bytes") : (size == 1 ? "character" : "characters");
    return invalid_argument(fmt::format("pos {} is outside the string of {} {}{}, value {}", pos,
                                        size, unit, position_text(position), quote(element)))
        .at(std::move(position));
  }

  TextUnit unit_;
};

}  // namespace

AnyValue substr_untyped(const AnyValue& input, const Operand& pos, const Operand& len,
                        const SubstrOptions& options) {
  const std::vector<Operand> operands = {input, pos, len};
  const DType index = dtype_of_handles({pos, len}).value_or(DType::kInt64);
  return graph_of(operands)
      .add_op_on_operands(std::make_shared<Substr>(options.unit), operands, index)
      .front();
}

}  // namespace weft
