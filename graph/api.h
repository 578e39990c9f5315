// The export macro and the version. Symbols are hidden by default; public ones carry WEFT_API.
//
//   weft::version();   // "0.1.0"
#pragma once

#include <string_view>

// In [[ ]] form, because g++ rejects __attribute__ after [[nodiscard]].
#define WEFT_API [[gnu::visibility("default")]]

// The one place that states the version: the build reads it from here.
#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 1
#define WEFT_VERSION_PATCH 0

namespace weft {

/// The version of the library that was linked, "0.1.0"; the macros give that of the headers.
WEFT_API std::string_view version();

}  // namespace weft
