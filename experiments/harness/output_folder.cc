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

std::string InFolder(const std::string& folder, std::string_view name) {
  return std::string(folder).append("/").append(name);
}

// The process that holds the lock, as it wrote itself into the file.
std::string HolderOf(int file) {
  char text[32] = {};
  const ssize_t got = ::pread(file, text, sizeof text - 1, 0);
  return got > 0 ? std::string(text, static_cast<size_t>(got)) : "unknown";
}

// Removes what cases left that are not done now, or made in another way: a reader would take it for this
// run's. Only in folders of cases, "seed=1"; their results are stored, and give it back when they are done
// again.
void RemoveOtherCaseFiles(const std::string& package_folder, const std::set<std::string>& kept) {
  std::vector<fs::path> others;
  std::error_code error;  // a folder that is not there has no files
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(package_folder, error)) {
    const fs::path path = entry.path();
    const bool is_of_case = path.parent_path().filename().string().starts_with("seed=");
    if (is_of_case && entry.is_regular_file(error) && kept.count(path.string()) == 0) others.push_back(path);
  }
  for (const fs::path& other : others) {
    fs::remove(other, error);
    // The folders of the case, up to one that holds something else.
    for (fs::path parent = other.parent_path(); parent != package_folder; parent = parent.parent_path()) {
      if (!fs::remove(parent, error)) break;
    }
  }
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
  std::set<std::string> written;
  for (const FinishedCase& finished : results.cases()) {
    if (finished.record.files.empty()) continue;
    const std::string case_folder = package_folder + "/" + finished.c.Key();
    MakeFolder(case_folder);
    for (const RecordedFile& file : finished.record.files) {
      const std::string path = case_folder + "/" + file.name;
      common::WriteFileAtomically(path, file.content);
      written.insert(path);
    }
  }
  RemoveOtherCaseFiles(package_folder, written);
}

std::vector<PackageDump> ReadPackageDumps(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder + "/packages", error)) {
    const std::string path = (entry.path() / kDumpName).string();
    if (!fs::exists(path, error)) continue;
    // To open another might wait for ever.
    if (!fs::is_regular_file(path, error)) {
      common::ThrowDataError(path, "a file", "something else of this name",
                             "remove it and run the package again");
    }
    paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  std::vector<PackageDump> dumps;
  for (const std::string& path : paths) {
    PackageDump& dump = dumps.emplace_back(ParseDump(common::ReadFile(path), path));
    ReadPictureFiles(InFolder(fs::path(path).parent_path().string(), kPicturesName), dump);
  }
  return dumps;
}

void WriteRun(const std::string& folder, const std::string& command, const std::vector<Fact>& provenance) {
  RunReport run;
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
