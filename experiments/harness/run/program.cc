#include "experiments/harness/run/program.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>

#include "common/build_facts.h"
#include "common/error.h"
#include "common/file.h"
#include "common/processes/child_process.h"
#include "common/program.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

// Asked of the pipe itself: where an earlier write failed, its errno is lost.
bool ReaderIsGone() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// What git prints, or nothing if it fails.
std::optional<std::string> Git(const std::string& checkout, const std::string& arguments) {
  const std::string command =
      fmt::format("git -C {} {} 2>/dev/null", common::ShellQuoted(checkout), arguments);
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  char buffer[4096];
  while (const size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, got);
  if (::pclose(pipe) != 0) return std::nullopt;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string Hdf5Version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

constexpr const char* kWrittenName = "/.written";

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
  std::ifstream file(package_folder + kWrittenName);  // none yet: no lines
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
  common::WriteFileAtomically(package_folder + kWrittenName, list);
}

}  // namespace

ExitStatus FirstThatApplies(int a, int b) {
  for (const ExitStatus status : {kInterrupted, kWrongUsage, kDamaged, kCaseFailed, kClaimFailed}) {
    const auto is_unknown = [](int s) { return s != kAllWell && s != kCaseFailed && s != kClaimFailed; };
    if (a == status || b == status) return status;
    if (status == kDamaged && (is_unknown(a) || is_unknown(b))) return status;
  }
  return kAllWell;
}

int RunProgramMain(const std::string& name, int argc, char** argv,
                   const std::function<ExitStatus(const std::vector<std::string>& arguments)>& body) {
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);  // ignored, as some programs leave it to theirs, it would hide how children end
  return common::RunAndReportErrors(name, stderr, [&]() -> int {
    try {
      const ExitStatus status = body(std::vector<std::string>(argv + 1, argv + argc));
      std::fflush(stdout);
      if (!ReaderIsGone()) common::CheckPrinted(stdout);
      return status;
    } catch (const common::Interrupted&) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), kInterruptedMessage);
      return kInterrupted;
    }
  });
}

std::string FormatCommand(const std::string& label, const std::vector<std::string>& arguments) {
  std::string command = "bazel run " + label;
  if (!arguments.empty()) command += " --";
  for (const std::string& argument : arguments) command.append(" ").append(common::ShellQuoted(argument));
  return command;
}

std::vector<std::string> WithValues(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& flags) {
  std::vector<std::string> changed;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string name = arguments[i].substr(0, arguments[i].find('='));
    const bool is_replaced =
        std::ranges::any_of(flags, [&](const auto& flag) { return name == fmt::format("--{}", flag.first); });
    if (!is_replaced) {
      changed.push_back(arguments[i]);
    } else if (name == arguments[i]) {
      ++i;  // "--name value": skips the value too
    }
  }
  for (const auto& [name, values] : flags) {
    for (const std::string& value : values) changed.push_back(fmt::format("--{}={}", name, value));
  }
  return changed;
}

SourceState FindSourceState() {
  if (const std::string commit = Environment("STRUCTLAB_COMMIT"); !commit.empty()) {
    return {commit, Environment("STRUCTLAB_DIRTY") != "0"};
  }
  const std::string checkout = CheckoutFolder();
  if (checkout.empty()) return {};
  const std::optional<std::string> commit = Git(checkout, "rev-parse HEAD");
  const std::optional<std::string> changes = Git(checkout, "status --porcelain");
  if (!commit || !changes) return {};
  return {*commit, !changes->empty()};
}

std::vector<Fact> RunFacts(const SourceState& source, const std::string& command) {
  std::vector<Fact> facts = {
      {"commit", source.commit}, {kUncommittedChanges, source.is_dirty ? "yes" : "no"}, {"command", command}};
  const auto add = [&](const std::vector<Fact>& more) {
    facts.insert(facts.end(), more.begin(), more.end());
  };
  add(common::BuildFacts());
  add({{"HDF5", Hdf5Version()}});
  add(common::MachineFacts());
  return facts;
}

std::string FormatNow() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::string CheckoutFolder() { return Environment("BUILD_WORKSPACE_DIRECTORY"); }

std::string DataFolder(const std::optional<std::string>& flag) {
  const std::string variable = Environment("STRUCTLAB_DATA"), checkout = CheckoutFolder();
  if (!flag && variable.empty()) return checkout.empty() ? "data" : checkout + "/data";
  std::string folder = common::CallersPath(flag.value_or(variable));
  if (fs::is_directory(folder)) return folder;
  if (flag) {
    common::ThrowUsageError("--data-dir", "a folder", folder + ", which is no folder",
                            "leave the flag out to work with generated data");
  }
  common::ThrowEnvironmentError("$STRUCTLAB_DATA", folder + " is no folder",
                                "correct it, or unset it to work with data/ or generated data");
}

void MakeFolder(const std::string& folder) { common::MakeFolder(folder, "choose another --out"); }

void RemoveLeftovers(const std::string& folder) {
  std::error_code ignored;
  for (const fs::path& path : FilesIn<fs::directory_iterator>(folder)) {
    const std::string name = path.filename().string();
    const std::optional<std::string_view> target = common::NameBeforeTemporary(name);
    const bool is_table = target == "results.tsv" || target == "claims.tsv" || target == "results.json";
    if (is_table) fs::remove(path, ignored);
  }
  for (const char* part : {"/packages", "/report", "/files", "/runs"}) {
    for (const fs::path& path : FilesIn<fs::recursive_directory_iterator>(folder + part)) {
      if (common::NameBeforeTemporary(path.filename().string())) fs::remove(path, ignored);
    }
  }
}

void RefuseOldFolder(const std::string& folder) {
  for (const char* part : {"/packages", "/runs"}) {
    for (const fs::path& path : FilesIn<fs::recursive_directory_iterator>(folder + part)) {
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
