// Parts: what concat and stack have in common. Both lay the elements of several tensors of one
// dtype beside each other along an axis of the result; they differ in the shapes they take. Not
// part of the public interface.
//
//   WEFT_TRY(parts::check_dtypes(inputs));
//   return parts::lay_out(context, shape, axis);
#pragma once

#include <cstdint>
#include <span>

#include "weft/graph/op.h"

namespace weft::parts {

/// That there is at least one part, and that all are of one dtype.
Status check_dtypes(std::span<const TensorSpec> parts);

/// Makes output 0 a tensor of `shape` of all inputs, in order, along `axis`: an input is some
/// elements behind each combination of the coordinates before the axis. An input that makes up the
/// whole result is shared. REQUIRES: the shape that the inputs have along that axis.
Status lay_out(OpContext& context, const Shape& shape, std::int64_t axis);

}  // namespace weft::parts
