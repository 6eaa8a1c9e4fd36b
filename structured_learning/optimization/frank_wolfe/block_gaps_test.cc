#include "structured_learning/optimization/frank_wolfe/block_gaps.h"

#include <algorithm>

#include "common/random_stream.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

// The block whose share contains the position, by adding up from the first; -1 after the last.
int FindByScan(const std::vector<double>& gaps, double position) {
  double end = 0;
  for (size_t i = 0; i < gaps.size(); ++i) {
    end += gaps[i];
    if (position < end) return static_cast<int>(i);
  }
  return -1;
}

// Gaps are multiples of 1/8, so that sums in any order are exact; many are zero.
TEST(BlockGaps, AreWhatASimpleListIs) {
  for (int size = 1; size <= 70; ++size) {
    SCOPED_TRACE(size);
    common::RandomStream random(size, "block gaps");
    BlockGaps gaps(size);
    std::vector<double> list(size, 0.0);
    std::vector<bool> known(size, false);
    for (int change = 0; change < 5 * size; ++change) {
      const int block = static_cast<int>(random.UniformIndex(size));
      const double gap = random.Uniform() < 0.4 ? 0 : static_cast<double>(random.UniformIndex(80)) / 8;
      gaps.Set(block, gap);
      list[block] = gap;
      known[block] = true;
      double sum = 0;
      for (const double value : list) sum += value;
      ASSERT_EQ(gaps.sum(), sum);
      ASSERT_EQ(gaps.all_known(), std::find(known.begin(), known.end(), false) == known.end());
      if (sum == 0) continue;
      for (int draw = 0; draw < 10; ++draw) {
        const double position = draw == 0 ? 0 : static_cast<double>(random.UniformIndex(1000)) / 1000 * sum;
        ASSERT_EQ(gaps.Find(position), FindByScan(list, position));
      }
    }
    EXPECT_EQ(gaps.size(), size);
    for (int block = 0; block < size; ++block) {
      EXPECT_EQ(gaps[block], list[block]);
      EXPECT_EQ(gaps.known(block), known[block]);
    }
  }
}

TEST(BlockGaps, AllAreUnknownAtFirst) {
  const BlockGaps gaps(3);
  EXPECT_FALSE(gaps.all_known());
  EXPECT_FALSE(gaps.known(1));
  EXPECT_EQ(gaps.sum(), 0);
}

TEST(BlockGaps, CountAGapBelowZeroAsZero) {
  BlockGaps gaps(3);
  gaps.Set(0, 0.5);
  gaps.Set(1, -1e-17);
  gaps.Set(2, -2);
  EXPECT_EQ(gaps.sum(), 0.5);
  EXPECT_EQ(gaps[2], 0);
  EXPECT_TRUE(gaps.all_known());
  gaps.Set(0, -1);
  EXPECT_EQ(gaps.sum(), 0);
}

TEST(BlockGaps, RoundingNeverFindsABlockWithoutGap) {
  BlockGaps gaps(7);
  gaps.Set(1, 0.1);
  gaps.Set(4, 0.2);
  for (const double position : {gaps.sum(), 2 * gaps.sum()}) EXPECT_EQ(gaps.Find(position), 4);
}

TEST(BlockGaps, DrawsInProportionToTheGaps) {
  constexpr int kDraws = 50000;
  const std::vector<double> shares = {0.05, 0, 0.3, 0.15, 0.4, 0, 0.1};
  BlockGaps gaps(7);
  for (int i = 0; i < 7; ++i) gaps.Set(i, 3 * shares[i]);
  common::RandomStream random(1, "draws");
  std::vector<int> counts(7, 0);
  for (int draw = 0; draw < kDraws; ++draw) ++counts[gaps.Find(random.Uniform() * gaps.sum())];
  double chi_squared = 0;
  for (int i = 0; i < 7; ++i) {
    const double expected = shares[i] * kDraws;
    if (expected == 0) {
      EXPECT_EQ(counts[i], 0);
    } else {
      chi_squared += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
  }
  EXPECT_LT(chi_squared, 18.5);  // 4 degrees of freedom, 0.1%
}

}  // namespace
}  // namespace structlab::structured_learning
