#include "tools/programs/output_checks.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "common/error.h"
#include "common/input_scope.h"
#include "common/program.h"

namespace structlab::tools {
namespace {

bool IsSameFile(const NamedFile& a, const NamedFile& b) {
  if (a.path.empty() || b.path.empty()) return false;
  const std::filesystem::path first = common::CallersPath(a.path), second = common::CallersPath(b.path);
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(first, failure);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return false;
  if (std::filesystem::equivalent(first, second, failure)) return true;
  // For files that do not exist yet, compares the paths.
  const std::filesystem::path whole = std::filesystem::weakly_canonical(first, failure);
  return !whole.empty() && whole == std::filesystem::weakly_canonical(second, failure);
}

// True if the output is one of the files in an input folder, by path, link or inode.
bool IsInFolder(const NamedFile& output, const NamedFile& folder) {
  if (output.path.empty() || folder.path.empty() || !folder.is_folder) return false;
  std::error_code failure;
  for (std::filesystem::directory_iterator at(common::CallersPath(folder.path), failure), end; at != end;
       at.increment(failure)) {
    if (IsSameFile(output, {folder.flag, at->path().string()})) return true;
  }
  return false;
}

}  // namespace

void CheckFolderOf(const std::string& path, const std::string& flag) {
  if (path.empty()) return;
  const std::filesystem::path whole = common::CallersPath(path);
  const std::filesystem::path folder = whole.has_parent_path() ? whole.parent_path() : ".";
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(whole, failure);
  if (std::filesystem::is_directory(status)) common::ThrowUsageError(flag, "a file", "the folder " + path);
  if (!std::filesystem::is_directory(folder, failure)) {
    common::ThrowUsageError(flag, "a file in a folder that exists", path);
  }
  // A regular file is replaced by a new file in its folder; a pipe or device is written to directly.
  const bool is_written_to = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  if (::access(is_written_to ? whole.c_str() : folder.c_str(), W_OK) == 0) return;
  common::ThrowUsageError(flag, "a file in a writable folder", path);
}

void CheckPngPath(const std::string& path, const std::string& flag) {
  if (std::filesystem::path(path).extension() != ".png") {
    common::ThrowUsageError(flag, "a name that ends in .png", common::Quote(path));
  }
  CheckFolderOf(path, flag);
}

void CheckDifferentFiles(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  const auto check = [](const NamedFile& output, const NamedFile& other) {
    if (IsInFolder(output, other)) {
      common::ThrowUsageError(output.flag, std::string("another file than those of ").append(other.flag),
                              output.path, "give another name");
    }
    if (!IsSameFile(output, other)) return;
    common::ThrowUsageError(output.flag, std::string("another file than ").append(other.flag), output.path,
                            "give another name");
  };
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedFile& input : inputs) check(outputs[i], input);
    for (size_t k = 0; k < i; ++k) check(outputs[i], outputs[k]);
  }
}

void CheckNotRead(const std::vector<NamedFile>& outputs) {
  for (const NamedFile& output : outputs) {
    if (!output.path.empty()) common::InputScope::CheckNotRead(common::CallersPath(output.path), output.flag);
  }
}

}  // namespace structlab::tools
