#include "structured_learning/linear/files/replaced_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include "common/error.h"
#include "common/input_scope.h"

namespace structlab::structured_learning {
namespace {

// Six letters and digits that differ between calls and almost always between processes.
std::string UniqueLetters() {
  static std::atomic<uint32_t> calls = 0;
  uint64_t number = 5003 * static_cast<uint64_t>(getpid()) + ++calls;
  std::string letters;
  for (int i = 0; i < 6; ++i, number /= 36) letters += "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36];
  return letters;
}

}  // namespace

ReplacedFile::ReplacedFile(const std::string& path, common::Durability durability)
    : path_(path), target_(path), durability_(durability) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    common::ThrowEnvironmentError(path, "is a folder, not a file");
  }
  const bool exists = std::filesystem::exists(path, ignored);
  if (exists) target_ = std::filesystem::canonical(path, ignored).string();
  if (exists && !std::filesystem::is_regular_file(target_, ignored)) {
    file_.reset(std::fopen(target_.c_str(), "wb"));
    if (!file_) Refuse("cannot be written");
  } else {
    common::InputScope::CheckNotRead(path, path);
    OpenTemporary();
  }
  if (exists && !temporary_.empty()) {
    std::filesystem::permissions(temporary_, std::filesystem::status(target_, ignored).permissions(),
                                 ignored);
  }
}

ReplacedFile::~ReplacedFile() {
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

// An unused name. The file of another writer, or one left by a killed process, is not touched.
void ReplacedFile::OpenTemporary() {
  int descriptor = -1;
  for (int tries = 0; descriptor < 0; ++tries) {
    const std::string name = std::string(target_).append(".tmp-").append(UniqueLetters());
    descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) temporary_ = name;
    if (descriptor < 0 && (errno != EEXIST || tries == 100)) Refuse("cannot be written");
  }
  file_.reset(::fdopen(descriptor, "wb"));
  if (!file_) {
    ::close(descriptor);
    Refuse("cannot be written");
  }
}

void ReplacedFile::Refuse(const char* what) const {
  common::ThrowEnvironmentError(
      path_, std::string(what).append(": ").append(std::generic_category().message(errno)));
}

void ReplacedFile::Write(const void* bytes, size_t size) {
  if (size == 0) return;  // `bytes` may then be null, which fwrite does not allow
  if (std::fwrite(bytes, 1, size, file_.get()) != size) Refuse("cannot be written");
}

void ReplacedFile::Commit() {
  if (std::fflush(file_.get()) != 0) Refuse("cannot be written");
  const bool is_durable = durability_ != common::Durability::kNothing && !temporary_.empty();
  if (is_durable && ::fsync(::fileno(file_.get())) != 0) Refuse("cannot be written");
  // Some file systems (NFS, quotas) report a full disk only here.
  if (std::fclose(file_.release()) != 0) Refuse("cannot be written");
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) Refuse("cannot be replaced");
  temporary_.clear();
  if (durability_ == common::Durability::kFileAndFolder) SyncFolder();
}

// The rename is durable after the folder has been synchronised. Some file systems cannot do this; the content
// is complete anyway.
void ReplacedFile::SyncFolder() const {
  const std::filesystem::path folder = std::filesystem::path(target_).parent_path();
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace structlab::structured_learning
