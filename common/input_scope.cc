#include "common/input_scope.h"

#include <sys/stat.h>

#include <algorithm>

#include "common/error.h"

namespace structlab::common {

void InputScope::NoteRead(const std::string& path) {
  struct stat status = {};
  if (current_ == nullptr || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const auto is_it = [&](const File& file) {
    return file.device == status.st_dev && file.number == status.st_ino;
  };
  std::vector<File>& files = current_->files_;
  if (std::ranges::none_of(files, is_it)) files.push_back({status.st_dev, status.st_ino, path});
}

void InputScope::CheckNotRead(const std::string& path, const std::string& where) {
  struct stat status = {};
  if (current_ == nullptr || ::stat(path.c_str(), &status) != 0) return;
  for (const File& file : current_->files_) {
    if (file.device != status.st_dev || file.number != status.st_ino) continue;
    ThrowUsageError(where, "another file than " + file.path + ", which was read", path, "give another name");
  }
}

}  // namespace structlab::common
