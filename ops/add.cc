#include "weft/ops/add.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "weft/ops/kernels/broadcast_pair.h"

namespace weft {

namespace {

template <Numeric T>
T sum(T a, T b) {
  if constexpr (std::floating_point<T>) {
    return a + b;
  } else {
    // Unsigned, so that an overflow wraps.
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  }
}

template <Numeric T>
Status add_numbers(OpContext& context, const Shape& shape) {
  WEFT_TRY_ASSIGN(const std::span<T> result, context.allocate<T>(0, shape));
  const PairWalk walk(shape, {&context.input(0).shape(), &context.input(1).shape()});
  const T* a = context.input(0).values<T>().data();
  const T* b = context.input(1).values<T>().data();
  T* out = result.data();
  return for_each_pair(
      context, walk, 3 * sizeof(T),
      [=](std::int64_t row, std::int64_t i, std::int64_t j) { out[row] = sum(a[i], b[j]); });
}

// The sum of chunk lengths fits int64 up to so many rows.
constexpr std::int64_t kMaxChunkRows = std::int64_t{1} << 31;

// Bytes of an element, about.
std::int64_t usual_length(const Tensor& text) {
  const StringFacts& facts = text.facts();
  if (facts.total_bytes >= 0 && text.size() > 0) return facts.total_bytes / text.size();
  return std::min<std::int64_t>(facts.max_length, 64);
}

// Joins all pairs in two passes: first the lengths, which say where each chunk's bytes go, then
// every byte to its place in one buffer.
class PairJoin {
 public:
  /// REQUIRES: a result with elements.
  PairJoin(OpContext& context, const Shape& shape)
      : context_(context),
        shape_(shape),
        a_(context.input(0).values<String>()),
        b_(context.input(1).values<String>()),
        walk_(shape, {&context.input(0).shape(), &context.input(1).shape()}) {
    constexpr std::int64_t kColumnBytes = 36;
    const std::int64_t text_bytes = usual_length(context.input(0)) + usual_length(context.input(1));
    chunks_ = plan_chunks(context, walk_.size(), kColumnBytes + 2 * text_bytes);
    if (chunks_.rows_per_chunk > kMaxChunkRows) {
      chunks_.rows_per_chunk = kMaxChunkRows;
      chunks_.count = (walk_.size() - 1) / kMaxChunkRows + 1;
    }
    sizes_.resize(static_cast<std::size_t>(chunks_.count));
  }

  Status run() {
    StringColumns out;
    WEFT_TRY(allocate_columns(out));
    WEFT_TRY(measure(out.lengths.mutable_as<std::uint32_t>()));
    WEFT_TRY(place_chunks(out.facts));
    // At least one byte, because an empty element needs a place too.
    WEFT_TRY_ASSIGN(out.bytes,
                    context_.allocate_buffer(std::max<std::int64_t>(1, out.facts.total_bytes)));
    WEFT_TRY(write(out.starts.mutable_as<const char*>(), out.bytes.mutable_data()));
    context_.set_output(0, Tensor(shape_, std::move(out)));
    return Status();
  }

 private:
  struct ChunkSize {
    std::int64_t bytes = 0;
    std::int64_t offset = 0;
    std::uint32_t longest = 0;
  };

  Status allocate_columns(StringColumns& out) {
    WEFT_TRY_ASSIGN(out.starts, context_.allocate_buffer(walk_.size(), sizeof(const char*)));
    WEFT_TRY_ASSIGN(out.lengths, context_.allocate_buffer(walk_.size(), sizeof(std::uint32_t)));
    return Status();
  }

  Status measure(std::uint32_t* lengths) {
    return for_each_chunk(
        context_, chunks_, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
          bool too_long = false;
          ChunkSize size;
          walk_.for_each_run(begin, end, [&](const PairWalk::Run& run) {
            too_long |= measure_run(run, a_.lengths(), b_.lengths(), lengths, size);
          });
          if (too_long) return lowest_too_long(begin, end);
          sizes_[static_cast<std::size_t>(chunk)] = size;
          return Status();
        });
  }

  // Whether an element is too long: then its 32-bit length wrapped.
  static bool measure_run(const PairWalk::Run& run, const std::uint32_t* a, const std::uint32_t* b,
                          std::uint32_t* lengths, ChunkSize& size) {
    // A number, because the compiler does not vectorise a bool.
    std::uint32_t wrapped = 0;
    std::int64_t bytes = 0;
    std::uint32_t longest = 0;
    for_each_pair(run, [&](std::int64_t row, std::int64_t i, std::int64_t j) {
      const std::uint32_t length = a[i] + b[j];
      wrapped |= length < a[i] ? 1U : 0U;
      bytes += length;
      longest = std::max(longest, length);
      lengths[row] = length;
    });
    size.bytes += bytes;
    size.longest = std::max(size.longest, longest);
    return wrapped != 0;
  }

