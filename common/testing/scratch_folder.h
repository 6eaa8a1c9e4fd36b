// A temporary folder for a test, fuzzer or benchmark.
#ifndef STRUCTLAB_COMMON_TESTING_SCRATCH_FOLDER_H_
#define STRUCTLAB_COMMON_TESTING_SCRATCH_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "common/check.h"

namespace structlab::common {

// Creates an empty folder below $TMPDIR. The destructor removes it with its content.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& name) {
    path_ = (std::filesystem::temp_directory_path() / (name + ".XXXXXX")).string();
    STRUCTLAB_CHECK(::mkdtemp(path_.data()) != nullptr);
  }
  ~ScratchFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TESTING_SCRATCH_FOLDER_H_
