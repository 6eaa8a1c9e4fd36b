#include "experiments/harness/output_folder.h"

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

#include "common/error.h"
#include "common/file.h"
#include "common/table.h"
#include "experiments/harness/picture_files.h"
#include "experiments/harness/report/figure.h"
#include "experiments/harness/report/report.h"
#include "experiments/harness/report/results_tables.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDumpName = "package.json";
constexpr std::string_view kPicturesName = "pictures";
constexpr std::string_view kResultsName = "results.tsv";
constexpr std::string_view kClaimsName = "claims.tsv";
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

// Of the packages that are not among these.
std::vector<std::string> DumpPaths(const std::string& folder, const std::set<std::string>& without) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder + "/packages", error)) {
    const std::string path = (entry.path() / kDumpName).string();
    if (without.count(entry.path().filename().string()) > 0 || !fs::exists(path, error)) continue;
    // To open another might wait for ever.
    if (!fs::is_regular_file(path, error)) {
      common::ThrowDataError(path, "a file", "something else of this name",
                             "remove it and run the package again");
    }
    paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

PackageDump ReadDump(const std::string& path) {
  PackageDump dump = ParseDump(common::ReadFile(path), path);
  ReadPictureFiles(InFolder(fs::path(path).parent_path().string(), kPicturesName), dump);
  return dump;
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
    for (const fs::directory_entry& entry : files) {
      if (entry.is_regular_file() && is_leftover(entry.path().filename().string())) {
        leftovers.push_back(entry.path());
      }
    }
  };
  std::error_code error;  // a folder that is not there yet has no leftovers
  look(fs::directory_iterator(folder, error), [](const std::string& name) {
    const std::optional<std::string_view> target = common::NameBeforeTemporary(name);
    return target == kResultsName || target == kClaimsName;
  });
  look(fs::recursive_directory_iterator(folder + "/packages", error), [](const std::string& name) {
    const std::optional<std::string_view> target = common::NameBeforeTemporary(name);
    return target && (*target == kDumpName || IsPictureFile(*target));
  });
  look(fs::recursive_directory_iterator(folder + "/report", error), [](const std::string& name) {
    return common::NameBeforeTemporary(name).has_value() || IsTemporaryOfDrawing(name);
  });
  look(fs::recursive_directory_iterator(folder + "/files", error),
       [](const std::string& name) { return common::NameBeforeTemporary(name).has_value(); });
  for (const fs::path& leftover : leftovers) fs::remove(leftover, error);
}

void WritePackageDump(const std::string& folder, PackageDump& dump) {
  const std::string package_folder = folder + "/packages/" + dump.report.name;
  const std::string pictures_folder = InFolder(package_folder, kPicturesName);
  const bool has_pictures = std::any_of(dump.report.figures.begin(), dump.report.figures.end(),
                                        [](const Figure& figure) { return !figure.panels.empty(); });
  MakeFolder(has_pictures ? pictures_folder : package_folder);
  WritePictureFiles(pictures_folder, dump);
  common::WriteFileAtomically(InFolder(package_folder, kDumpName), FormatDump(dump));
  RemoveOtherPictureFiles(pictures_folder, dump);
}

uint64_t IdentityOfDump(const std::string& folder, const std::string& package) {
  // The new file is made beside the old one, so it cannot have its number.
  struct stat status = {};
  const std::string path = InFolder(folder + "/packages/" + package, kDumpName);
  return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
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

std::vector<PackageDump> ReadPackageDumps(const std::string& folder) {
  std::vector<PackageDump> dumps;
  for (const std::string& path : DumpPaths(folder, {})) dumps.push_back(ReadDump(path));
  return dumps;
}

void CheckPackageDumps(const std::string& folder, const std::set<std::string>& anew) {
  for (const std::string& path : DumpPaths(folder, anew)) ReadDump(path);
}

void WriteRun(const std::string& folder, const std::string& command, const std::vector<Fact>& provenance,
              const std::vector<Fact>& not_run) {
  RunReport run;
  run.not_run = not_run;
  run.command = command;
  run.provenance = provenance;
  std::vector<ResultRow> rows;
  std::vector<ClaimRow> claims;
  for (PackageDump& dump : ReadPackageDumps(folder)) {
    rows.insert(rows.end(), dump.report.rows.begin(), dump.report.rows.end());
    claims.insert(claims.end(), dump.report.claims.begin(), dump.report.claims.end());
    run.packages.push_back(std::move(dump.report));
  }
  common::WriteTsv(ResultsTable(rows), InFolder(folder, kResultsName));
  common::WriteTsv(ClaimsTable(claims), InFolder(folder, kClaimsName));
  WriteReport(run, folder + "/report");
}

}  // namespace structlab::harness
