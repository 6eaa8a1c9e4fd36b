// Files for fuzzers of readers that take a path.
#ifndef STRUCTLAB_COMMON_FUZZ_FILE_H_
#define STRUCTLAB_COMMON_FUZZ_FILE_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/check.h"

namespace structlab::common {

// What the path of every file begins with.
inline constexpr char kFuzzFile[] = "/proc/self/fd/";

// The path of a file in memory with these bytes; each call changes the one file.
inline std::string FuzzFile(std::string_view content) {
  static const int file = memfd_create("input", 0);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()));
  return kFuzzFile + std::to_string(file);
}

inline std::string FuzzFile(const uint8_t* data, size_t size) {
  return FuzzFile({reinterpret_cast<const char*>(data), size});
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FUZZ_FILE_H_
