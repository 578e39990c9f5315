// string_join, the slow and obvious way: one std::string after the other.
#pragma once

#include <string>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::reference {

/// The code of the error is that of weft; the text is not.
inline Result<Tensor> string_join(const std::vector<Tensor>& parts, const std::string& separator) {
  Shape shape;
  std::vector<std::vector<std::string>> texts;
  for (const Tensor& part : parts) {
    texts.push_back(part.to_vector<String>());
    if (part.shape() == Shape()) continue;
    if (shape != Shape() && part.shape() != shape) return invalid_argument("shapes");
    shape = part.shape();
  }
  std::vector<std::string> rows(static_cast<std::size_t>(shape.num_elements().value()));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) rows[row] += separator;
      rows[row] += parts[i].shape() == Shape() ? texts[i][0] : texts[i][row];
    }
  }
  return Tensor::of<String>(shape, rows);
}

}  // namespace weft::reference
