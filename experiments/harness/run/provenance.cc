#include "experiments/harness/run/provenance.h"

#include <hdf5.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>

#include "common/error.h"
#include "common/program.h"
#include "common/sanitizers.h"
#include "experiments/harness/run/program.h"

namespace structlab::harness {
namespace {

constexpr const char* kTimeFormat = "%Y-%m-%dT%H:%M:%SZ";

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// What git prints, or nothing if it fails.
std::optional<std::string> Git(const std::string& checkout, const std::string& arguments) {
  const std::string command = "git -C " + ShellQuoted(checkout) + " " + arguments + " 2>/dev/null";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  char buffer[4096];
  while (const size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, got);
  if (::pclose(pipe) != 0) return std::nullopt;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// The first line of a /proc file that begins with the key, what stands behind its colon.
std::string ProcField(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == line.npos ? "" : line.substr(begin);
  }
  return "unknown";
}

std::string CompilerName() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

// What the flags set, as the compiler itself tells: Bazel does not hand the flags down.
std::string BuildName() {
  std::string name = "C++" + std::to_string(__cplusplus / 100 % 100);
#ifdef __OPTIMIZE__
  name += ", optimised";
#else
  name += ", not optimised";
#endif
#ifdef NDEBUG
  name += ", NDEBUG";
#endif
#if defined(__AVX512F__)
  name += ", x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
  name += ", x86-64-v3";
#elif defined(__x86_64__)
  name += ", x86-64";
#endif
#ifdef STRUCTLAB_CONFIGURATION
  name += ", --config=" STRUCTLAB_VERSION_TEXT(STRUCTLAB_CONFIGURATION);
#endif
#ifdef __FAST_MATH__
  name += ", fast-math";
#endif
  if (common::kAddressSanitizer) name += ", address sanitizer";
  if (common::kThreadSanitizer) name += ", thread sanitizer";
  return name;
}

std::string Hdf5Version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

}  // namespace

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

std::vector<Fact> BuildAndMachine() {
  utsname system = {};
  ::uname(&system);
  return {{"compiler", CompilerName()},
          {"build", BuildName()},
          {"HDF5", Hdf5Version()},
          {"processor", ProcField("/proc/cpuinfo", "model name")},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"memory", ProcField("/proc/meminfo", "MemTotal")},
          {"system", std::string(system.sysname) + " " + system.release}};
}

std::vector<Fact> RunFacts(const SourceState& source, const std::string& command) {
  std::vector<Fact> facts = {
      {"commit", source.commit}, {kUncommittedChanges, source.is_dirty ? "yes" : "no"}, {"command", command}};
  for (Fact& fact : BuildAndMachine()) facts.push_back(std::move(fact));
  return facts;
}

std::string FormatNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, kTimeFormat, &utc);
  return text;
}

std::optional<std::time_t> ParseTime(const std::string& text) {
  std::tm utc = {};
  const char* const end = ::strptime(text.c_str(), kTimeFormat, &utc);
  if (end == nullptr || *end != 0) return {};
  return ::timegm(&utc);
}

std::string CheckoutFolder() { return Environment("BUILD_WORKSPACE_DIRECTORY"); }

std::string DataFolder(const std::optional<std::string>& flag) {
  if (flag) {
    std::string folder = common::CallersPath(*flag);
    if (!std::filesystem::is_directory(folder)) {
      common::ThrowUsageError("--data-dir", "a folder", folder + ", which is none",
                              "leave the flag out to work with generated data");
    }
    return folder;
  }
  if (const std::string named = Environment("STRUCTLAB_DATA"); !named.empty()) {
    std::string folder = common::CallersPath(named);
    if (!std::filesystem::is_directory(folder)) {
      common::ThrowEnvironmentError("$STRUCTLAB_DATA", folder + " is no folder",
                                    "correct it, or unset it to work with data/ or generated data");
    }
    return folder;
  }
  const std::string checkout = CheckoutFolder();
  return checkout.empty() ? "data" : checkout + "/data";
}

}  // namespace structlab::harness
