#include "structured_learning/linear/files/replaced_file.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "common/error.h"

namespace structlab::structured_learning {

ReplacedFile::ReplacedFile(const std::string& path) : path_(path), target_(path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    common::ThrowEnvironmentError(path, "is a folder, not a file");
  }
  const bool exists = std::filesystem::exists(path, ignored);
  if (exists) target_ = std::filesystem::canonical(path, ignored).string();
  if (!exists || std::filesystem::is_regular_file(target_)) {
    temporary_ = std::string(target_).append(".tmp-").append(std::to_string(getpid()));
  }
  file_.open(temporary_.empty() ? target_ : temporary_, std::ios::binary | std::ios::trunc);
  if (!file_) Refuse();
  if (exists && !temporary_.empty()) {
    std::filesystem::permissions(temporary_, std::filesystem::status(target_).permissions(), ignored);
  }
}

ReplacedFile::~ReplacedFile() {
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void ReplacedFile::Refuse() const {
  const std::string reason = errno == 0 ? "unknown reason" : std::generic_category().message(errno);
  common::ThrowEnvironmentError(path_, "cannot be written: " + reason);
}

void ReplacedFile::Write(const void* bytes, size_t size) {
  errno = 0;
  if (!file_.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size))) Refuse();
}

void ReplacedFile::Commit() {
  errno = 0;
  file_.close();
  if (!file_) Refuse();
  if (temporary_.empty()) return;
  std::error_code failure;
  std::filesystem::rename(temporary_, target_, failure);
  if (failure) common::ThrowEnvironmentError(path_, "cannot be written: " + failure.message());
  temporary_.clear();
}

}  // namespace structlab::structured_learning
