#include "experiments/harness/run/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <string_view>
#include <system_error>

#include "common/error.h"
#include "experiments/harness/run/process_pool.h"

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

std::string QuotedWhole(std::string_view text) {
  const bool is_plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_=+.,/:@%").find(c) != std::string_view::npos;
  });
  if (is_plain) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// Without these flags, each of which has a value: "--name=value" or "--name value".
std::vector<std::string> Without(const std::vector<std::string>& names,
                                 const std::vector<std::string>& arguments) {
  const auto is_one_of = [&](const std::string& word, const char* behind) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return word == std::string("--").append(name).append(behind);
    });
  };
  std::vector<std::string> kept;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (is_one_of(argument, "")) {
      ++i;  // its value
    } else if (!is_one_of(argument.substr(0, argument.find('=') + 1), "=")) {
      kept.push_back(argument);
    }
  }
  return kept;
}

// Asked of the pipe itself: where an earlier write failed, its errno is lost.
bool ReaderIsGone() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

void FlushStandardOutput() {
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!is_written && !ReaderIsGone()) {
    common::ThrowEnvironmentError("standard output", "cannot be written");
  }
}

}  // namespace

ExitStatus FirstThatApplies(int a, int b) {
  for (const ExitStatus status : {kInterrupted, kWrongUsage}) {
    if (a == status || b == status) return status;
  }
  const auto known = [](int status) {
    return status == kAllWell || status == kCaseFailed || status == kClaimFailed;
  };
  if (!known(a) || !known(b)) return kDamaged;
  for (const ExitStatus status : {kCaseFailed, kClaimFailed}) {
    if (a == status || b == status) return status;
  }
  return kAllWell;
}

int RunProgramMain(const std::string& name, int argc, char** argv,
                   const std::function<ExitStatus(const std::vector<std::string>& arguments)>& body) {
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGCHLD, SIG_DFL);  // ignored, as some programs leave it to theirs, it would hide how children end
  try {
    const ExitStatus status = body(std::vector<std::string>(argv + 1, argv + argc));
    FlushStandardOutput();
    return status;
  } catch (const common::Error& error) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
    return error.exit_status();
  } catch (const Interrupted&) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), kInterruptedMessage);
    return kInterrupted;
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), exception.what());
    return kDamaged;
  }
}

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

std::vector<std::string> WithoutMachinePaths(const std::vector<std::string>& arguments) {
  std::vector<std::string> kept = Without({"out", "data-dir"}, arguments);
  std::erase(kept, "--part");
  return kept;
}

std::vector<std::string> WithValues(
    const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::vector<std::string>>>& flags) {
  std::vector<std::string> names;
  for (const auto& [name, values] : flags) names.push_back(name);
  std::vector<std::string> changed = Without(names, arguments);
  for (const auto& [name, values] : flags) {
    for (const std::string& value : values) {
      changed.push_back(std::string("--").append(name).append("=").append(value));
    }
  }
  return changed;
}

Fact LibraryVersion(std::string_view name, std::string_view version) {
  std::string text(version);
  std::ranges::replace(text, '_', '.');
  return {std::string(name), text};
}

}  // namespace structlab::harness
