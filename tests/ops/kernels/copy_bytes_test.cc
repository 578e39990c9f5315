#include "weft/ops/kernels/copy_bytes.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace weft::test {
namespace {

TEST(CopyBytes, CopiesExactlyWhatIsAskedFor) {
  for (std::size_t size = 0; size < 200; ++size) {
    // Of exactly this size, so that AddressSanitizer sees a read beyond it.
    const std::unique_ptr<char[]> from(new char[size]);
    for (std::size_t i = 0; i < size; ++i) from[i] = static_cast<char>('a' + i % 26);
    std::string to(size + 128, '.');
    EXPECT_EQ(copy_bytes(to.data() + 64, from.get(), size), to.data() + 64 + size);
    EXPECT_EQ(to, std::string(64, '.') + std::string(from.get(), size) + std::string(64, '.'));
  }
}

}  // namespace
}  // namespace weft::test
