#include "experiments/harness/child_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <vector>

#include "common/error.h"
#include "experiments/harness/process_pool.h"

namespace structlab::harness {
namespace {

[[noreturn]] void Start(const std::string& path, const std::vector<std::string>& arguments, int output,
                        pid_t parent) {
  DieWithParent(parent);
  RestoreSignals();
  if (output >= 0) ::dup2(output, STDOUT_FILENO);
  std::vector<char*> words = {const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(path.c_str(), words.data());
  std::fprintf(stderr, "%s: cannot be started: %s\n", path.c_str(),
               std::generic_category().message(errno).c_str());
  ::_exit(3);
}

std::string ReadAll(int file) {
  std::string text;
  char buffer[1 << 16];
  ::lseek(file, 0, SEEK_SET);
  for (ssize_t got; (got = ::read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(got));
  ::close(file);
  return text;
}

}  // namespace

ProgramEnding RunProgram(const std::string& path, const std::vector<std::string>& arguments, bool capture) {
  const int output = capture ? ::memfd_create("output", MFD_CLOEXEC) : -1;
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    common::ThrowEnvironmentError(path, "cannot be started: " + std::generic_category().message(errno));
  }
  if (child == 0) Start(path, arguments, output, parent);

  ProgramEnding ending;
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) {
      common::ThrowEnvironmentError(path, "is lost: " + std::generic_category().message(errno));
    }
    if (!WaitForInterrupt(1)) continue;
    ending.interrupted = true;
    // As it would come from a terminal; a program that ignores that one takes this one.
    ::kill(child, InterruptingSignals().front());
  }
  ending.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (capture) ending.output = ReadAll(output);
  return ending;
}

}  // namespace structlab::harness
