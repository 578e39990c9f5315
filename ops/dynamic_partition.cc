#include "weft/ops/dynamic_partition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "weft/ops/kernels/row_moves.h"
#include "weft/ops/parallel.h"

namespace weft {

namespace {

using row_moves::ReadColumns;
using row_moves::WriteColumns;

constexpr std::int64_t kMostPartitions = 65536;

// For each chunk, how many of its slices go to each part; later, where in the part they start. The
// row after the last chunk holds the totals.
class CountTable {
 public:
  // So many counts may be made however few slices there are.
  static constexpr std::int64_t kFreeCounts = std::int64_t{1} << 18;

  CountTable(std::int64_t num_partitions, const Chunks& chunks)
      : num_partitions_(num_partitions),
        stride_((num_partitions + kAlignment - 1) / kAlignment * kAlignment),
        chunks_(row_moves::limit_chunks(
            chunks, std::max<std::int64_t>(1, std::max(chunks.rows, kFreeCounts) / stride_))) {}

  Status allocate(OpContext& context) {
    const std::int64_t counts = (chunks_.count + 1) * stride_;
    WEFT_TRY_ASSIGN(memory_, context.allocate_buffer(counts, sizeof(std::int64_t)));
    return Status();
  }

  // Fewer chunks than planned if the table would be large otherwise.
  const Chunks& chunks() const { return chunks_; }
  std::int64_t* chunk(std::int64_t i) { return memory_.mutable_as<std::int64_t>() + i * stride_; }
  std::int64_t* totals() { return chunk(chunks_.count); }

  void clear(std::int64_t* counts) const { std::fill_n(counts, num_partitions_, 0); }

  void make_offsets() {
    std::int64_t* const sums = totals();
    clear(sums);
    for (std::int64_t i = 0; i < chunks_.count; ++i) {
      std::int64_t* const counts = chunk(i);
      for (std::int64_t part = 0; part < num_partitions_; ++part)
        sums[part] += std::exchange(counts[part], sums[part]);
    }
  }

 private:
  // Threads that count in one cache line, or in neighbouring ones, slow each other down.
  static constexpr std::int64_t kAlignment = 16;
  std::int64_t num_partitions_;
  std::int64_t stride_;
  Chunks chunks_;
  Buffer memory_;
};

// The slices begin..end to the next free rows of their parts. By value, because stores through a
// char pointer may change anything that has an address.
template <class Layout>
void scatter(Layout layout, ReadColumns from, const std::int32_t* ids, std::int64_t begin,
             std::int64_t end, const WriteColumns* parts, std::int64_t* next_rows) {
  for (std::int64_t i = begin; i < end; ++i) {
    const auto part = static_cast<std::size_t>(ids[i]);
    layout.copy_row(from, i, parts[part], next_rows[part]++);
  }
}

class DynamicPartition final : public Op {
 public:
  explicit DynamicPartition(std::int64_t num_partitions) : num_partitions_(num_partitions) {}

  std::string_view name() const override { return "dynamic_partition"; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    if (inputs.size() != 2)
      return invalid_argument(fmt::format("takes 2 inputs, got {}", inputs.size()));
    if (num_partitions_ < 1 || num_partitions_ > kMostPartitions)
      return invalid_argument(fmt::format("num_partitions is {}; it must be in [1, {}]",
                                          num_partitions_, kMostPartitions));
    const TensorSpec& data = inputs[0];
    const TensorSpec& partitions = inputs[1];
    if (partitions.dtype != DType::kInt32)
      return invalid_argument(
          fmt::format("partitions is {}; it must be int32", to_string(partitions.dtype)));
    WEFT_TRY(check_shapes(data.shape, partitions.shape));
    std::vector<std::int64_t> counts(static_cast<std::size_t>(num_partitions_), -1);
    if (partitions.constant) {
      WEFT_TRY(check_ids(*partitions.constant, 0, partitions.constant->size()));
      std::fill(counts.begin(), counts.end(), 0);
      count_ids(*partitions.constant, 0, partitions.constant->size(), counts.data());
    }
    Specs specs(counts.size(), {.dtype = data.dtype});
    for (std::size_t part = 0; part < counts.size(); ++part)
      specs[part].shape = part_shape(data.shape, partitions.shape, counts[part]);
    return specs;
  }

  Status run(OpContext& context) const override {
    const Tensor& data = context.input(0);
    const Tensor& partitions = context.input(1);
    WEFT_TRY(check_shapes(data.shape(), partitions.shape()));
    const std::int64_t slices = partitions.size();
    const std::int64_t slice_elements = slices == 0 ? 0 : data.size() / slices;
    const std::int64_t slice_bytes = slice_elements * element_bytes(data.dtype());
    CountTable table(num_partitions_,
                     plan_chunks(context, slices, 2 * slice_bytes + std::int64_t{sizeof(int)}));
    WEFT_TRY(table.allocate(context));
    WEFT_TRY(count_slices(context, table));
    table.make_offsets();
    WEFT_TRY_ASSIGN(Buffer parts, context.allocate_buffer(num_partitions_, sizeof(WriteColumns)));
    auto* const columns = parts.mutable_as<WriteColumns>();
    WEFT_TRY_ASSIGN(const bool shared, make_outputs(context, table.totals(), columns));
    if (shared || slice_elements == 0) return Status();
    const std::int32_t* const ids = partitions.values<std::int32_t>().data();
    return row_moves::visit_layout(data.dtype(), slice_elements, [&](const auto& layout) {
      return for_each_chunk(context, table.chunks(),
                            [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                              scatter(layout, row_moves::columns_of(data), ids, begin, end, columns,
                                      table.chunk(chunk));
                              return Status();
                            });
    });
  }

