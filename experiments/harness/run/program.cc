#include "experiments/harness/run/program.h"

#include <fmt/format.h>
#include <hdf5.h>
#include <poll.h>
#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "common/error.h"
#include "common/processes/child_process.h"
#include "common/program.h"
#include "common/sanitizers.h"

namespace structlab::harness {
namespace {

std::string QuotedWhole(std::string_view text) {
  const bool is_plain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_=+.,/:@%").find(c) != std::string_view::npos;
  });
  if (is_plain) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

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
  const std::string command = fmt::format("git -C {} {} 2>/dev/null", ShellQuoted(checkout), arguments);
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
  return fmt::format("{}.{}.{}", major, minor, release);
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

std::string ShellQuoted(const std::string& word) {
  const size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == word.npos || equals + 1 == word.size()) return QuotedWhole(word);
  const std::string name = word.substr(0, equals);
  if (QuotedWhole(name) != name) return QuotedWhole(word);
  return name + "=" + QuotedWhole(std::string_view(word).substr(equals + 1));
}

std::string FormatCommand(const std::string& label, const std::vector<std::string>& arguments) {
  std::string command = "bazel run " + label;
  if (!arguments.empty()) command += " --";
  for (const std::string& argument : arguments) command.append(" ").append(ShellQuoted(argument));
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
  utsname system = {};
  ::uname(&system);
  return {{"commit", source.commit},
          {kUncommittedChanges, source.is_dirty ? "yes" : "no"},
          {"command", command},
          {"compiler", CompilerName()},
          {"build", BuildName()},
          {"HDF5", Hdf5Version()},
          {"processor", ProcField("/proc/cpuinfo", "model name")},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"memory", ProcField("/proc/meminfo", "MemTotal")},
          {"system", fmt::format("{} {}", system.sysname, system.release)}};
}

Fact LibraryVersion(std::string_view name, std::string_view version) {
  std::string text(version);
  std::ranges::replace(text, '_', '.');
  return {std::string(name), text};
}

std::string FormatNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string CheckoutFolder() { return Environment("BUILD_WORKSPACE_DIRECTORY"); }

std::string DataFolder(const std::optional<std::string>& flag) {
  const std::string variable = Environment("STRUCTLAB_DATA"), checkout = CheckoutFolder();
  if (!flag && variable.empty()) return checkout.empty() ? "data" : checkout + "/data";
  std::string folder = common::CallersPath(flag.value_or(variable));
  if (std::filesystem::is_directory(folder)) return folder;
  if (flag) {
    common::ThrowUsageError("--data-dir", "a folder", folder + ", which is none",
                            "leave the flag out to work with generated data");
  }
  common::ThrowEnvironmentError("$STRUCTLAB_DATA", folder + " is no folder",
                                "correct it, or unset it to work with data/ or generated data");
}

}  // namespace structlab::harness
