#include "common/processes/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "common/error.h"

namespace structlab::common {
namespace {

// The number of the process that holds the lock; it wrote the number into the file.
std::string HolderOf(int file) {
  char text[32] = {};
  const ssize_t got = ::pread(file, text, sizeof text - 1, 0);
  return got > 0 ? std::string(text, static_cast<size_t>(got)) : "unknown";
}

}  // namespace

FolderLock::FolderLock(const std::string& folder) {
  const std::string path = folder + "/.lock";
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) {
    ThrowEnvironmentError(path, "cannot be written: " + std::generic_category().message(errno));
  }
  // Tries for a short time: the children of a killed run die with it, but not at the same instant.
  for (int attempt = 0; ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (attempt == 20) {
      const std::string holder = HolderOf(file_);
      ::close(file_);
      ThrowEnvironmentError(folder, "is in use by another run (process " + holder + ")",
                            "wait for it, or choose another folder");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const std::string self = std::to_string(::getpid());
  if (::ftruncate(file_, 0) == 0) [[maybe_unused]]
    const ssize_t written = ::pwrite(file_, self.data(), self.size(), 0);
}

FolderLock::~FolderLock() { ::close(file_); }

void FolderLock::CloseInChild() const { ::close(file_); }

}  // namespace structlab::common
