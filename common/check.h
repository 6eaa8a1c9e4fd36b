// STRUCTLAB_CHECK: stops the program at a bug in our own code, in every build.
#ifndef STRUCTLAB_COMMON_CHECK_H_
#define STRUCTLAB_COMMON_CHECK_H_

#include <cstdio>
#include <cstdlib>

namespace structlab::common {

[[noreturn]] inline void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: bug: %s does not hold; please report it with the command you ran\n", file,
               line, condition);
  std::abort();
}

}  // namespace structlab::common

// For conditions that only a bug of our own can violate. For invalid input throw common::Error instead.
#define STRUCTLAB_CHECK(condition)                     \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::structlab::common::CheckFailed(#condition, __FILE__, __LINE__))

#endif  // STRUCTLAB_COMMON_CHECK_H_
