#include "weft/ops/kernels/stitch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "weft/ops/kernels/row_moves.h"
#include "weft/ops/kernels/stitch_rows.h"
#include "weft/ops/parallel.h"

namespace weft {

namespace {

// What a look at all indices shows.
struct IndexFacts {
  std::int64_t largest = -1;
  // No tensor of indices has one that is below the one before it.
  bool ascending = true;
};

// The same, gathered by several threads.
class SharedIndexFacts {
 public:
  void add(const IndexFacts& facts) {
    std::int64_t seen = largest_.load(std::memory_order_relaxed);
    while (seen < facts.largest &&
           !largest_.compare_exchange_weak(seen, facts.largest, std::memory_order_relaxed)) {
    }
    if (!facts.ascending) ascending_.store(false, std::memory_order_relaxed);
  }
  IndexFacts get() const { return {largest_.load(), ascending_.load()}; }

 private:
  std::atomic<std::int64_t> largest_ = -1;
  std::atomic<bool> ascending_ = true;
};

// The indices begin..end of tensor `number`; the error of the lowest negative one.
Result<IndexFacts> look_at(const Tensor& tensor, std::size_t number, std::int64_t begin,
                           std::int64_t end) {
  if (begin == end) return IndexFacts();
  const std::int32_t* const indices = tensor.values<std::int32_t>().data();
  const std::int64_t last = std::min(end, tensor.size() - 1);
  // Unsigned, so that one maximum finds negative indices too, and the loop becomes vector code. The
  // top bit of a difference tells a descent as long as nothing is negative.
  auto largest = static_cast<std::uint32_t>(indices[end - 1]);
  std::uint32_t differences = 0;
  for (std::int64_t i = begin; i < last; ++i) {
    const auto index = static_cast<std::uint32_t>(indices[i]);
    largest = std::max(largest, index);
    differences |= static_cast<std::uint32_t>(indices[i + 1]) - index;
  }
  constexpr std::uint32_t kTopBit = 1U << 31U;
  if (largest < kTopBit)
    return IndexFacts{.largest = largest, .ascending = (differences & kTopBit) == 0};
  const std::int32_t* const bad =
      std::find_if(indices + begin, indices + end, [](std::int32_t index) { return index < 0; });
  std::vector<std::int64_t> position = tensor.shape().position_of(bad - indices);
  return invalid_argument(fmt::format("indices[{}] holds {}{}; an index must be 0 or more", number,
                                      *bad, position_text(position)))
      .at(std::move(position));
}

class Stitch final : public Op {
 public:
  Stitch(std::string_view name, std::size_t num_indices, std::size_t num_data)
      : name_(name), num_indices_(num_indices), num_data_(num_data) {}

  std::string_view name() const override { return name_; }
  OpForm form() const override { return {.pure = true}; }

  Result<Specs> infer(std::span<const TensorSpec> inputs) const override {
    WEFT_TRY(check_counts(inputs.size()));
    WEFT_TRY(check_dtypes(inputs));
    std::vector<PartialShape> shapes;
    for (const TensorSpec& input : inputs) shapes.push_back(input.shape);
    WEFT_TRY_ASSIGN(const PartialShape rest, common_rest(shapes));
    WEFT_TRY_ASSIGN(const std::int64_t rows, constant_rows(inputs));
    return Specs{{.dtype = inputs[num_indices_].dtype, .shape = result_shape(rows, rest)}};
  }

  Status run(OpContext& context) const override {
    WEFT_TRY_ASSIGN(const IndexFacts facts, look_at_indices(context));
    std::vector<PartialShape> shapes;
    for (std::size_t i = 0; i < context.num_inputs(); ++i)
      shapes.push_back(context.input(i).shape());
    WEFT_TRY_ASSIGN(const PartialShape rest, common_rest(shapes));
    const std::int64_t rows = facts.largest + 1;
    const Shape shape = result_shape(rows, rest).to_shape();
    WEFT_TRY_ASSIGN(const std::int64_t elements, shape.num_elements());

    std::vector<const Tensor*> data;
    std::vector<StitchList> lists;
    for (std::size_t m = 0; m < num_indices_; ++m) {
      const Tensor& indices = context.input(m);
      data.push_back(&context.input(num_indices_ + m));
      if (indices.size() > 0)
        lists.push_back({indices.values<std::int32_t>().data(), indices.size(),
                         row_moves::columns_of(*data.back())});
    }
    const DType dtype = data.front()->dtype();
    WEFT_TRY_ASSIGN(
        const row_moves::WriteColumns to,
        row_moves::allocate_output(context, 0, dtype, shape, row_moves::common_origin(data)));
    if (elements == 0) return Status();
    return stitch_rows(context, lists, facts.ascending,
                       {.dtype = dtype, .rows = rows, .row_elements = elements / rows, .to = to});
  }

