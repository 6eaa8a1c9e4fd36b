#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <stdexcept>
#include <thread>

#include "common/processes/child_process.h"
#include "common/processes/folder_lock.h"
#include "common/processes/process_pool.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "common/testing/touched_memory.h"

namespace structlab::common {
namespace {

using Kind = ProcessEnding::Kind;

// Makes interrupting signals end a program, even if the parent of the tests ignores them, as nohup does.
[[maybe_unused]] const bool kSignalsAreDefault = [] {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::signal(number, SIG_DFL);
  return true;
}();

// Zeros that all processes see; they live as long as the program.
std::atomic<int>* SharedNumbers() {
  return static_cast<std::atomic<int>*>(
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

void SleepMilliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

// True if the process does not exist or is a zombie. Waits, because a kill takes a moment.
bool IsGone(int process) {
  std::string stat = "(x) S";
  for (int i = 0; i < 400 && !stat.empty() && stat.find(") Z") == stat.npos; ++i) {
    SleepMilliseconds(5);
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    if (!std::getline(file, stat)) stat.clear();
  }
  return stat.empty() || stat.find(") Z") != stat.npos;
}

constexpr ProcessBounds kAmple = {.seconds = 60, .bytes = uint64_t{4} << 30};

std::map<size_t, ProcessEnding> RunAll(size_t count, int jobs, const ProcessBounds& bounds,
                                       const std::function<void(size_t, const ProcessResources&)>& body,
                                       const std::function<bool()>& may_begin = {}) {
  const SignalsBlocked signals;
  std::map<size_t, ProcessEnding> endings;
  const auto on_end = [&](size_t i, const ProcessEnding& ending) {
    EXPECT_TRUE(jobs > 1 || i == endings.size());  // in order
    EXPECT_TRUE(endings.emplace(i, ending).second);
  };
  EXPECT_TRUE(RunInProcesses(count, jobs, bounds, body, on_end, may_begin));
  return endings;
}

TEST(RunInProcesses, EndsEachOnceAtAnyNumberOfJobs) {
  for (const int jobs : {1, 3, 16}) {
    const auto endings = RunAll(20, jobs, kAmple, [](size_t i, const ProcessResources&) {
      if (i == 4) ThrowDataError("file:1", "a", "b");
      if (i % 4 == 1) throw std::runtime_error("odd\none " + std::to_string(i));
      if (i % 4 == 2) ::_exit(7);
      std::fprintf(stderr, "%s\nlast words\n", std::string(10'000, 'x').c_str());
    });
    ASSERT_EQ(endings.size(), 20u);
    for (const auto& [i, ending] : endings) {
      EXPECT_EQ(ending.kind, i == 4 || i % 4 == 1 || i % 4 == 2 ? Kind::kFailed : Kind::kDone);
      EXPECT_EQ(ending.error, i == 4 ? std::optional(ErrorKind::kData) : std::nullopt);
    }
    EXPECT_EQ(endings.at(5).message, "odd one 5");  // one line
    EXPECT_EQ(endings.at(6).message, "ended by itself with exit status 7");
    EXPECT_LE(endings.at(3).output.size(), 4096u);
    EXPECT_TRUE(endings.at(3).output.ends_with("x\nlast words\n"));
  }
}

// Over time, over memory, done: together with the processes that the work has started.
TEST(RunInProcesses, LeavesNoProcessBehind) {
  std::atomic<int>* const left = SharedNumbers();
  const auto endings =
      RunAll(3, 1, {.seconds = 1, .bytes = 64 << 20}, [&](size_t i, const ProcessResources&) {
        const pid_t child = ::fork();
        while (child == 0) ::pause();  // NOLINT(bugprone-infinite-loop): until it is killed
        left[i] = child;
        if (i == 2) return;
        const TouchedMemory touched(i == 1 ? 256 << 20 : 1);
        while (touched.size() > 0) ::pause();
      });
  EXPECT_EQ(endings.at(0).message, "took longer than 1 s");
  EXPECT_EQ(endings.at(0).kind, Kind::kTimedOut);
  EXPECT_GE(endings.at(0).seconds, 1);
  EXPECT_EQ(endings.at(1).message, "needed more than 67.11 MB");
  EXPECT_EQ(endings.at(1).kind, Kind::kOutOfMemory);
  EXPECT_EQ(endings.at(2).kind, Kind::kDone);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(left[i] > 0 && IsGone(left[i])) << i;
}

TEST(RunInProcesses, WhatIsPrintedCountsAsMemory) {
  const auto endings = RunAll(1, 1, {.seconds = 60, .bytes = 64 << 20}, [](size_t, const ProcessResources&) {
    const std::string text(1 << 20, 'x');
    for (int i = 0; i < 1000; ++i) std::fwrite(text.data(), 1, text.size(), stdout);
    ::pause();
  });
  EXPECT_EQ(endings.at(0).kind, Kind::kOutOfMemory);
}

// When may_begin returns false, running work finishes normally, and nothing else begins.
TEST(RunInProcesses, BeginsNothingOnceItMayNot) {
  for (const int allowed : {0, 1, 3}) {
    std::atomic<int>* const numbers = SharedNumbers();
    const auto endings = RunAll(
        6, 1, kAmple, [&](size_t, const ProcessResources&) { SleepMilliseconds(20), ++numbers[0]; },
        [&] { return numbers[0] < allowed; });
    EXPECT_EQ(endings.size(), static_cast<size_t>(allowed));
    for (const auto& [i, ending] : endings) EXPECT_EQ(ending.kind, Kind::kDone) << i;
  }
}

TEST(RunInProcesses, AnInterruptKillsWhatRunsAndBeginsNothingElse) {
  const SignalsBlocked signals;
  std::atomic<int>* const processes = SharedNumbers();
  const auto body = [&](size_t i, const ProcessResources&) {
    processes[i] = ::getpid();
    if (i == 1) ::kill(::getppid(), SIGTERM);
    while (true) ::pause();
  };
  EXPECT_FALSE(RunInProcesses(4, 2, kAmple, body, [](size_t, const ProcessEnding&) { ADD_FAILURE(); }));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_TRUE(processes[1] > 0 && processes[2] == 0 && processes[3] == 0);
}

TEST(RunProgram, ReturnsStatusAndOutput) {
  const SignalsBlocked signals;
  const ProgramEnding told = RunProgram("/bin/sh", {"-c", "echo \"$0 $1\"; exit 5", "a b", "*"}, true);
  EXPECT_EQ(told.status, 5);
  EXPECT_EQ(told.output, "a b *\n");
  EXPECT_EQ(RunProgram("/bin/sh", {"-c", "kill -9 $$"}, false).status, 128 + SIGKILL);
  EXPECT_EQ(RunProgram("/no/such/program", {}, true).status, 3);
  const ProgramEnding interrupted = RunProgram("/bin/sh", {"-c", "kill -TERM $PPID; exec sleep 100"}, true);
  EXPECT_TRUE(interrupted.interrupted);
  EXPECT_EQ(interrupted.status, 128 + SIGINT);
}

TEST(SignalsBlocked, AnInterruptIsSeenAndDoesNotEndTheProgram) {
  const SignalsBlocked signals;
  EXPECT_NO_THROW(SignalsBlocked::StopIfInterrupted());
  ::raise(SIGHUP);
  EXPECT_TRUE(SignalsBlocked::InterruptPending());
  EXPECT_THROW(SignalsBlocked::StopIfInterrupted(), Interrupted);
  const pid_t child = ::fork();
  while (child == 0) ::pause();
  EXPECT_THROW(WaitForChild(child), Interrupted);
  EXPECT_TRUE(IsGone(child));
  EXPECT_NE(MessageOf(ErrorKind::kEnvironment, [&] { WaitForChild(child); }).find("is lost"),
            std::string::npos);
}

TEST(FolderLock, HoldsAFolderAgainstOtherProcessesUntilItIsGone) {
  const ScratchFolder folder("folder_lock");
  const auto message = [&] {
    return MessageOf(ErrorKind::kEnvironment, [&] { const FolderLock lock(folder.path()); });
  };
  {
    const FolderLock lock(folder.path());
    EXPECT_EQ(message(), folder.path() + ": is in use by another run (process " + std::to_string(::getpid()) +
                             "); wait for it, or choose another folder");
  }
  EXPECT_EQ(message(), "no error");
  const pid_t child = ::fork();
  if (child == 0) {
    const FolderLock lock(folder.path());
    while (true) ::pause();
  }
  for (int i = 0; i < 400 && message() == "no error"; ++i) SleepMilliseconds(5);
  EXPECT_NE(message().find("process " + std::to_string(child)), std::string::npos);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(message(), "no error");
  EXPECT_NE(MessageOf([&] { const FolderLock lock(folder.path() + "/absent"); }), "no error");
}

}  // namespace
}  // namespace structlab::common
