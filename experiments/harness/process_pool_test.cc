#include "experiments/harness/process_pool.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "common/testing/touched_memory.h"
#include "experiments/harness/testing/default_signals.h"

namespace structlab::harness {
namespace {

// Whoever starts the tests may ignore them.
[[maybe_unused]] const bool kSignalsAreDefault = HaveDefaultSignals();

// Numbers that all processes see.
class SharedNumbers {
 public:
  SharedNumbers()
      : page_(::mmap(nullptr, sizeof(std::atomic<int>) * 4, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    EXPECT_NE(page_, MAP_FAILED);
  }
  ~SharedNumbers() { ::munmap(page_, sizeof(std::atomic<int>) * 4); }
  SharedNumbers(const SharedNumbers&) = delete;
  SharedNumbers& operator=(const SharedNumbers&) = delete;

  std::atomic<int>& operator[](size_t i) const { return static_cast<std::atomic<int>*>(page_)[i]; }

 private:
  void* page_;
};

void SleepMilliseconds(int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); }

// Is it there, and no mere entry that nobody has asked about yet?
bool IsRunning(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string stat;
  std::getline(file, stat);                 // fails, too, where the process ends between opening and reading
  const size_t name_end = stat.rfind(')');  // "pid (name) state ..."
  return name_end != stat.npos && stat.compare(name_end, 3, ") Z") != 0;
}

// It is killed, which takes a moment.
bool IsGone(int process) {
  for (int i = 0; i < 400 && IsRunning(process); ++i) SleepMilliseconds(5);
  return !IsRunning(process);
}

// Starts a process that stays, and says its number in `process`.
void LeaveAProcess(std::atomic<int>& process) {
  const pid_t child = ::fork();
  if (child == 0) {
    while (true) ::pause();
  }
  process = child;
}

constexpr ProcessBounds kAmple = {.seconds = 60, .bytes = uint64_t{4} << 30};

std::map<size_t, ProcessEnding> RunAll(size_t count, int jobs, const ProcessBounds& bounds,
                                       const std::function<void(size_t, const ProcessSelf&)>& body) {
  const SignalsBlocked signals;
  std::map<size_t, ProcessEnding> endings;
  EXPECT_TRUE(RunInProcesses(count, jobs, bounds, body,
                             [&](size_t i, const ProcessEnding& ending) { endings[i] = ending; }));
  return endings;
}

TEST(RunInProcesses, EndsEachOnceAtAnyNumberOfJobs) {
  for (const int jobs : {1, 3, 16}) {
    const auto endings = RunAll(20, jobs, kAmple, [](size_t i, const ProcessSelf&) {
      if (i % 4 == 1) throw std::runtime_error("odd\none " + std::to_string(i));
      if (i % 4 == 2) ::_exit(7);
    });
    ASSERT_EQ(endings.size(), 20u);
    for (const auto& [i, ending] : endings) {
      EXPECT_EQ(ending.kind,
                i % 4 == 1 || i % 4 == 2 ? ProcessEnding::Kind::kFailed : ProcessEnding::Kind::kDone);
    }
    EXPECT_EQ(endings.at(5).message, "odd one 5");  // one line
    EXPECT_EQ(endings.at(6).message, "ended by itself with exit status 7");
  }
}

TEST(RunInProcesses, WhatAChildChangesIsItsOwn) {
  int shared = 0;
  RunAll(3, 1, kAmple, [&](size_t, const ProcessSelf&) { ++shared; });
  EXPECT_EQ(shared, 0);
}

TEST(RunInProcesses, KeepsTheKindOfAnError) {
  const auto endings =
      RunAll(1, 1, kAmple, [](size_t, const ProcessSelf&) { common::ThrowDataError("file:1", "a", "b"); });
  EXPECT_EQ(endings.at(0).error, common::ErrorKind::kData);
}

TEST(RunInProcesses, KillsWhatIsOverTimeTogetherWithItsOwnChildren) {
  const auto begin = std::chrono::steady_clock::now();
  const SharedNumbers left;
  const auto endings = RunAll(1, 1, {.seconds = 0.2, .bytes = kAmple.bytes}, [&](size_t, const ProcessSelf&) {
    LeaveAProcess(left[0]);
    while (true) ::pause();
  });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kTimedOut);
  EXPECT_EQ(endings.at(0).message, "took longer than 0.2 s (--timeout)");
  EXPECT_GE(endings.at(0).seconds, 0.2);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // nothing is left
  ASSERT_GT(left[0], 0);
  EXPECT_TRUE(IsGone(left[0]));
}

// Also where the work itself has ended, well or by an error.
TEST(RunInProcesses, WhatIsDoneLeavesNoProcessBehind) {
  const SharedNumbers left;
  const auto endings = RunAll(2, 1, kAmple, [&](size_t i, const ProcessSelf&) {
    LeaveAProcess(left[i]);
    if (i == 1) throw std::runtime_error("no more");
  });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kDone);
  EXPECT_EQ(endings.at(1).kind, ProcessEnding::Kind::kFailed);
  for (const size_t i : {0u, 1u}) {
    ASSERT_GT(left[i], 0);
    EXPECT_TRUE(IsGone(left[i]));
  }
}

