#include "kernels/hashing/distinct_count.h"

#include <gtest/gtest.h>

#include <set>

#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

TEST(BinSet, CountsEachBinOnce) {
  for (const int bits : {1, 3, 6, 7, 12}) {
    common::RandomStream random(1, "bins", static_cast<uint64_t>(bits));
    BinSet bins(bits);
    std::set<uint32_t> expected;
    for (int i = 0; i < 3000; ++i) {
      const auto bin = static_cast<uint32_t>(random.UniformIndex(uint64_t{1} << bits));
      bins.Add(bin);
      expected.insert(bin);
    }
    EXPECT_EQ(bins.size(), static_cast<int64_t>(expected.size())) << bits;
  }
}

// About 1862 of 2,000,000 numbers in 2^30 bins fall into an occupied bin; the standard deviation of the
// estimate is 43.2.
TEST(DistinctCount, CountsNumbersOnceHoweverOftenTheyAreAdded) {
  DistinctCount count;
  EXPECT_EQ(count.Estimate(), 0);
  for (int times = 0; times < 2; ++times) {
    // Keys in the low half and labels in the high half, as in pairs.
    for (uint64_t i = 0; i < 2'000'000; ++i) count.Add((i % 7100) << 32 | i / 7100);
  }
  EXPECT_NEAR(count.Estimate(), 2'000'000, 5 * 43.2);
}

}  // namespace
}  // namespace structlab::kernels
