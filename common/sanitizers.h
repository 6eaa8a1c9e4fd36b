// The sanitizer that the program was compiled with. GCC defines macros for it, Clang has features.
#ifndef STRUCTLAB_COMMON_SANITIZERS_H_
#define STRUCTLAB_COMMON_SANITIZERS_H_

#if defined(__has_feature)
#define STRUCTLAB_HAS_FEATURE(feature) __has_feature(feature)
#else
#define STRUCTLAB_HAS_FEATURE(feature) 0
#endif

namespace structlab::common {

#if defined(__SANITIZE_ADDRESS__) || STRUCTLAB_HAS_FEATURE(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__) || STRUCTLAB_HAS_FEATURE(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

}  // namespace structlab::common

#undef STRUCTLAB_HAS_FEATURE

#endif  // STRUCTLAB_COMMON_SANITIZERS_H_