TEST(RunInProcesses, RunsAtMostSoManyAtOnceInOrder) {
  for (const int jobs : {1, 3}) {
    const SharedNumbers numbers;  // running, most of them, begun
    std::vector<size_t> ended;
    const SignalsBlocked signals;
    EXPECT_TRUE(RunInProcesses(
        9, jobs, kAmple,
        [&](size_t, const ProcessSelf&) {
          const int running = ++numbers[0];
          int most = numbers[1];
          while (running > most && !numbers[1].compare_exchange_weak(most, running)) {
          }
          // The first wait for each other, however slow the machine is.
          ++numbers[2];
          for (int i = 0; i < 2000 && numbers[2] < jobs; ++i) SleepMilliseconds(5);
          SleepMilliseconds(20);
          --numbers[0];
        },
        [&](size_t i, const ProcessEnding&) { ended.push_back(i); }));
    EXPECT_EQ(numbers[1], jobs);
    ASSERT_EQ(ended.size(), 9u);
    for (size_t i = 0; jobs == 1 && i < ended.size(); ++i) EXPECT_EQ(ended[i], i);
  }
}

// One that takes its time over memory that it may not have, and would never end by itself.
TEST(RunInProcesses, KillsWhatIsOverMemory) {
  const auto endings = RunAll(1, 1, {.seconds = 30, .bytes = 64 << 20}, [](size_t, const ProcessSelf&) {
    const common::TouchedMemory touched(256 << 20);
    while (touched.sum() > 0) ::pause();
  });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kOutOfMemory);
  EXPECT_EQ(endings.at(0).message, "needed more than 67.11 MB (--memory)");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
// Faster than anyone can look: a request far above the bound is refused before a page of it is used. The
// sanitizers have no such wall.
TEST(RunInProcesses, RefusesMemoryFarAboveTheBound) {
  const auto endings = RunAll(1, 1, {.seconds = 30, .bytes = 64 << 20}, [](size_t, const ProcessSelf&) {
    const std::unique_ptr<char[]> reserved(new char[size_t{1} << 30]);
    std::printf("%p\n", static_cast<void*>(reserved.get()));  // so that nobody leaves the request out
  });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kOutOfMemory);
}
#endif

// What a child says is bounded, whatever it throws.
TEST(RunInProcesses, CutsAMessageThatIsTooLong) {
  const auto endings = RunAll(
      1, 1, kAmple, [](size_t, const ProcessSelf&) { throw std::runtime_error(std::string(100'000, 'x')); });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kFailed);
  EXPECT_EQ(endings.at(0).message.find_first_not_of('x'), std::string::npos);
  EXPECT_GT(endings.at(0).message.size(), 1000u);
  EXPECT_LT(endings.at(0).message.size(), 4096u);
}

// By itself, without anyone who looks.
TEST(ProcessSelf, KnowsWhetherItIsOverABound) {
  EXPECT_NO_THROW(ProcessSelf(kAmple).CheckBounds());
  EXPECT_ANY_THROW(ProcessSelf({.seconds = 60, .bytes = 1'000'000}).CheckBounds());
  const ProcessSelf late({.seconds = 0.001, .bytes = kAmple.bytes});
  SleepMilliseconds(5);
  EXPECT_ANY_THROW(late.CheckBounds());
}

TEST(ProcessSelf, KnowsWhatTheProcessTook) {
  const auto begin = std::chrono::steady_clock::now();
  const ProcessSelf self(kAmple);
  const double before = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  volatile double sum = 0;
  while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(50)) sum = sum + 1;
  const double cpu = ProcessSelf::CpuSeconds();
  const double after = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  constexpr double kTick = 0.02;  // the kernel may count in ticks of 10 ms
  EXPECT_GT(after, before);
  EXPECT_GE(cpu, before - kTick);
  EXPECT_LE(cpu, after + kTick);
  EXPECT_GE(self.Seconds(), 0.049);
  EXPECT_LT(self.Seconds(), 10);
  const common::TouchedMemory touched(64 << 20);
  EXPECT_GT(ProcessSelf::PeakRssMegabytes(), static_cast<double>(touched.size()) / 1e6);
  EXPECT_LT(ProcessSelf::PeakRssMegabytes(), 4000);
}

TEST(RunInProcesses, AResultOverABoundDoesNotCount) {
  const auto endings = RunAll(1, 1, {.seconds = 60, .bytes = 16 << 20}, [](size_t, const ProcessSelf& self) {
    const common::TouchedMemory touched(64 << 20);
    self.CheckBounds();
    throw std::runtime_error("the bound did not stop it");
  });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kOutOfMemory);
}

TEST(RunInProcesses, AnInterruptStopsAll) {
  const SignalsBlocked signals;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_FALSE(SignalsBlocked::InterruptPending());
    ::kill(::getpid(), signal);  // blocked, so it waits
    EXPECT_TRUE(SignalsBlocked::InterruptPending()) << signal;
    size_t ended = 0;
    EXPECT_FALSE(RunInProcesses(
        4, 2, kAmple, [](size_t, const ProcessSelf&) { ::pause(); },
        [&](size_t, const ProcessEnding&) { ++ended; }));
    EXPECT_EQ(ended, 0u);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_FALSE(SignalsBlocked::InterruptPending());
  }
}

// What came while the signals were blocked was answered, and ends nobody afterwards.
TEST(RunInProcesses, AnAnsweredInterruptEndsNobody) {
  {
    const SignalsBlocked signals;
    ::kill(::getpid(), SIGINT);
  }
  EXPECT_FALSE(SignalsBlocked::InterruptPending());
}

TEST(RunInProcesses, KeepsTheEndOfTheOutput) {
  const auto endings = RunAll(1, 1, kAmple, [](size_t, const ProcessSelf&) {
    std::fprintf(stderr, "%s\nlast words\n", std::string(10000, 'x').c_str());
  });
  EXPECT_LE(endings.at(0).output.size(), 4096u);
  EXPECT_TRUE(endings.at(0).output.ends_with("x\nlast words\n"));
}

}  // namespace
}  // namespace structlab::harness
