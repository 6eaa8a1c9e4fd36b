#include "common/binomial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/error.h"

namespace structlab::common {
namespace {

// Every outcome of a few tosses, one by one.
TEST(Binomial, ChancesAreThoseOfAllOutcomes) {
  for (const double probability : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    for (int64_t hits = 0; hits <= 6; ++hits) {
      double expected = 0;
      for (unsigned outcome = 0; outcome < 64; ++outcome) {
        const int heads = __builtin_popcount(outcome);
        if (heads >= hits) expected += std::pow(probability, heads) * std::pow(1 - probability, 6 - heads);
      }
      EXPECT_NEAR(BinomialUpperTail({hits, 6}, probability), expected, 1e-14) << hits << " " << probability;
    }
  }
}

TEST(Binomial, WithoutHitsAndWithoutMissesLimitsAreKnown) {
  // (1 - p)^10 = 0.025 and p^10 = 0.025.
  EXPECT_EQ(ClopperPearsonInterval({0, 10}, 0.95).low, 0);
  EXPECT_NEAR(ClopperPearsonInterval({0, 10}, 0.95).high, 1 - std::pow(0.025, 0.1), 1e-12);
  EXPECT_NEAR(ClopperPearsonInterval({10, 10}, 0.95).low, std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(ClopperPearsonInterval({10, 10}, 0.95).high, 1);
}

TEST(Binomial, LimitsAreWhereTheTailsAreHalfOfWhatIsLeft) {
  for (const Share share : {Share{1, 20}, Share{21, 60}, Share{989, 3000}, Share{40, 138'146}}) {
    for (const double confidence : {0.95, 0.975}) {
      const Interval interval = ClopperPearsonInterval(share, confidence);
      const double level = (1 - confidence) / 2;
      EXPECT_NEAR(BinomialUpperTail(share, interval.low), level, 1e-9);
      EXPECT_NEAR(1 - BinomialUpperTail({share.hits + 1, share.trials}, interval.high), level, 1e-9);
      const double estimate = static_cast<double>(share.hits) / static_cast<double>(share.trials);
      EXPECT_LT(interval.low, estimate);
      EXPECT_GT(interval.high, estimate);
    }
  }
}

TEST(Binomial, RefusesWhatIsNoShare) {
  const Share shares[] = {{-1, 3}, {4, 3}, {0, 0}};
  for (const Share& share : shares) {
    EXPECT_THROW(BinomialUpperTail(share, 0.5), Error);
    EXPECT_THROW(ClopperPearsonInterval(share, 0.95), Error);
  }
  EXPECT_THROW(BinomialUpperTail({1, 2}, 1.5), Error);
  EXPECT_THROW(ClopperPearsonInterval({1, 2}, 1), Error);
}

}  // namespace
}  // namespace structlab::common
