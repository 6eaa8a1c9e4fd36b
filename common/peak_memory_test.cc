#include "common/peak_memory.h"

#include <gtest/gtest.h>

#include "common/check.h"
#include "common/error.h"
#include "common/testing/message_of.h"
#include "common/testing/touched_memory.h"

namespace structlab::common {
namespace {

TouchedMemory Mebibytes(size_t count) { return TouchedMemory(count << 20); }

TEST(PeakMemory, CountsWhatTheWorkTakesAtOnce) {
  const PeakMemory memory = MeasurePeakMemory([] {
    return [held = Mebibytes(32)] {
      const TouchedMemory taken = Mebibytes(64);
      STRUCTLAB_CHECK(taken.sum() == 2 * held.sum());
    };
  });
  EXPECT_GE(memory.before, 32);
  EXPECT_GE(memory.peak - memory.before, 64 * 0.99);  // a few pages of the copy may be dropped meanwhile
  EXPECT_LE(memory.peak - memory.before, 64 * 1.01);
}

TEST(PeakMemory, DoesNotChangeThisProcess) {
  int calls = 0;
  MeasurePeakMemory([&calls] {
    ++calls;
    return [&calls] { ++calls; };
  });
  EXPECT_EQ(calls, 0);
}

TEST(PeakMemory, SaysWhenTheWorkFails) {
  const auto measure = [] {
    MeasurePeakMemory([] { return [] { ThrowDataError("scene", "an image", "none"); }; });
  };
  EXPECT_EQ(MessageOf(ErrorKind::kEnvironment, measure), "peak memory: the measured process failed");
}

}  // namespace
}  // namespace structlab::common