 private:
  Status check_counts(std::size_t num_inputs) const {
    if (num_indices_ != num_data_ || num_inputs != num_indices_ + num_data_)
      return invalid_argument(fmt::format(
          "takes as many tensors of indices as of data, got {} and {}", num_indices_, num_data_));
    if (num_indices_ == 0) return invalid_argument("takes at least one pair of indices and data");
    return Status();
  }

  Status check_dtypes(std::span<const TensorSpec> inputs) const {
    const DType dtype = inputs[num_indices_].dtype;
    for (std::size_t m = 0; m < num_indices_; ++m)
      if (inputs[m].dtype != DType::kInt32)
        return invalid_argument(
            fmt::format("indices[{}] is {}; it must be int32", m, to_string(inputs[m].dtype)));
    for (std::size_t m = 0; m < num_indices_; ++m)
      if (inputs[num_indices_ + m].dtype != dtype)
        return invalid_argument(fmt::format("data[0] is {}, data[{}] is {}; they must be the same",
                                            to_string(dtype), m,
                                            to_string(inputs[num_indices_ + m].dtype)));
    return Status();
  }

  // What follows the shape of the indices in the shapes of all data, as far as it is known.
  Result<PartialShape> common_rest(std::span<const PartialShape> shapes) const {
    const auto indices = shapes.first(num_indices_);
    const auto data = shapes.subspan(num_indices_);
    for (std::size_t m = 0; m < num_indices_; ++m)
      if (!row_moves::starts_with(data[m], indices[m]))
        return invalid_argument(fmt::format(
            "data[{0}] has shape {1}, indices[{0}] has shape {2}; the first must start with the "
            "second",
            m, data[m].to_string(), indices[m].to_string()));
    const auto rest_of = [&](std::size_t m) {
      return row_moves::without_prefix(data[m], indices[m]);
    };
    PartialShape common = rest_of(0);
    for (std::size_t m = 1; m < num_indices_; ++m) {
      const PartialShape rest = rest_of(m);
      if (!rest.compatible_with(common)) {
        std::size_t other = 0;
        while (rest_of(other).compatible_with(rest)) ++other;
        return invalid_argument(fmt::format(
            "data[{}] has shape {}, data[{}] has shape {}; what follows the shapes of their "
            "indices must be the same",
            other, data[other].to_string(), m, data[m].to_string()));
      }
      common = row_moves::merge_shapes(common, rest);
    }
    return common;
  }

  static PartialShape result_shape(std::int64_t rows, const PartialShape& rest) {
    if (!rest.rank_known()) return rest;
    std::vector<std::int64_t> dims = {rows};
    dims.insert(dims.end(), rest.dims().begin(), rest.dims().end());
    return PartialShape(dims);
  }

  // The rows of the result if all indices are constants, else -1.
  Result<std::int64_t> constant_rows(std::span<const TensorSpec> inputs) const {
    bool all_known = true;
    std::int64_t largest = -1;
    for (std::size_t m = 0; m < num_indices_; ++m) {
      all_known = all_known && inputs[m].constant;
      if (!inputs[m].constant) continue;
      const Tensor& tensor = *inputs[m].constant;
      WEFT_TRY_ASSIGN(const IndexFacts facts, look_at(tensor, m, 0, tensor.size()));
      largest = std::max(largest, facts.largest);
    }
    return all_known ? largest + 1 : -1;
  }

  // All tensors of indices as one sequence, so that many small ones are one chunk, and one large
  // one is many.
  Result<IndexFacts> look_at_indices(OpContext& context) const {
    std::vector<std::int64_t> ends;
    std::int64_t total = 0;
    for (std::size_t m = 0; m < num_indices_; ++m) ends.push_back(total += context.input(m).size());
    SharedIndexFacts shared;
    WEFT_TRY(
        for_chunks(context, total, sizeof(std::int32_t), [&](std::int64_t begin, std::int64_t end) {
          auto m = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), begin) -
                                            ends.begin());
          for (; begin < end; begin = ends[m++]) {
            const Tensor& tensor = context.input(m);
            const std::int64_t first = ends[m] - tensor.size();
            WEFT_TRY_ASSIGN(const IndexFacts facts,
                            look_at(tensor, m, begin - first, std::min(end, ends[m]) - first));
            shared.add(facts);
          }
          return Status();
        }));
    return shared.get();
  }

  std::string_view name_;
  std::size_t num_indices_;
  std::size_t num_data_;
};

}  // namespace

AnyValue stitch(std::string_view name, const ValuesOf<std::int32_t>& indices,
                const AnyValues& data) {
  std::vector<AnyValue> inputs = indices.list();
  inputs.insert(inputs.end(), data.list().begin(), data.list().end());
  auto op = std::make_shared<Stitch>(name, indices.list().size(), data.list().size());
  return add_op(std::move(op), inputs).front();
}

}  // namespace weft
