#include "weft/graph/api.h"

#include <gtest/gtest.h>

#include <string>

namespace weft::test {
namespace {

TEST(Api, ApiExample) { EXPECT_EQ(weft::version(), "0.1.0"); }

TEST(Api, HeadersAndLibraryAreOfOneVersion) {
  EXPECT_EQ(version(), std::to_string(WEFT_VERSION_MAJOR) + "." +
                           std::to_string(WEFT_VERSION_MINOR) + "." +
                           std::to_string(WEFT_VERSION_PATCH));
}

}  // namespace
}  // namespace weft::test
