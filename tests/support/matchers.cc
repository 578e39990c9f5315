#include "weft/tests/support/matchers.h"

#include <cmath>
#include <cstring>

namespace weft::test {

namespace {

template <Element T>
bool same_element(const ElementView<T>& a, const ElementView<T>& b) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  } else {
    return a == b;
  }
}

}  // namespace

bool same_tensor(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  return visit_dtype(a.dtype(), [&]<class T>(std::type_identity<T>) {
    const Values<T> left = a.values<T>();
    const Values<T> right = b.values<T>();
    for (std::size_t i = 0; i < left.size(); ++i)
      if (!same_element<T>(left[i], right[i])) return false;
    return true;
  });
}

}  // namespace weft::test
