#include "common/processes/isolated_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/error.h"
#include "common/sanitizers.h"
#include "common/stop_point.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string MessageOfCall(const std::function<void(SharedBytes&)>& work, const IsolationLimits& limits = {}) {
  return MessageOf(ErrorKind::kData, [&] { CallIsolated("a.mha", limits, work); });
}

TEST(IsolatedCall, ReturnsWhatTheChildLeaves) {
  const SharedBytes bytes = CallIsolated("a.mha", {}, [](SharedBytes& out) {
    std::memset(out.Resize(3'000'000), 'x', 3'000'000);
    std::puts("nobody reads this");
  });
  EXPECT_EQ(std::string(bytes.data(), bytes.size()), std::string(3'000'000, 'x'));
  EXPECT_EQ(CallIsolated("a.mha", {}, [](SharedBytes&) {}).size(), 0u);
}

TEST(IsolatedCall, MakesACrashAnError) {
  const std::string crashed = "a.mha: cannot be read: its reader crashed; check that the file is complete";
  EXPECT_THAT(MessageOfCall([](SharedBytes&) { std::abort(); }), StartsWith(crashed));
  EXPECT_THAT(MessageOfCall([](SharedBytes&) { ::raise(SIGSEGV); }), StartsWith(crashed));
  EXPECT_THAT(MessageOfCall([](SharedBytes&) { ::_exit(0); }), StartsWith(crashed));
  EXPECT_THAT(MessageOfCall([](SharedBytes&) { ::_exit(3); }), StartsWith(crashed));
}

TEST(IsolatedCall, MakesWhatDoesNotEndAnError) {
  EXPECT_THAT(MessageOfCall(
                  [](SharedBytes&) {
                    for (std::atomic<int> i = 0;;) ++i;
                  },
                  {.seconds = 1}),
              StartsWith("a.mha: cannot be read: its reader did not come to an end"));
}

TEST(IsolatedCall, BoundsMemory) {
  if (kAddressSanitizer || kThreadSanitizer) GTEST_SKIP() << "they reserve memory by the terabyte";
  const auto allocate = [](SharedBytes& out) {
    const std::vector<char> large(size_t{1} << 28, 'x');
    *out.Resize(1) = large[7];
  };
  EXPECT_THAT(MessageOfCall(allocate, {.memory = 1 << 27}),
              HasSubstr("asked for more memory than a file of this size"));
  EXPECT_EQ(MessageOfCall(allocate, {.memory = 1 << 30}), "no error");
  EXPECT_THAT(MessageOfCall(
                  [&](SharedBytes& out) {
                    LimitFurtherMemory(1 << 27);
                    allocate(out);
                  },
                  {.memory = 1 << 30}),
              HasSubstr("asked for more memory"));
}

TEST(IsolatedCall, PassesErrorsOn) {
  EXPECT_EQ(MessageOfCall([](SharedBytes&) { ThrowDataError("b.raw:7", "six", "five", "add one"); }),
            "b.raw:7: expected six, found five; add one");
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment,
                      [] {
                        CallIsolated("a.mha", {},
                                     [](SharedBytes&) { ThrowEnvironmentError("c", "no such file"); });
                      }),
            "c: no such file");
  EXPECT_THAT(MessageOfCall([](SharedBytes&) { throw std::runtime_error("bad day"); }),
              StartsWith("a.mha: cannot be read (bad day); check that the file is complete"));
  EXPECT_THAT(MessageOfCall([](SharedBytes&) { throw 7; }), StartsWith("a.mha: cannot be read (unknown)"));
}

TEST(IsolatedCall, StopsWithItsCaller) {
  std::atomic<bool> stop = false;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const StopScope scope(&stop);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(CallIsolated("a.mha", {}, [](SharedBytes&) { ::sleep(60); }), Stopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
}  // namespace structlab::common
