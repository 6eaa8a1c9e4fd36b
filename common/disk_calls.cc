#include "common/disk_calls.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>

#include "common/check.h"
#include "common/file.h"

namespace structlab::common {
namespace {

thread_local DiskCalls* current = nullptr;

}  // namespace

DiskCalls::DiskCalls(bool syncs_fail) : syncs_fail_(syncs_fail) {
  STRUCTLAB_CHECK(current == nullptr);
  current = this;
}

DiskCalls::~DiskCalls() { current = nullptr; }

bool DiskCalls::NoteSync(int file) {
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file));
  const std::string name = path.filename().string();
  const std::optional<std::string_view> target = NameBeforeTemporary(name);
  if (target) {
    noted_.push_back(std::string("sync the temporary file of ").append(*target));
  } else {
    noted_.push_back((std::filesystem::is_directory(path) ? "sync the folder " : "sync ") + name);
  }
  if (syncs_fail_) errno = EIO;
  return !syncs_fail_;
}

void DiskCalls::NoteRename(const char* to) {
  noted_.push_back("rename to " + std::filesystem::path(to).filename().string());
}

}  // namespace structlab::common

// Replace the functions of the system in the whole program.
extern "C" int fsync(int file) {
  structlab::common::DiskCalls* calls = structlab::common::current;
  if (calls != nullptr && !calls->NoteSync(file)) return -1;
  return static_cast<int>(::syscall(SYS_fsync, file));
}

extern "C" int rename(const char* from, const char* to) noexcept {
  if (structlab::common::current != nullptr) structlab::common::current->NoteRename(to);
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
