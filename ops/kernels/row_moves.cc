#include "weft/ops/kernels/row_moves.h"

#include <algorithm>
#include <vector>

namespace weft::row_moves {

ReadColumns columns_of(const Tensor& tensor) {
  return {tensor.data().data(), tensor.lengths().data()};
}

std::array<std::int64_t, 2> element_widths(DType dtype) {
  if (dtype == DType::kString) return {sizeof(const char*), sizeof(std::uint32_t)};
  return {element_bytes(dtype), 0};
}

bool starts_with(const PartialShape& shape, const PartialShape& prefix) {
  if (!shape.rank_known() || !prefix.rank_known()) return true;
  const auto length = prefix.dims().size();
  return length <= shape.dims().size() &&
         PartialShape(shape.dims().first(length)).compatible_with(prefix);
}

PartialShape without_prefix(const PartialShape& shape, const PartialShape& prefix) {
  if (!shape.rank_known() || !prefix.rank_known()) return PartialShape::unknown_rank();
  return PartialShape(shape.dims().subspan(prefix.dims().size()));
}

PartialShape merge_shapes(const PartialShape& a, const PartialShape& b) {
  if (!a.rank_known()) return b;
  if (!b.rank_known() || a.fully_known()) return a;
  std::vector<std::int64_t> dims(a.dims().begin(), a.dims().end());
  for (std::size_t i = 0; i < dims.size(); ++i)
    if (dims[i] == -1) dims[i] = b.dims()[i];
  return PartialShape(dims);
}

Origin common_origin(std::span<const Tensor* const> tensors) {
  Origin origin;
  std::vector<Buffer> bytes;
  origin.facts.all_ascii = true;
  origin.facts.max_length = 0;
  for (const Tensor* tensor : tensors) {
    if (tensor->dtype() != DType::kString || tensor->size() == 0) continue;
    const StringFacts& facts = tensor->facts();
    origin.facts.all_ascii &= facts.all_ascii;
    origin.facts.has_slack &= facts.has_slack;
    origin.facts.max_length = std::max(origin.facts.max_length, facts.max_length);
    bytes.push_back(tensor->bytes());
  }
  if (!bytes.empty()) origin.bytes = Buffer::keep_alive(bytes);
  return origin;
}

Tensor empty_tensor(DType dtype, const Shape& shape) {
  if (dtype != DType::kString) return Tensor(dtype, shape, Buffer());
  const StringFacts facts = {
      .all_ascii = true, .contiguous = true, .max_length = 0, .total_bytes = 0};
  return Tensor(shape, {.facts = facts});
}

Result<WriteColumns> allocate_output(OpContext& context, std::size_t i, DType dtype,
                                     const Shape& shape, const Origin& origin) {
  WEFT_TRY_ASSIGN(const std::int64_t elements, shape.num_elements());
  if (!checked_multiply(elements, element_bytes(dtype)))
    return resource_exhausted("shape " + shape.to_string() + " is too large");
  if (elements == 0) {
    context.set_output(i, empty_tensor(dtype, shape));
    return WriteColumns();
  }
  const auto widths = element_widths(dtype);
  WEFT_TRY_ASSIGN(Buffer data, context.allocate_buffer(elements, widths[0]));
  WEFT_TRY_ASSIGN(Buffer lengths, context.allocate_buffer(elements, widths[1]));
  const WriteColumns columns = {data.mutable_data(), lengths.mutable_data()};
  if (dtype == DType::kString)
    context.set_output(
        i, Tensor(shape, {std::move(data), std::move(lengths), origin.bytes, origin.facts}));
  else
    context.set_output(i, Tensor(dtype, shape, std::move(data)));
  return columns;
}

void clear_elements(DType dtype, const WriteColumns& to, std::int64_t begin, std::int64_t end) {
  const auto widths = element_widths(dtype);
  if (dtype != DType::kString) {
    std::memset(to[0] + begin * widths[0], 0, static_cast<std::size_t>((end - begin) * widths[0]));
    return;
  }
  auto* starts = reinterpret_cast<const char**>(to[0]);
  std::fill(starts + begin, starts + end, empty_string_start());
  std::memset(to[1] + begin * widths[1], 0, static_cast<std::size_t>((end - begin) * widths[1]));
}

Chunks limit_chunks(Chunks chunks, std::int64_t most) {
  if (chunks.count <= most) return chunks;
  chunks.rows_per_chunk = (chunks.rows - 1) / most + 1;
  chunks.count = (chunks.rows - 1) / chunks.rows_per_chunk + 1;
  return chunks;
}

}  // namespace weft::row_moves
