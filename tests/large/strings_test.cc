// Strings of weft/graph/strings.h that take gigabytes.
#include "weft/graph/strings.h"

#include <string>
#include <utility>

#include "weft/tests/support/matchers.h"

namespace weft::test {
namespace {

TEST(Strings, AnElementThatGrowsTo4GiBInItsBlockIsRefused) {
  constexpr std::int64_t kPiece = std::int64_t{64} << 20;
  StringBuilder builder;
  builder.reserve(1, 65 * kPiece);
  const std::string piece(static_cast<std::size_t>(kPiece), 'x');
  StringWriter writer = builder.writer();
  for (int i = 0; i < 64; ++i) writer.append(piece);
  builder.finish_element();
  EXPECT_THAT(std::move(builder).build(),
              StatusIs(StatusCode::kResourceExhausted,
                       "an element of 4294967296 bytes is longer than 4294967295"));
}

}  // namespace
}  // namespace weft::test
