#include "common/program.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "common/error.h"
#include "common/input_scope.h"

namespace structlab::common {
namespace {

constexpr int kEnvironmentStatus = 3;

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP};

// Installs the handler for all interrupts, but leaves SIGHUP ignored under nohup.
void OnInterrupts(void (*handler)(int)) {
  for (const int signal : kInterrupts) {
    if (std::signal(signal, handler) == SIG_IGN && signal == SIGHUP) std::signal(signal, SIG_IGN);
  }
}

// The next signal of any of these ends the program.
void TakeInterrupt(int) {
  interrupted = true;
  OnInterrupts(SIG_DFL);
}

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

}  // namespace

std::string CallersPath(const std::string& path) {
  const char* const folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (path.starts_with('/') || folder == nullptr || *folder == '\0') return path;
  return std::string(folder) + "/" + path;
}

std::string ShellQuoted(const std::string& word) {
  const size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == word.npos || equals + 1 == word.size()) return QuotedWhole(word);
  const std::string name = word.substr(0, equals);
  if (QuotedWhole(name) != name) return QuotedWhole(word);
  return name + "=" + QuotedWhole(std::string_view(word).substr(equals + 1));
}

const std::atomic<bool>& ListenForInterrupts() {
  OnInterrupts(TakeInterrupt);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  return interrupted;
}

int ProgramMain(int argc, char** argv, ProgramFunction* run) {
  return run(std::vector<std::string>(argv + 1, argv + argc), stdout, stderr, ListenForInterrupts());
}

int RunAndReportErrors(const std::string& name, std::FILE* messages, const std::function<int()>& run) {
  try {
    return run();
  } catch (const Error& error) {
    std::fprintf(messages, "%s: %s\n", name.c_str(), error.what());
    return error.exit_status();
  } catch (const std::bad_alloc&) {
    std::fprintf(messages, "%s: there is not enough memory\n", name.c_str());
  } catch (const std::exception& exception) {
    std::fprintf(messages, "%s: %s\n", name.c_str(), exception.what());
  }
  return kEnvironmentStatus;
}

int RunOnUserFiles(const std::string& name, std::FILE* messages, const std::function<int()>& run) {
  const InputScope inputs;
  return RunAndReportErrors(name, messages, run);
}

void CheckPrinted(std::FILE* out) {
  if (std::fflush(out) == 0 && std::ferror(out) == 0) return;
  ThrowEnvironmentError("standard output", "cannot be written");
}

}  // namespace structlab::common
