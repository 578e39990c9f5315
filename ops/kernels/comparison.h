// What equal and not_equal share: all of it but the name. Not part of the public interface.
#pragma once

#include "weft/graph/graph.h"

namespace weft {

enum class Comparison { kEqual, kNotEqual };

/// Adds the op; the untyped form of equal and not_equal.
AnyValue compare(Comparison comparison, const Operand& a, const Operand& b);

}  // namespace weft
