#include "experiments/harness/process_pool.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <thread>
#include <vector>

namespace structlab::harness {
namespace {

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
  const auto endings = RunAll(1, 1, {.seconds = 0.2, .bytes = kAmple.bytes}, [](size_t, const ProcessSelf&) {
    ::fork();
    while (true) ::pause();
  });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kTimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // nothing is left
}

TEST(RunInProcesses, AResultOverABoundDoesNotCount) {
  const auto endings = RunAll(1, 1, {.seconds = 60, .bytes = 16 << 20}, [](size_t, const ProcessSelf& self) {
    const std::string touched(64 << 20, 'x');
    self.CheckBounds();
    throw std::runtime_error("the bound did not stop it");
  });
  EXPECT_EQ(endings.at(0).kind, ProcessEnding::Kind::kOutOfMemory);
}

TEST(RunInProcesses, AnInterruptStopsAll) {
  const SignalsBlocked signals;
  ::kill(::getpid(), SIGINT);  // blocked, so it waits
  size_t ended = 0;
  EXPECT_FALSE(RunInProcesses(
      4, 2, kAmple, [](size_t, const ProcessSelf&) { ::pause(); },
      [&](size_t, const ProcessEnding&) { ++ended; }));
  EXPECT_EQ(ended, 0u);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
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
