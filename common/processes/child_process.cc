#include "common/processes/child_process.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "common/error.h"

namespace structlab::common {
namespace {

constexpr double kSecondsBetweenLooks = 0.02;

std::string MessageOf(int error) { return std::generic_category().message(error); }

// An ignored signal still becomes pending while it is blocked, so InterruptingSignals leaves it out.
sigset_t WaitedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  for (const int signal : InterruptingSignals()) sigaddset(&signals, signal);
  return signals;
}

bool IsInterrupt(int signal) {
  const std::vector<int>& signals = InterruptingSignals();
  return std::find(signals.begin(), signals.end(), signal) != signals.end();
}

// In the child: becomes the program.
[[noreturn]] void BecomeProgram(const std::string& path, const std::vector<std::string>& arguments,
                                int output, pid_t parent) {
  DieWithParent(parent);
  RestoreSignals();
  if (output >= 0) ::dup2(output, STDOUT_FILENO);
  std::vector<char*> words = {const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(path.c_str(), words.data());
  std::fprintf(stderr, "%s: cannot be started: %s\n", path.c_str(), MessageOf(errno).c_str());
  ::_exit(3);
}

std::string ReadAll(int file) {
  std::string text;
  char buffer[1 << 16];
  ::lseek(file, 0, SEEK_SET);
  for (ssize_t got; (got = ::read(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<size_t>(got));
  }
  ::close(file);
  return text;
}

}  // namespace

const std::vector<int>& InterruptingSignals() {
  static const std::vector<int> signals = [] {
    std::vector<int> kept;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction action = {};
      if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_IGN) kept.push_back(signal);
    }
    return kept;
  }();
  return signals;
}

SignalsBlocked::SignalsBlocked() {
  const sigset_t signals = WaitedSignals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
}

SignalsBlocked::~SignalsBlocked() {
  const sigset_t signals = WaitedSignals();
  // Discards signals that arrived and were handled: when unblocked, they would end the process.
  const timespec at_once = {0, 0};
  while (sigtimedwait(&signals, nullptr, &at_once) > 0) {
  }
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

bool SignalsBlocked::InterruptPending() {
  sigset_t pending;
  sigpending(&pending);
  const std::vector<int>& signals = InterruptingSignals();
  return std::any_of(signals.begin(), signals.end(),
                     [&](int signal) { return sigismember(&pending, signal) == 1; });
}

void SignalsBlocked::StopIfInterrupted() {
  if (InterruptPending()) throw Interrupted();
}

void RestoreSignals() {
  for (const int signal : {SIGXFSZ, SIGPIPE}) ::signal(signal, SIG_DFL);
  for (const int signal : InterruptingSignals()) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool WaitForInterrupt(double seconds) {
  const sigset_t signals = WaitedSignals();
  const double whole = std::floor(seconds);
  const timespec timeout = {static_cast<time_t>(whole), static_cast<long>(1e9 * (seconds - whole))};
  return IsInterrupt(sigtimedwait(&signals, nullptr, &timeout));
}

int WaitForChild(int process) {
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process) return status;
    // If SIGCHLD is ignored, the system keeps no status of a child.
    if (ended < 0 && errno != EINTR) {
      ThrowEnvironmentError("", "a child process is lost: " + MessageOf(errno));
    }
    if (!WaitForInterrupt(kSecondsBetweenLooks)) continue;
    ::kill(process, SIGKILL);
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    throw Interrupted();
  }
}

void DieWithParent(int parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
}

ProgramEnding RunProgram(const std::string& path, const std::vector<std::string>& arguments, bool capture) {
  const int output = capture ? ::memfd_create("output", MFD_CLOEXEC) : -1;
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) ThrowEnvironmentError(path, "cannot be started: " + MessageOf(errno));
  if (child == 0) BecomeProgram(path, arguments, output, parent);

  ProgramEnding ending;
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) ThrowEnvironmentError(path, "is lost: " + MessageOf(errno));
    if (!WaitForInterrupt(1)) continue;
    ending.interrupted = true;
    // Forwards SIGINT, as a terminal would; if it was ignored at start, the next of the interrupting signals.
    ::kill(child, InterruptingSignals().front());
  }
  ending.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (capture) ending.output = ReadAll(output);
  return ending;
}

}  // namespace structlab::common
