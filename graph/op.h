// Op and what it sees: the one file that the author of a custom op reads. An op is immutable: many
// threads may call run() at once for different batches. It states its outputs in infer(), when the
// graph is built, and computes them in run().
//
//   class Twice : public weft::Op {
//     std::string_view name() const override { return "twice"; }
//     weft::Result<weft::Specs> infer(std::span<const weft::TensorSpec> inputs) const override {
//       return weft::Specs{{.dtype = weft::DType::kInt32, .shape = inputs[0].shape}};
//     }
//     weft::Status run(weft::OpContext& context) const override {
//       const auto in = context.input(0).values<std::int32_t>();
//       WEFT_TRY_ASSIGN(auto out, context.allocate<std::int32_t>(0, context.input(0).shape()));
//       std::transform(in.begin(), in.end(), out.begin(), [](std::int32_t x) { return 2 * x; });
//       return {};
//     }
//   };
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft {

/// What is known of a tensor before it exists.
struct TensorSpec {
  DType dtype = DType::kFloat32;
  /// Dims are -1 where they are not known.
  PartialShape shape = PartialShape::unknown_rank();
  /// The value, where it is a constant.
  std::optional<Tensor> constant = {};
};
using Specs = std::vector<TensorSpec>;

/// Switches and thresholds. Results and errors never depend on them; the defaults are right for
/// almost everybody.
struct Tuning {
  /// Bytes of work in a parallel chunk, at least. Larger: less overhead, less balance.
  std::int64_t grain_bytes = 65536;
  /// Parallel chunks per thread, at most; more balance uneven rows, fewer cost less.
  std::int64_t chunks_per_thread = 4;
  /// A run that is estimated to take less, in nanoseconds, is not worth a task: it stays on the
  /// calling thread.
  std::int64_t inline_limit_ns = 20000;
  /// Results share the bytes of their inputs where they can; false: string bytes are copied.
  bool zero_copy = true;
  /// Text that is known to be ASCII takes the paths for single bytes.
  bool ascii_paths = true;
  /// Chunks run last to first where they run one after the other: to show that order is no matter.
  bool reverse_chunks = false;
};

/// What the compiler and the engine may assume of an op; nothing, by default.
struct OpForm {
  /// The same inputs always give the same outputs and nothing else happens: with constant inputs
  /// it may run once, when the plan is compiled.
  bool pure = false;
  /// It looks at shapes or shares its input: its time does not grow with the data.
  bool constant_time = false;
};

/// The data of one call of one op: inputs, output slots, memory. Used by one thread; see
/// for_chunks() in weft/ops/parallel.h for work on several.
class WEFT_API OpContext {
 public:
  /// For executors and tests. REQUIRES: everything outlives the context.
  OpContext(std::span<const Tensor* const> inputs, std::span<Tensor> outputs, BufferPool& pool,
            const Tuning& tuning, int max_threads)
      : inputs_(inputs),
        outputs_(outputs),
        pool_(&pool),
        tuning_(&tuning),
        max_threads_(max_threads) {}

  std::size_t num_inputs() const { return inputs_.size(); }
  /// REQUIRES: i < num_inputs(). Its dtype and shape agree with what infer() was told.
  const Tensor& input(std::size_t i) const { return *inputs_[i]; }

  std::size_t num_outputs() const { return outputs_.size(); }
  /// Makes output `i` a tensor of `shape` and gives its elements to fill, undefined at first.
  /// kResourceExhausted if it is too large. REQUIRES: i < num_outputs(), T as infer() said.
  template <FixedWidth T>
  Result<std::span<T>> allocate(std::size_t i, const Shape& shape) {
    WEFT_TRY_ASSIGN(char* const data, allocate_output(i, dtype_of<T>(), shape));
    return std::span<T>(reinterpret_cast<T*>(data), static_cast<std::size_t>(outputs_[i].size()));
  }
  /// Memory from the run's pool for `count` elements of so many bytes, of undefined contents: for
  /// string columns, text and scratch. A size of 0 gives an empty buffer; kResourceExhausted if it
  /// is too large. REQUIRES: count >= 0, bytes_each >= 0
  Result<Buffer> allocate_buffer(std::int64_t count, std::int64_t bytes_each = 1);
  /// Publishes output `i`. REQUIRES: i < num_outputs(), dtype and shape as infer() said.
  void set_output(std::size_t i, Tensor tensor) {
    outputs_[i] = std::move(tensor);
    any_output_set_ = true;
  }
  /// Whether an output was allocated or set; for executors.
  bool any_output_set() const { return any_output_set_; }

  /// Threads that may work on this call, this one included.
  int max_threads() const { return max_threads_; }
  const Tuning& tuning() const { return *tuning_; }

 private:
  Result<char*> allocate_output(std::size_t i, DType dtype, const Shape& shape);
  std::span<const Tensor* const> inputs_;
  std::span<Tensor> outputs_;
  BufferPool* pool_;
  const Tuning* tuning_;
  int max_threads_;
  bool any_output_set_ = false;
};

class WEFT_API Op {
 public:
  Op() = default;
  Op(const Op&) = delete;
  Op& operator=(const Op&) = delete;
  virtual ~Op() = default;
  /// The name in messages and graphs, "substr". The same as long as the op lives.
  virtual std::string_view name() const = 0;
  /// Dtypes and shapes of the outputs, as far as they follow from those of the inputs, or why the
  /// inputs are wrong. Called when the op is added to a graph.
  virtual Result<Specs> infer(std::span<const TensorSpec> inputs) const = 0;
  /// Computes all outputs. An error of an element carries its position (Status::at) and that of the
  /// lowest one wins. What it throws becomes an error of the run.
  virtual Status run(OpContext& context) const = 0;
  virtual OpForm form() const { return {}; }
};

}  // namespace weft
