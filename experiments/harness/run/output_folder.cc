#include "experiments/harness/run/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "common/error.h"
#include "common/file.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWrittenName = ".written";

std::string InFolder(const std::string& folder, std::string_view name) {
  return std::string(folder).append("/").append(name);
}

// The process that holds the lock, as it wrote itself into the file.
std::string HolderOf(int file) {
  char text[32] = {};
  const ssize_t got = ::pread(file, text, sizeof text - 1, 0);
  return got > 0 ? std::string(text, static_cast<size_t>(got)) : "unknown";
}

// What an earlier run wrote below the folder, a path each.
std::set<std::string> ReadWritten(const std::string& package_folder) {
  const std::string path = InFolder(package_folder, kWrittenName);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  std::set<std::string> names;
  std::istringstream lines(common::ReadFile(path));
  for (std::string name; std::getline(lines, name);) names.insert(name);
  return names;
}

// Removes a file below the folder, and the folders of its case, up to one that holds something else. True if
// it is not there any more, or was no file of a case at all.
bool RemoveCaseFile(const std::string& package_folder, const std::string& name) {
  const fs::path relative = fs::path(name).lexically_normal();
  const bool is_below = relative.is_relative() && !relative.empty() && *relative.begin() != "..";
  std::error_code error;
  if (!is_below || fs::is_directory(fs::path(package_folder) / relative, error)) return true;
  fs::remove(fs::path(package_folder) / relative, error);
  if (error) return false;
  for (fs::path parent = relative.parent_path(); !parent.empty(); parent = parent.parent_path()) {
    if (!fs::remove(fs::path(package_folder) / parent, error)) break;
  }
  return true;
}

void WriteWritten(const std::string& package_folder, const std::set<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list.append(name).append("\n");
  common::WriteFileAtomically(InFolder(package_folder, kWrittenName), list);
}

}  // namespace

void MakeFolder(const std::string& folder) {
  for (fs::path path = folder; !path.empty(); path = path.parent_path()) {
    std::error_code ignored;
    if (fs::exists(path, ignored) && !fs::is_directory(path, ignored)) {
      common::ThrowEnvironmentError(path.string(), "is a file, not a folder", "choose another --out");
    }
    if (path == path.parent_path()) break;
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) common::ThrowEnvironmentError(folder, "cannot be created: " + error.message());
}

FolderLock::FolderLock(const std::string& folder) {
  const std::string path = folder + "/.lock";
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) {
    common::ThrowEnvironmentError(path, "cannot be written: " + std::generic_category().message(errno));
  }
  // A little patience: the children of a run that was killed die with it, but not in the same instant.
  for (int attempt = 0; ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (attempt == 20) {
      const std::string holder = HolderOf(file_);
      ::close(file_);
      common::ThrowEnvironmentError(folder, "is in use by another run (process " + holder + ")",
                                    "wait for it, or choose another --out");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const std::string self = std::to_string(::getpid());
  if (::ftruncate(file_, 0) == 0) [[maybe_unused]]
    const ssize_t written = ::pwrite(file_, self.data(), self.size(), 0);
}

FolderLock::~FolderLock() { ::close(file_); }

void FolderLock::CloseInChild() const { ::close(file_); }

void RemoveLeftovers(const std::string& folder) {
  std::vector<fs::path> leftovers;
  const auto look = [&](auto files, const auto& is_leftover) {
    std::error_code error;
    for (; !error && files != decltype(files)(); files.increment(error)) {
      if (files->is_regular_file(error) && is_leftover(files->path().filename().string())) {
        leftovers.push_back(files->path());
      }
    }
  };
  std::error_code error;  // a folder that is not there yet has no leftovers
  look(fs::directory_iterator(folder, error), [](const std::string& name) {
    const std::optional<std::string_view> target = common::NameBeforeTemporary(name);
    return target == "results.tsv" || target == "claims.tsv" || target == "results.json";
  });
  for (const char* part : {"packages", "report", "files"}) {
    look(fs::recursive_directory_iterator(InFolder(folder, part), error),
         [](const std::string& name) { return common::NameBeforeTemporary(name).has_value(); });
  }
  for (const fs::path& leftover : leftovers) fs::remove(leftover, error);
}

void RefuseOldFolder(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(InFolder(folder, "packages"), error), end; !error && entry != end;
       entry.increment(error)) {
    if (!fs::exists(entry->path() / "package.json", error)) continue;
    common::ThrowDataError((entry->path() / "package.json").string(),
                           "a folder of this version of the program", "results of an older version",
                           "remove the folder " + folder + " or choose another --out");
  }
}

void WriteRecordedFiles(const std::string& folder, const std::string& package, const Results& results) {
  const std::string package_folder = folder + "/files/" + package;
  std::set<std::string> now;
  for (const FinishedCase& finished : results.cases()) {
    for (const RecordedFile& file : finished.record.files) now.insert(finished.c.Key() + "/" + file.name);
  }
  const std::set<std::string> before = ReadWritten(package_folder);
  if (now.empty() && before.empty()) return;
  // First the list of all that may be there: a run that is killed meanwhile leaves nothing that no list
  // names.
  std::set<std::string> all = before;
  all.insert(now.begin(), now.end());
  MakeFolder(package_folder);
  WriteWritten(package_folder, all);
  for (const FinishedCase& finished : results.cases()) {
    if (finished.record.files.empty()) continue;
    const std::string case_folder = package_folder + "/" + finished.c.Key();
    MakeFolder(case_folder);
    for (const RecordedFile& file : finished.record.files) {
      common::WriteFileAtomically(case_folder + "/" + file.name, file.content);
    }
  }
  // What cases left that are not done now, or made in another way, a reader would take for this run's. Their
  // results are stored, and give it back when they are done again.
  std::set<std::string> left = now;
  for (const std::string& name : before) {
    if (now.count(name) == 0 && !RemoveCaseFile(package_folder, name)) left.insert(name);
  }
  WriteWritten(package_folder, left);
}

}  // namespace structlab::harness
