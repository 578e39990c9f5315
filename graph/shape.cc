#include "weft/graph/shape.h"

#include <algorithm>

namespace weft {

namespace {

std::string dims_text(std::span<const std::int64_t> dims) {
  std::string text = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ',';
    text += dims[i] == -1 ? "?" : std::to_string(dims[i]);
  }
  return text + ']';
}

Status check_dims(std::span<const std::int64_t> dims, std::int64_t lowest) {
  if (dims.size() > static_cast<std::size_t>(kMaxRank))
    return invalid_argument("rank " + std::to_string(dims.size()) + " is above the highest rank, " +
                            std::to_string(kMaxRank));
  for (const std::int64_t dim : dims)
    if (dim < lowest)
      return invalid_argument("shape " + dims_text(dims) + " has a dimension of " +
                              std::to_string(dim));
  return Status();
}

// The dim that two dims stretch to, or nothing; -1 is unknown.
std::optional<std::int64_t> broadcast_dim(std::int64_t a, std::int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  if (a == -1) return b;
  if (b == -1) return a;
  return std::nullopt;
}

}  // namespace

std::string Shape::to_string() const { return dims_text(dims()); }

Result<std::int64_t> Shape::num_elements() const {
  const auto dims = dims_.span();
  WEFT_TRY(check_dims(dims, 0));
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return std::int64_t{0};
  std::int64_t elements = 1;
  for (const std::int64_t dim : dims) {
    const auto product = checked_multiply(elements, dim);
    if (!product)
      return resource_exhausted("shape " + to_string() + " has more elements than 64 bits count");
    elements = *product;
  }
  return elements;
}

std::vector<std::int64_t> Shape::position_of(std::int64_t offset) const {
  std::vector<std::int64_t> position(dims_.size());
  for (std::int64_t axis = rank() - 1; axis >= 0; --axis) {
    position[static_cast<std::size_t>(axis)] = offset % (*this)[axis];
    offset /= (*this)[axis];
  }
  return position;
}

std::string PartialShape::to_string() const { return rank_known_ ? dims_text(dims()) : "[...]"; }

bool PartialShape::fully_known() const {
  const auto dims = dims_.span();
  return rank_known_ && std::find(dims.begin(), dims.end(), -1) == dims.end();
}

bool PartialShape::compatible_with(const PartialShape& other) const {
  if (!rank_known_ || !other.rank_known_) return true;
  const auto a = dims();
  const auto b = other.dims();
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](std::int64_t x, std::int64_t y) { return x == y || x == -1 || y == -1; });
}

Status PartialShape::validate() const { return check_dims(dims_.span(), -1); }

std::optional<PartialShape> broadcast(const PartialShape& a, const PartialShape& b) {
  if (!a.rank_known() || !b.rank_known()) return PartialShape::unknown_rank();
  const PartialShape& longer = a.rank() >= b.rank() ? a : b;
  const PartialShape& shorter = a.rank() >= b.rank() ? b : a;
  std::vector<std::int64_t> dims(longer.dims().begin(), longer.dims().end());
  const std::int64_t shift = longer.rank() - shorter.rank();
  for (std::int64_t axis = 0; axis < shorter.rank(); ++axis) {
    const auto dim = broadcast_dim(longer[axis + shift], shorter[axis]);
    if (!dim) return std::nullopt;
    dims[static_cast<std::size_t>(axis + shift)] = *dim;
  }
  return PartialShape(dims);
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  if (a == b) return a;
  const auto partial = broadcast(PartialShape(a), PartialShape(b));
  if (!partial) return std::nullopt;
  return partial->to_shape();
}

}  // namespace weft
