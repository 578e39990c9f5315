#include "weft/graph/op.h"

#include <utility>

namespace weft {

Result<Buffer> OpContext::allocate_buffer(std::int64_t count, std::int64_t bytes_each) {
  const auto size_bytes = checked_multiply(count, bytes_each);
  if (!size_bytes)
    return resource_exhausted("cannot allocate " + std::to_string(count) + " elements of " +
                              std::to_string(bytes_each) + " bytes");
  if (*size_bytes == 0) return Buffer();
  return pool_->allocate(*size_bytes);
}

Result<char*> OpContext::allocate_output(std::size_t i, DType dtype, const Shape& shape) {
  WEFT_TRY_ASSIGN(const std::int64_t elements, shape.num_elements());
  const auto bytes = checked_multiply(elements, element_bytes(dtype));
  if (!bytes) return resource_exhausted("shape " + shape.to_string() + " is too large");
  WEFT_TRY_ASSIGN(Buffer buffer, allocate_buffer(*bytes));
  char* data = buffer.mutable_data();
  set_output(i, Tensor(dtype, shape, std::move(buffer)));
  return data;
}

}  // namespace weft
