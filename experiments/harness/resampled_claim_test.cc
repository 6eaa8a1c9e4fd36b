#include "experiments/harness/resampled_claim.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/random_stream.h"

namespace structlab::harness {
namespace {

Pairs PairsWith(const std::vector<double>& differences) {
  Pairs pairs;
  for (const double difference : differences) {
    pairs.a.push_back(0.5 + difference);
    pairs.b.push_back(0.5);
    pairs.labels.push_back("seed=" + std::to_string(pairs.labels.size()));
  }
  return pairs;
}

// Ten differences whose mean is `errors` of its standard errors: half of them at each of two values.
std::vector<double> Ten(double errors) {
  // With deviations of 1 the standard deviation is sqrt(10 / 9), and the standard error a third.
  std::vector<double> differences;
  for (int i = 0; i < 10; ++i) differences.push_back(0.01 * (errors / 3 + (i % 2 == 0 ? 1 : -1)));
  return differences;
}

// 3 standard errors of independent trials are 3 / sqrt(1 + 10 * 15/32) = 1.26 of such splits.
TEST(DecideLessOfSplits, WhatDecidesForIndependentTrialsDoesNotForSplits) {
  constexpr double kHalf = 15.0 / 32;
  EXPECT_EQ(DecideLess(PairsWith(Ten(-3))).verdict, Verdict::kHolds);
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(-3)), kHalf).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(3)), kHalf).verdict, Verdict::kUndecided);
  // The quantile is 2.262: 5.39 and 5.40 standard errors are on its two sides.
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(-5.38)), kHalf).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(-5.41)), kHalf).verdict, Verdict::kHolds);
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(5.41)), kHalf).verdict, Verdict::kFails);
}

TEST(DecideLessOfSplits, WithoutCommonExamplesItIsTheTestOfIndependentTrials) {
  common::RandomStream stream(1, "differences");
  int decided = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<double> differences;
    for (int i = 0; i < 6; ++i) differences.push_back(0.7 + stream.Normal());
    for (const int comparisons : {1, 4}) {
      const Certainty certainty = {.comparisons = comparisons};
      const ClaimOutcome plain = DecideLess(PairsWith(differences), certainty);
      const ClaimOutcome ours = DecideLessOfSplits(PairsWith(differences), 0, certainty);
      EXPECT_EQ(ours.verdict, plain.verdict) << repeat;
      EXPECT_NEAR(ours.chance, plain.chance, 1e-9) << repeat;
      decided += ours.verdict == Verdict::kFails;
    }
  }
  EXPECT_GT(decided, 10);
  EXPECT_LT(decided, 390);
}

// Failing is one of several comparisons, holding is not.
TEST(DecideLessOfSplits, OneOfSeveralComparisonsMustFailMoreSurely) {
  const Certainty certainty = {.comparisons = 10};
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(2.5)), 0).verdict, Verdict::kFails);
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(2.5)), 0, certainty).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideLessOfSplits(PairsWith(Ten(-2.5)), 0, certainty).verdict, Verdict::kHolds);
  const ClaimOutcome outcome = DecideLessOfSplits(PairsWith(Ten(4.5)), 0, certainty);
  EXPECT_EQ(outcome.verdict, Verdict::kFails);
  EXPECT_GT(outcome.chance, 0);
  EXPECT_LT(outcome.chance, 0.05);
}

TEST(DecideLessOfSplits, CountsTheDifferencesAsTheyAre) {
  // The fourth is below 0 only once it is moved away from the mean.
  const ClaimOutcome outcome = DecideLessOfSplits(PairsWith({0.05, 0.06, 0.05, 0.001}), 1);
  EXPECT_NE(outcome.evidence.find("below 0 in 0 of 4"), std::string::npos) << outcome.evidence;
  EXPECT_NE(outcome.evidence.find("corrected resampled t, n=4"), std::string::npos) << outcome.evidence;
}

TEST(DecideLessOfSplits, NothingIsDecidedByFewOrEqualOrInfiniteDifferences) {
  EXPECT_EQ(DecideLessOfSplits(PairsWith({-0.1, -0.2}), 0).verdict, Verdict::kNotTested);
  EXPECT_EQ(DecideLessOfSplits(PairsWith(std::vector<double>(10, -0.1)), 0).verdict, Verdict::kUndecided);
  EXPECT_EQ(DecideLessOfSplits(PairsWith({0, 0, 0}), 0).verdict, Verdict::kUndecided);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(DecideLessOfSplits(PairsWith({-0.1, nan, -0.3}), 0).verdict, Verdict::kNotTested);
}

}  // namespace
}  // namespace structlab::harness
