#include "experiments/harness/run/output_folder.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
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

// The files in the folder, or also below it: as the kind of iterator says. A folder that is absent has none.
template <typename Iterator>
std::vector<fs::path> FilesIn(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (Iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path());
  }
  return files;
}

// What an earlier run wrote below the folder, a path each.
std::set<std::string> ReadWritten(const std::string& package_folder) {
  std::ifstream file(InFolder(package_folder, kWrittenName));  // none yet: no lines
  std::set<std::string> names;
  for (std::string name; std::getline(file, name);) names.insert(name);
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

void RemoveLeftovers(const std::string& folder) {
  std::error_code ignored;
  for (const fs::path& path : FilesIn<fs::directory_iterator>(folder)) {
    const std::string name = path.filename().string();
    const std::optional<std::string_view> target = common::NameBeforeTemporary(name);
    const bool is_table = target == "results.tsv" || target == "claims.tsv" || target == "results.json";
    if (is_table) fs::remove(path, ignored);
  }
  for (const char* part : {"packages", "report", "files", "runs"}) {
    for (const fs::path& path : FilesIn<fs::recursive_directory_iterator>(InFolder(folder, part))) {
      if (common::NameBeforeTemporary(path.filename().string())) fs::remove(path, ignored);
    }
  }
}

void RefuseOldFolder(const std::string& folder) {
  for (const char* part : {"packages", "runs"}) {
    for (const fs::path& path : FilesIn<fs::recursive_directory_iterator>(InFolder(folder, part))) {
      if (path.filename() != "package.json" && path.extension() != ".sha256") continue;
      common::ThrowDataError(path.string(), "a folder of this version of the program",
                             "results of an older version",
                             "remove the folder " + folder + " or choose another --out");
    }
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
  // First the list of all that may be there, so that a kill leaves no file that the list does not name.
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
  // A reader would take the files of cases that are not done now for this run's. Their results are stored,
  // and give the files back.
  for (const std::string& name : before) {
    if (now.count(name) == 0 && !RemoveCaseFile(package_folder, name)) now.insert(name);
  }
  WriteWritten(package_folder, now);
}

}  // namespace structlab::harness
