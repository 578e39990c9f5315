// Which sanitizer watches this build, for tests that ask it or that it makes pointless.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define WEFT_TEST_ASAN 1
#elif defined(__SANITIZE_THREAD__)
#define WEFT_TEST_TSAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_TEST_ASAN 1
#elif __has_feature(thread_sanitizer)
#define WEFT_TEST_TSAN 1
#endif
#endif

#if defined(WEFT_TEST_ASAN)
#include <sanitizer/asan_interface.h>
#endif

namespace weft::test {

#if defined(WEFT_TEST_ASAN)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

/// Whether AddressSanitizer or ThreadSanitizer watches.
#if defined(WEFT_TEST_ASAN) || defined(WEFT_TEST_TSAN)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// Whether AddressSanitizer would report a read of this byte; false without it.
inline bool is_poisoned([[maybe_unused]] const char* address) {
#if defined(WEFT_TEST_ASAN)
  return __asan_address_is_poisoned(address) != 0;
#else
  return false;
#endif
}

}  // namespace weft::test
