#include "common/thread_clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace structlab::common {
namespace {

// Ends only if the clock goes on while the thread works.
void WorkFor(double seconds) {
  const double begin = ThreadSeconds();
  while (ThreadSeconds() - begin < seconds) {
  }
}

TEST(ThreadClock, CountsTheWorkOfItsOwnThread) {
  constexpr double kWork = 0.1;
  const double begin = ThreadSeconds();
  std::thread other([] { WorkFor(kWork); });
  other.join();  // waits, which is no work
  const double waited = ThreadSeconds() - begin;
  EXPECT_GE(waited, 0);
  EXPECT_LT(waited, kWork / 2);
}

}  // namespace
}  // namespace structlab::common
