#include "common/stop_point.h"

#include <gtest/gtest.h>

#include "common/parallel.h"

namespace structlab::common {
namespace {

TEST(StopPoint, ThrowsWithinItsScopeOnceTheFlagIsSet) {
  EXPECT_NO_THROW(StopPoint());
  std::atomic<bool> flag = false;
  {
    const StopScope scope(&flag);
    EXPECT_NO_THROW(StopPoint());
    flag = true;
    EXPECT_THROW(StopPoint(), Stopped);
    {
      const StopScope nothing(nullptr);
      EXPECT_NO_THROW(StopPoint());
    }
    EXPECT_THROW(StopPoint(), Stopped);
  }
  EXPECT_NO_THROW(StopPoint());
}

// The bodies of a loop are told what its caller is, in whatever thread they run; other loops are not.
TEST(StopPoint, StopsParallelLoops) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    std::atomic<bool> flag = false;
    std::atomic<int> begun = 0;
    const StopScope scope(&flag);
    EXPECT_THROW(ParallelFor(pool, 1'000'000,
                             [&](int64_t) {
                               if (++begun == 10) flag = true;
                               StopPoint();
                             }),
                 Stopped);
    EXPECT_LT(begun, 1'000'000);
    const StopScope nothing(nullptr);
    int64_t done = 0;
    ParallelFor(pool, 1, [&](int64_t) { ++done; });
    EXPECT_EQ(done, 1);
  }
}

}  // namespace
}  // namespace structlab::common