  // The error of the lowest element that is too long. REQUIRES: there is one in begin..end.
  Status lowest_too_long(std::int64_t begin, std::int64_t end) const {
    Status status;
    walk_.for_each_run(begin, end, [&](const PairWalk::Run& run) {
      for_each_pair(run, [&](std::int64_t row, std::int64_t i, std::int64_t j) {
        const std::int64_t length = std::int64_t{a_.lengths()[i]} + b_.lengths()[j];
        if (!status.ok() || length <= kMaxStringBytes) return;
        std::vector<std::int64_t> position = shape_.position_of(row);
        status = resource_exhausted(fmt::format("an element of {} bytes{} is longer than {}",
                                                length, position_text(position), kMaxStringBytes))
                     .at(std::move(position));
      });
    });
    return status;
  }

  // Where the bytes of each chunk begin, and what is known of the result.
  Status place_chunks(StringFacts& facts) {
    std::int64_t total_bytes = 0;
    facts.max_length = 0;
    for (ChunkSize& size : sizes_) {
      size.offset = total_bytes;
      const auto sum_bytes = checked_add(total_bytes, size.bytes);
      if (!sum_bytes) return resource_exhausted("the text has more bytes than 64 bits count");
      total_bytes = *sum_bytes;
      facts.max_length = std::max(facts.max_length, size.longest);
    }
    facts.all_ascii = context_.input(0).facts().all_ascii && context_.input(1).facts().all_ascii;
    facts.contiguous = true;
    facts.total_bytes = total_bytes;
    return Status();
  }

  Status write(const char** starts, char* bytes) {
    return for_each_chunk(context_, chunks_,
                          [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                            char* to = bytes + sizes_[static_cast<std::size_t>(chunk)].offset;
                            walk_.for_each_run(begin, end, [&](const PairWalk::Run& run) {
                              to = write_run(run, a_, b_, starts, to);
                            });
                            return Status();
                          });
  }

  // By value, because a store through a char pointer may change whatever has an address.
  static char* write_run(const PairWalk::Run& run, StringSpan a, StringSpan b, const char** starts,
                         char* to) {
    for_each_pair(run, [=, &to](std::int64_t row, std::int64_t i, std::int64_t j) {
      starts[row] = to;
      std::memcpy(to, a.starts()[i], a.lengths()[i]);
      to += a.lengths()[i];
      std::memcpy(to, b.starts()[j], b.lengths()[j]);
      to += b.lengths()[j];
    });
    return to;
  }

  OpContext& context_;
  const Shape& shape_;
  const StringSpan a_;
  const StringSpan b_;
  const PairWalk walk_;
  Chunks chunks_;
  std::vector<ChunkSize> sizes_;
};

bool is_empty_text(const Tensor& text) {
  if (text.facts().max_length == 0) return true;
  return text.size() == 1 && text.values<String>().lengths()[0] == 0;
}

Status add_strings(OpContext& context, const Shape& shape) {
  const Tensor& a = context.input(0);
  const Tensor& b = context.input(1);
  WEFT_TRY_ASSIGN(const std::int64_t rows, shape.num_elements());
  if (rows == 0) {
    context.set_output(
        0, Tensor(shape,
                  {.facts = {
                       .all_ascii = true, .contiguous = true, .max_length = 0, .total_bytes = 0}}));
    return Status();
  }
  // What is joined with nothing is shared.
  const bool shares = context.tuning().zero_copy;
  const Tensor* same = shares && a.size() == rows && is_empty_text(b)   ? &a
                       : shares && b.size() == rows && is_empty_text(a) ? &b
                                                                        : nullptr;
  if (same == nullptr) return PairJoin(context, shape).run();
  WEFT_TRY_ASSIGN(Tensor shared, same->reshaped(shape));
  context.set_output(0, std::move(shared));
  return Status();
}

class Add final : public Op {
 public:
  std::string_view name() const override { return "add"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (inputs[0].dtype == DType::kBool) return no_sum_of_bools();
    WEFT_TRY_ASSIGN(PartialShape shape, infer_pair_shape(inputs));
    return Specs{{.dtype = inputs[0].dtype, .shape = std::move(shape)}};
  }

  Status run(OpContext& context) const override {
    const Tensor& a = context.input(0);
    WEFT_TRY_ASSIGN(const Shape shape, pair_shape(a.shape(), context.input(1).shape()));
    return visit_dtype(a.dtype(), [&]<class T>(std::type_identity<T>) {
      if constexpr (Numeric<T>)
        return add_numbers<T>(context, shape);
      else if constexpr (std::same_as<T, String>)
        return add_strings(context, shape);
      else
        return no_sum_of_bools();
    });
  }

 private:
  static Status no_sum_of_bools() {
    return invalid_argument("a is bool; it must be a number or a string");
  }
};

}  // namespace

AnyValue add_untyped(const Operand& a, const Operand& b) {
  const std::vector<Operand> operands = {a, b};
  const DType plain = dtype_of_handles(operands).value_or(DType::kInt32);
  return graph_of(operands).add_op_on_operands(std::make_shared<Add>(), operands, plain).front();
}

}  // namespace weft
