// map_strings, the slow and obvious way: a function from string to string, element by element.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "weft/graph/tensor.h"

namespace weft::reference {

inline Tensor map_strings(const Tensor& input,
                          const std::function<std::string(const std::string&)>& function) {
  std::vector<std::string> results;
  for (const std::string& text : input.to_vector<String>()) results.push_back(function(text));
  return Tensor::of<String>(input.shape(), results).value();
}

}  // namespace weft::reference
