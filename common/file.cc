#include "common/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

#include "common/error.h"
#include "common/input_scope.h"

namespace structlab::common {
namespace {

// Throws Error for the system call that has just set errno.
[[noreturn]] void ThrowSystemError(const std::string& path, const std::string& what) {
  ThrowEnvironmentError(path, what + ": " + std::generic_category().message(errno));
}

// An open file, closed by the destructor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  // Some file systems (NFS, quotas) report a full disk only here.
  bool Close() {
    const int number = number_;
    number_ = -1;
    return ::close(number) == 0;
  }

 private:
  int number_;
};

// Returns false, with errno set, if not all bytes could be written.
bool WriteAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The path after following symbolic links, if the file exists.
std::string ResolveLinks(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  return resolved ? std::string(resolved.get()) : path;
}

void WriteDirectly(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number() < 0) ThrowSystemError(path, "cannot be written");
  if (!WriteAll(file.number(), content)) ThrowSystemError(path, "cannot be written");
  if (!file.Close()) ThrowSystemError(path, "cannot be written");
}

// Part of a temporary name, before the six letters that make it unique.
constexpr std::string_view kTemporaryMark = ".tmp-";
constexpr std::string_view kUniqueLetters = "XXXXXX";

// A file with a temporary name. The destructor deletes it unless it was renamed.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& target, const std::string& path_in_messages)
      : name_(target + std::string(kTemporaryMark) + std::string(kUniqueLetters)),
        message_path_(path_in_messages),
        file_(::mkostemp(name_.data(), O_CLOEXEC)) {
    if (file_.number() < 0) ThrowSystemError(message_path_, "cannot be written");
  }
  ~TemporaryFile() {
    if (file_exists_) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void Fill(std::string_view content, mode_t permissions, bool is_durable) {
    if (::fchmod(file_.number(), permissions) != 0 || !WriteAll(file_.number(), content) ||
        (is_durable && ::fsync(file_.number()) != 0) || !file_.Close()) {
      ThrowSystemError(message_path_, "cannot be written");
    }
  }

  void RenameTo(const std::string& target) {
    if (::rename(name_.c_str(), target.c_str()) != 0) ThrowSystemError(message_path_, "cannot be replaced");
    file_exists_ = false;
  }

 private:
  std::string name_;
  std::string message_path_;
  Descriptor file_;
  bool file_exists_ = true;
};

// The permissions of a newly created file. umask() can only be read by setting it, which would race with
// other threads, so the mask is read from the status file of the process.
mode_t UsualPermissions() {
  mode_t mask = 022;
  try {
    const std::string status = ReadFile("/proc/self/status");
    const size_t found = status.find("\nUmask:\t");
    if (found != std::string::npos) {
      mask = static_cast<mode_t>(std::strtoul(status.c_str() + found + 8, nullptr, 8));
    }
  } catch (const Error&) {
    // Without /proc: the mask of nearly every system.
  }
  return 0666 & ~mask;
}

}  // namespace

std::string ReadFile(const std::string& path, size_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status = {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) ThrowSystemError(path, "cannot be read");
  if (S_ISDIR(status.st_mode)) ThrowEnvironmentError(path, "is a folder, not a file");
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
    ThrowEnvironmentError(path, "is a device, not a file");
  }
  InputScope::NoteRead(path);
  // The size is only a hint: a pipe has none, and a file may grow meanwhile.
  std::string content;
  size_t size = 0;
  content.resize(std::min(max_bytes, static_cast<size_t>(status.st_size)) + 1);
  while (true) {
    if (size == content.size()) content.resize(2 * size);
    const ssize_t got = ::read(file.number(), content.data() + size, content.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) ThrowSystemError(path, "cannot be read");
    if (got == 0) break;
    size += static_cast<size_t>(got);
    if (size > max_bytes) {
      ThrowEnvironmentError(path, "is larger than the limit of " + std::to_string(max_bytes) + " bytes");
    }
  }
  content.resize(size);
  return content;
}

void WriteFileAtomically(const std::string& path, std::string_view content, Durability durability) {
  const std::string target = ResolveLinks(path);
  struct stat status = {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) ThrowEnvironmentError(path, "is a folder, not a file");
  if (exists && !S_ISREG(status.st_mode)) return WriteDirectly(path, content);
  InputScope::CheckNotRead(path, path);

  TemporaryFile temporary(target, path);
  temporary.Fill(content, exists ? status.st_mode & 07777 : UsualPermissions(),
                 durability != Durability::kNothing);
  temporary.RenameTo(target);
  if (durability != Durability::kFileAndFolder) return;
  // Syncing the folder makes the rename durable. Some file systems cannot do this; the content is whole
  // anyway.
  const Descriptor folder(::open(FolderOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() >= 0) ::fsync(folder.number());
}

void MakeFolder(const std::string& folder, const std::string& remedy) {
  namespace fs = std::filesystem;
  for (fs::path path = folder; !path.empty(); path = path.parent_path()) {
    std::error_code ignored;
    if (fs::exists(path, ignored) && !fs::is_directory(path, ignored)) {
      ThrowEnvironmentError(path.string(), "is a file, not a folder", remedy);
    }
    if (path == path.parent_path()) break;
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) ThrowEnvironmentError(folder, "cannot be created: " + error.message(), remedy);
}

std::optional<std::string_view> NameBeforeTemporary(std::string_view name) {
  const size_t suffix = kTemporaryMark.size() + kUniqueLetters.size();
  if (name.size() <= suffix) return std::nullopt;
  const std::string_view before = name.substr(0, name.size() - suffix);
  const std::string_view unique = name.substr(name.size() - kUniqueLetters.size());
  const bool is_temporary = name.substr(before.size()).starts_with(kTemporaryMark) &&
                            std::all_of(unique.begin(), unique.end(), [](char letter) {
                              return std::isalnum(static_cast<unsigned char>(letter)) != 0;
                            });
  return is_temporary ? std::optional(before) : std::nullopt;
}

}  // namespace structlab::common