 private:
  static Status check_shapes(const PartialShape& data, const PartialShape& partitions) {
    if (row_moves::starts_with(data, partitions)) return Status();
    return invalid_argument(
        fmt::format("data has shape {}, partitions has shape {}; the first must start with the "
                    "second",
                    data.to_string(), partitions.to_string()));
  }

  static PartialShape part_shape(const PartialShape& data, const PartialShape& partitions,
                                 std::int64_t count) {
    const PartialShape rest = row_moves::without_prefix(data, partitions);
    if (!rest.rank_known()) return rest;
    std::vector<std::int64_t> dims = {count};
    dims.insert(dims.end(), rest.dims().begin(), rest.dims().end());
    return PartialShape(dims);
  }

  // The error of the lowest id of begin..end that names no part.
  Status check_ids(const Tensor& partitions, std::int64_t begin, std::int64_t end) const {
    const std::int32_t* const ids = partitions.values<std::int32_t>().data();
    const auto limit = static_cast<std::uint32_t>(num_partitions_);
    std::uint32_t largest = 0;
    for (std::int64_t i = begin; i < end; ++i)
      largest = std::max(largest, static_cast<std::uint32_t>(ids[i]));
    if (largest < limit) return Status();
    const std::int32_t* const bad = std::find_if(ids + begin, ids + end, [&](std::int32_t id) {
      return static_cast<std::uint32_t>(id) >= limit;
    });
    std::vector<std::int64_t> position = partitions.shape().position_of(bad - ids);
    const std::string_view verb = position.empty() ? "is" : "holds";
    return invalid_argument(fmt::format("partitions {} {}{}; ids must be in [0, {})", verb, *bad,
                                        position_text(position), num_partitions_))
        .at(std::move(position));
  }

  static void count_ids(const Tensor& partitions, std::int64_t begin, std::int64_t end,
                        std::int64_t* counts) {
    const std::int32_t* const ids = partitions.values<std::int32_t>().data();
    for (std::int64_t i = begin; i < end; ++i) ++counts[ids[i]];
  }

  Status count_slices(OpContext& context, CountTable& table) const {
    const Tensor& partitions = context.input(1);
    return for_each_chunk(context, table.chunks(),
                          [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                            WEFT_TRY(check_ids(partitions, begin, end));
                            table.clear(table.chunk(chunk));
                            count_ids(partitions, begin, end, table.chunk(chunk));
                            return Status();
                          });
  }

  // Gives the columns of each part to fill. True: one part has all slices and shares the input, so
  // nothing is left to move.
  Result<bool> make_outputs(OpContext& context, const std::int64_t* totals,
                            WriteColumns* columns) const {
    const Tensor& data = context.input(0);
    const Tensor& partitions = context.input(1);
    const std::array<const Tensor*, 1> inputs = {&data};
    const row_moves::Origin origin = row_moves::common_origin(inputs);
    std::vector<std::int64_t> dims = {0};
    const auto rest = data.shape().dims().subspan(partitions.shape().dims().size());
    dims.insert(dims.end(), rest.begin(), rest.end());
    // Most of many parts are empty, and copies of this one.
    const Tensor empty = row_moves::empty_tensor(data.dtype(), Shape(dims));
    bool shared = false;
    for (std::int64_t i = 0; i < num_partitions_; ++i) {
      const auto part = static_cast<std::size_t>(i);
      dims[0] = totals[i];
      if (totals[i] == 0) {
        context.set_output(part, empty);
      } else if (totals[i] == partitions.size()) {
        WEFT_TRY_ASSIGN(Tensor all, data.reshaped(Shape(dims)));
        context.set_output(part, std::move(all));
        shared = true;
      } else {
        WEFT_TRY_ASSIGN(columns[i], row_moves::allocate_output(context, part, data.dtype(),
                                                               Shape(dims), origin));
      }
    }
    return shared;
  }

  std::int64_t num_partitions_;
};

}  // namespace

std::vector<AnyValue> dynamic_partition_untyped(const AnyValue& data, const AnyValue& partitions,
                                                std::int64_t num_partitions) {
  std::vector<AnyValue> parts =
      add_op(std::make_shared<DynamicPartition>(num_partitions), {data, partitions});
  // A wrong call gave one poisoned handle; whoever goes on to name part 1 gets it too.
  if (num_partitions < 1 || num_partitions > kMostPartitions) return {};
  parts.resize(static_cast<std::size_t>(num_partitions), parts.front());
  return parts;
}

}  // namespace weft
