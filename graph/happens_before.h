// What ThreadSanitizer must be told. The system's libtbb is not instrumented, so the sanitizer does
// not see that TBB orders a fork before its bodies and the bodies before the join. These two calls
// say so, and only that: a real race between two bodies is still reported. Without the sanitizer
// they are nothing. Not part of the public interface.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define WEFT_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WEFT_TSAN 1
#endif
#endif

#if defined(WEFT_TSAN)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace weft {

/// Everything this thread did so far happens before what follows happens_after(tag) elsewhere.
inline void happens_before([[maybe_unused]] void* tag) {
#if defined(WEFT_TSAN)
  __tsan_release(tag);
#endif
}

inline void happens_after([[maybe_unused]] void* tag) {
#if defined(WEFT_TSAN)
  __tsan_acquire(tag);
#endif
}

}  // namespace weft
