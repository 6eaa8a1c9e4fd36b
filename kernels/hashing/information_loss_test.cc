#include "kernels/hashing/information_loss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

// Shi 2011, section 2.4.1: 100,000 features, 10^8 bins.
TEST(InformationLoss, BoundIsThatOfTheTheorem) {
  const auto bound = [](int copies) { return InformationLossBound({100'000, 100'000'000, copies}); };
  EXPECT_NEAR(bound(1), 100.001, 1e-9);
  EXPECT_NEAR(bound(2), 0.40399999996, 1e-13);
  EXPECT_NEAR(bound(3), 0.01169999973000, 1e-13);
  EXPECT_NEAR(bound(4), 0.01602559904004, 1e-13);  // not monotone
  EXPECT_NEAR(bound(5), 0.02500031000000, 1e-13);
  EXPECT_NEAR(InformationLossBound({1000, 100'000, 2}), 0.4399996, 1e-7);
  EXPECT_NEAR(InformationLossBound({1000, 100'000, 3}), 0.1169973, 1e-7);
}

// Theorem 2 in a simulation. The expected shares are from an independent simulation of 3000 trials; the
// difference has a standard deviation of sqrt(2 p (1 - p) / 3000).
TEST(InformationLoss, IsRarerThanItsBoundAndThanWithFewerCopies) {
  const double two = SimulateInformationLoss({1000, 100'000, 2}, 3000, 1);
  const double three = SimulateInformationLoss({1000, 100'000, 3}, 3000, 1);
  EXPECT_LE(two, InformationLossBound({1000, 100'000, 2}));
  EXPECT_LE(three, InformationLossBound({1000, 100'000, 3}));
  const auto near = [](double share, double other) {
    return std::abs(share - other) < 4 * std::sqrt(2 * other * (1 - other) / 3000);
  };
  EXPECT_TRUE(near(two, 979.0 / 3000)) << two;
  EXPECT_TRUE(near(three, 78.0 / 3000)) << three;
}

// The share over all functions from two features with two copies to four bins.
double ShareOfAllFunctions() {
  int losses = 0;
  for (int function = 0; function < 256; ++function) {
    const int a1 = function & 3, a2 = function >> 2 & 3, b1 = function >> 4 & 3, b2 = function >> 6;
    const auto is_in_b = [&](int bin) { return bin == b1 || bin == b2; };
    const auto is_in_a = [&](int bin) { return bin == a1 || bin == a2; };
    losses += (is_in_b(a1) && is_in_b(a2)) || (is_in_a(b1) && is_in_a(b2));
  }
  return losses / 256.0;
}

TEST(InformationLoss, SimulationCountsWhatAllFunctionsDo) {
  const double share = ShareOfAllFunctions();
  constexpr int kTrials = 40'000;
  EXPECT_NEAR(SimulateInformationLoss({2, 4, 2}, kTrials, 7), share,
              4 * std::sqrt(share * (1 - share) / kTrials));
}

TEST(InformationLoss, SimulationIsOneForTheSameSeed) {
  const Duplication duplication = {100, 1000, 2};
  EXPECT_EQ(SimulateInformationLoss(duplication, 50, 3), SimulateInformationLoss(duplication, 50, 3));
  EXPECT_EQ(SimulateInformationLoss({1, 1, 1}, 5, 3), 0);  // alone in its bin
  EXPECT_EQ(SimulateInformationLoss({2, 1, 1}, 5, 3), 1);
}

TEST(InformationLoss, WithoutCopiesACollisionIsVirtuallyCertain) {
  EXPECT_NEAR(LogProbabilityOfNoCollision(100'000, 100'000'000), -50.016174754837, 1e-9);
  EXPECT_NEAR(LogProbabilityOfNoCollision(23, 365), std::log(0.492702765676), 1e-11);  // birthdays
  EXPECT_EQ(LogProbabilityOfNoCollision(3, 2), -std::numeric_limits<double>::infinity());
}

// Table 2.4 has 287,970 distinct tokens.
TEST(OccupiedBins, AreThoseOfTheOccupancyProblem) {
  const auto expect = [](int bits, double mean, double deviation, double tolerance) {
    const OccupiedBins found = ExpectedOccupiedBins(287'970, int64_t{1} << bits);
    EXPECT_NEAR(found.mean, mean, 1e-3) << bits;
    EXPECT_NEAR(found.standard_deviation, deviation, tolerance) << bits;
  };
  expect(24, 285512.679, 49.0, 0.05);
  expect(22, 278306.807, 93.9, 0.05);
  expect(20, 251811.933, 158, 0.5);
  expect(18, 174754.643, 162, 0.5);
  expect(16, 64726.637, 27.5, 0.05);
  expect(14, 16383.9996, 0.0196, 0.001);  // of the 4e-4 empty ones nearly all have probability on their own
  EXPECT_EQ(ExpectedOccupiedBins(5, 1).mean, 1);
  EXPECT_EQ(ExpectedOccupiedBins(5, 1).standard_deviation, 0);
}

// Two features in two bins: both are in the same bin with probability 1/2.
TEST(OccupiedBins, AreRightInTheSmallestCase) {
  EXPECT_NEAR(ExpectedOccupiedBins(2, 2).mean, 1.5, 1e-15);
  EXPECT_NEAR(ExpectedOccupiedBins(2, 2).standard_deviation, 0.5, 1e-15);
}

// Two features occupy one bin with probability 1/n, otherwise two.
TEST(OccupiedBins, AreRightForOneAndTwoFeatures) {
  for (const int64_t bins : {int64_t{2}, int64_t{3}, int64_t{1} << 20, int64_t{1} << 32}) {
    const double n = static_cast<double>(bins);
    EXPECT_NEAR(ExpectedOccupiedBins(1, bins).mean, 1, 1e-15);
    EXPECT_EQ(ExpectedOccupiedBins(1, bins).standard_deviation, 0);
    EXPECT_NEAR(ExpectedOccupiedBins(2, bins).mean, 2 - 1 / n, 1e-15);
    const double deviation = std::sqrt((n - 1)) / n;
    EXPECT_NEAR(ExpectedOccupiedBins(2, bins).standard_deviation, deviation, 1e-14 * deviation);
  }
}

// The standard deviation of the number of occupied bins from its whole distribution: if k bins are occupied,
// the next feature falls into one of them with probability k/n. Probabilities below 1e-300 are left out.
double DeviationByDistribution(int features, double n) {
  std::vector<double> of_lost = {1};
  for (int hashed = 0; hashed < features; ++hashed) {
    std::vector<double> next(of_lost.size() + 1);
    for (size_t lost = 0; lost < of_lost.size(); ++lost) {
      const double is_lost = std::min(1.0, (hashed - static_cast<double>(lost)) / n);
      next[lost] += of_lost[lost] * (1 - is_lost);
      next[lost + 1] += of_lost[lost] * is_lost;
    }
    while (next.back() < 1e-300) next.pop_back();
    of_lost = next;
  }
  const auto likeliest = std::max_element(of_lost.begin(), of_lost.end()) - of_lost.begin();
  double mean = 0, squares = 0;  // of the difference from it
  for (size_t lost = 0; lost < of_lost.size(); ++lost) {
    const double difference = static_cast<double>(lost) - static_cast<double>(likeliest);
    mean += of_lost[lost] * difference;
    squares += of_lost[lost] * difference * difference;
  }
  return std::sqrt(squares - mean * mean);
}

// In many bins, both parts of the variance nearly cancel. 4096 is the largest number of features whose
// variance is computed as a sum.
TEST(OccupiedBins, DeviateAsTheirDistributionSays) {
  for (const int features : {3, 10, 100, 1000, 4096, 4097, 5000}) {
    for (const double bins : {2.0, 5.0, 100.0, 3000.0, 0x1p20, 0x1p32}) {
      SCOPED_TRACE(std::to_string(features) + " in " + std::to_string(bins));
      const double expected = DeviationByDistribution(features, bins);
      const double found = ExpectedOccupiedBins(features, static_cast<int64_t>(bins)).standard_deviation;
      EXPECT_NEAR(found, expected, 1e-9 * expected + 1e-140);
    }
  }
}

TEST(ApproximationError, IsTheCorrectedBoundAndThePrintedOne) {
  const DeviationTail tail = {
      .observations = 100, .classes = 10, .bins = 16384, .delta = 0.05, .factor = 2, .rate = 1};
  EXPECT_NEAR(ApproximationErrorBound(tail), 0.03203338630, 1e-11);
  EXPECT_NEAR(PrintedApproximationErrorBound(tail), 0.03156928365, 1e-11);
}

// Two observations with two classes: 10 of 16 pairs differ. The source counts 9, since it rounds up to 3^4 /
// 4.
TEST(ApproximationError, CountsTheEntriesThatDiffer) {
  const DeviationTail tail = {
      .observations = 2, .classes = 2, .bins = 1, .delta = 0.5, .factor = 0.5, .rate = 1};
  EXPECT_NEAR(ApproximationErrorBound(tail), std::sqrt(std::log(10)), 1e-15);
  EXPECT_NEAR(PrintedApproximationErrorBound(tail), std::sqrt(std::log(20.25)), 1e-15);
}

// Products of these numbers overflow; their logarithms do not.
TEST(ApproximationError, TakesAnyNumberOfEntries) {
  const DeviationTail tail = {
      .observations = 1e200, .classes = 1e200, .bins = 1e200, .delta = 0.5, .factor = 0.5, .rate = 1e-200};
  EXPECT_NEAR(ApproximationErrorBound(tail), std::sqrt(800 * std::log(10) - std::log(2)), 1e-12);
}

TEST(InformationLoss, BoundIsInfiniteAboveTheLargestNumber) {
  EXPECT_EQ(InformationLossBound({int64_t{1} << 31, 255, 255}), std::numeric_limits<double>::infinity());
}

TEST(InformationLoss, NumbersOutOfRangeAreRefused) {
  EXPECT_THROW(InformationLossBound({0, 10, 1}), common::Error);
  EXPECT_THROW(InformationLossBound({1, 0, 1}), common::Error);
  EXPECT_THROW(InformationLossBound({1, 10, 0}), common::Error);
  EXPECT_THROW(InformationLossBound({1, 3, 4}), common::Error);
  EXPECT_THROW(SimulateInformationLoss({1, 3, 1}, 0, 1), common::Error);
  EXPECT_EQ(common::MessageOf(common::ErrorKind::kUsage,
                              [] {
                                SimulateInformationLoss({1 << 27, int64_t{1} << 32, 3}, 1, 1);
                              }),
            "features times copies: expected 1 to 268435456, found 402653184");
  EXPECT_THROW(LogProbabilityOfNoCollision(-1, 3), common::Error);
  EXPECT_THROW(ExpectedOccupiedBins(1, int64_t{1} << 40), common::Error);
  const DeviationTail right = {
      .observations = 2, .classes = 2, .bins = 1, .delta = 0.5, .factor = 1, .rate = 1};
  const auto refused = [&](double DeviationTail::*member, double value) {
    DeviationTail tail = right;
    tail.*member = value;
    EXPECT_THROW(ApproximationErrorBound(tail), common::Error);
    EXPECT_THROW(PrintedApproximationErrorBound(tail), common::Error);
  };
  refused(&DeviationTail::observations, 0);
  refused(&DeviationTail::classes, std::numeric_limits<double>::infinity());
  refused(&DeviationTail::bins, std::numeric_limits<double>::quiet_NaN());
  refused(&DeviationTail::delta, 1);
  refused(&DeviationTail::delta, 0);
  refused(&DeviationTail::factor, 0);
  refused(&DeviationTail::rate, -1);
}

}  // namespace
}  // namespace structlab::kernels
