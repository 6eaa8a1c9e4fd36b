// A file for a fuzz target of a reader, which takes a path.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FUZZ_FILE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FUZZ_FILE_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"

namespace structlab::datasets {

// The path of a file in memory with these bytes; each call changes the one file.
inline std::string FuzzFile(const uint8_t* data, size_t size) {
  static const int file = memfd_create("input", 0);
  STRUCTLAB_CHECK(ftruncate(file, 0) == 0);
  STRUCTLAB_CHECK(pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
  return "/proc/self/fd/" + std::to_string(file);
}

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FUZZ_FILE_H_
