// Shared by the fuzzers of file readers: files in memory, and the check that damaged input gives the right
// error.
#ifndef STRUCTLAB_COMMON_FUZZ_FILE_H_
#define STRUCTLAB_COMMON_FUZZ_FILE_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/check.h"
#include "common/error.h"

namespace structlab::common {

// The beginning of the path of every such file.
inline constexpr char kFuzzFile[] = "/proc/self/fd/";

// The path of a file in memory with these bytes. Each call overwrites the same file.
inline std::string FuzzFile(std::string_view content) {
  static const int file = memfd_create("input", 0);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()));
  return kFuzzFile + std::to_string(file);
}

inline std::string FuzzFile(const uint8_t* data, size_t size) {
  return FuzzFile({reinterpret_cast<const char*>(data), size});
}

// Makes links to FuzzFile in a folder, for readers that go by the name of a file. Returns their paths.
inline std::vector<std::string> FuzzFilesNamed(const std::string& folder,
                                               std::initializer_list<const char*> names) {
  std::vector<std::string> paths;
  for (const char* const name : names) {
    paths.push_back(folder + "/" + name);
    STRUCTLAB_CHECK(symlink(FuzzFile("").c_str(), paths.back().c_str()) == 0);
  }
  return paths;
}

// Returns the result of `read`, or nothing if it throws Error. The Error must have kind kData and a place
// that begins with `where`; anything else stops the fuzzer.
template <class Read>
auto ReadUnlessDamaged(std::string_view where, const Read& read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const Error& error) {
    STRUCTLAB_CHECK(error.kind() == ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(where));
    return std::nullopt;
  }
}

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_FUZZ_FILE_H_
