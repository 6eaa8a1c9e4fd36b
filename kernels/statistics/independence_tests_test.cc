// Independence tests are compared with worked examples and with plain loops over permutations; their levels
// are checked.
#include "kernels/statistics/independence_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/binomial.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/functions/pivoted_cholesky.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/kernel_correlation.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd GramOf(const MatrixXd& points, double gamma) {
  common::ThreadPool pool(1);
  const DenseRows<double> rows = points;
  return GramMatrix<double>(*GaussianKernel<double>(gamma), rows, pool);
}

VectorXd Normals(int n, common::RandomStream& random) {
  VectorXd values(n);
  for (double& value : values) value = random.Normal();
  return values;
}

std::pair<VectorXd, VectorXd> Ring(int n, double noise, common::RandomStream& random) {
  VectorXd x(n), y(n);
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * M_PI * random.Uniform(), radius = 1 + noise * random.Normal();
    x[i] = radius * std::cos(angle);
    y[i] = radius * std::sin(angle);
  }
  return {x, y};
}

double MedianGamma(const VectorXd& x) {
  const DenseRows<double> rows = x;
  return 1 / TypicalSquaredDistance<double>(rows, TypicalDistance::kMedian, 1);
}

TEST(HsicPermutationTest, WorkedExamplesOfAllPermutations) {
  common::ThreadPool pool(1);
  const VectorXd x = (VectorXd(5) << 0, 1, 2, 3, 4).finished();
  const VectorXd y = (VectorXd(5) << 0, 1, 4, 2, -1).finished();
  const IndependenceTest test = HsicPermutationTest(GramOf(x, 0.5), GramOf(y, 0.5), {}, pool);
  EXPECT_TRUE(test.is_exhaustive);
  EXPECT_EQ(test.permutations, 120);
  EXPECT_DOUBLE_EQ(test.p_value, 68.0 / 120);  // 66 are greater, 2 equal
  EXPECT_NEAR(test.statistic, 0.0856197105, 6e-11);
  const VectorXd line = (VectorXd(5) << -2, -1, 0, 1, 2).finished();
  EXPECT_DOUBLE_EQ(HsicPermutationTest(GramOf(line, 0.5), GramOf(line.cwiseAbs2(), 0.5), {}, pool).p_value,
                   68.0 / 120);
}

// Tests factors of low rank (n = 80, one dimension), the sum over the matrices (many dimensions), and given
// factors.
TEST(HsicPermutationTest, IsThePlainLoopOverPermutations) {
  common::ThreadPool one(1), two(2);
  for (const int columns : {1, 30}) {
    common::RandomStream random(static_cast<uint64_t>(columns), "plain loop");
    MatrixXd a(80, columns), b(80, columns);
    for (double& value : a.reshaped()) value = random.Normal();
    b = a * 0.1;
    for (double& value : b.reshaped()) value += random.Normal();
    const double gamma = 0.5 / columns;
    const MatrixXd x = GramOf(a, gamma), y = GramOf(b, gamma);
    const PermutationOptions options = {.permutations = 99, .seed = 7};
    const MatrixXd centered = Centered(x);
    const double observed = centered.cwiseProduct(y).sum();
    int at_least = 0;
    for (uint64_t i = 0; i < 99; ++i) {
      common::RandomStream stream(7, "permutation test", i);
      const std::vector<int> p = stream.Permutation(80);
      double sum = 0;
      for (size_t j = 0; j < 80; ++j) {
        for (size_t k = 0; k < 80; ++k) sum += centered(j, k) * y(p[j], p[k]);
      }
      at_least += sum >= observed ? 1 : 0;
    }
    const IndependenceTest test = HsicPermutationTest(x, y, options, two);
    EXPECT_DOUBLE_EQ(test.p_value, (at_least + 1) / 100.0);
    EXPECT_GT(at_least, 0);
    EXPECT_EQ(test.p_value, HsicPermutationTest(x, y, options, one).p_value);
    EXPECT_NEAR(test.statistic, BiasedHsic(x, y), 1e-12);
    const auto factor = [](const MatrixXd& gram) {
      return PivotedCholesky(gram.diagonal(), [&](int64_t i) -> VectorXd { return gram.col(i); },
                             {.tolerance = 1e-13})
          .factor;
    };
    const IndependenceTest low = LowRankHsicPermutationTest(factor(x), factor(y), options, one);
    EXPECT_EQ(low.p_value, test.p_value);
    EXPECT_NEAR(low.statistic, test.statistic, 1e-11);
  }
}

// One matrix of full rank and one of very low rank, in both orders.
TEST(HsicPermutationTest, OfOneLowRankIsThePlainLoopToo) {
  common::ThreadPool one(1), two(2);
  for (uint64_t seed = 0; seed < 5; ++seed) {
    common::RandomStream random(seed, "one low rank");
    const int n = 70;
    MatrixXd a(n, 40), classes = MatrixXd::Zero(n, 3);
    for (double& value : a.reshaped()) value = random.Normal();
    for (int i = 0; i < n; ++i) {
      classes(i, i % 3) = 1;
      a(i, i % 3) += 0.25;
    }
    const MatrixXd full = a * a.transpose(), low = classes * classes.transpose();
    const MatrixXd x = Centered(full);
    const auto sum = [&](const std::vector<int>& p, const MatrixXd& first, const MatrixXd& second) {
      double total = 0;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          total += first(i, j) * second(p[i], p[j]);
        }
      }
      return total;
    };
    for (const bool is_low_first : {false, true}) {
      const MatrixXd first = is_low_first ? Centered(low) : x, second = is_low_first ? x : Centered(low);
      std::vector<int> identity(n);
      std::iota(identity.begin(), identity.end(), 0);
      const double observed = sum(identity, first, second), rounding = 1e-12 * first.norm() * second.norm();
      int at_least = 1;
      for (uint64_t k = 0; k < 203; ++k) {
        common::RandomStream order(7, "permutation test", k);
        at_least += sum(order.Permutation(n), first, second) >= observed - rounding ? 1 : 0;
      }
      const PermutationOptions options = {.permutations = 203, .seed = 7};
      const IndependenceTest found = is_low_first ? HsicPermutationTest(low, full, options, one)
                                                  : HsicPermutationTest(full, low, options, one);
      EXPECT_DOUBLE_EQ(found.p_value, at_least / 204.0) << seed << " " << is_low_first;
      EXPECT_NEAR(found.statistic, observed / (n * n), 1e-12 * std::abs(observed));
      const IndependenceTest by_two = is_low_first ? HsicPermutationTest(low, full, options, two)
                                                   : HsicPermutationTest(full, low, options, two);
      EXPECT_EQ(found.p_value, by_two.p_value);
    }
  }
}

TEST(PermutationTests, OfTheOtherStatisticsArePlainLoopsToo) {
  common::ThreadPool pool(1);
  common::RandomStream random(4, "other statistics");
  const VectorXd a = Normals(20, random), b = a + 2 * Normals(20, random);
  const MatrixXd x = GramOf(a, 0.5), y = GramOf(b, 0.3);
  const PermutationOptions options = {.permutations = 49, .seed = 3};
  int normalized = 0, covariance = 0;
  for (uint64_t i = 0; i < 49; ++i) {
    common::RandomStream stream(3, "permutation test", i);
    const std::vector<int> p = stream.Permutation(20);
    const MatrixXd permuted = y(p, p);
    normalized += NormalizedHsic(x, permuted, 0.01) >= NormalizedHsic(x, y, 0.01) ? 1 : 0;
    covariance += KernelCovariance(x, permuted).values[0] >= KernelCovariance(x, y).values[0] ? 1 : 0;
  }
  const IndependenceTest hsnic = NormalizedHsicPermutationTest(x, y, 0.01, options, pool);
  EXPECT_DOUBLE_EQ(hsnic.p_value, (normalized + 1) / 50.0);
  EXPECT_NEAR(hsnic.statistic, NormalizedHsic(x, y, 0.01), 1e-10);
  const IndependenceTest coco = CovariancePermutationTest(x, y, options, pool);
  EXPECT_DOUBLE_EQ(coco.p_value, (covariance + 1) / 50.0);
  EXPECT_NEAR(coco.statistic, KernelCovariance(x, y).values[0], 1e-10);
}

// Tests of exactly the level 0.05 reject a number of samples inside of this interval, except once in 10,000
// times: the binomial distribution has at most half of that below the interval, and half of it above.
void ExpectSize(int64_t rejected, int64_t samples) {
  constexpr double kLevel = 0.05, kFalseAlarms = 1e-4;
  const auto at_least = [&](int64_t hits) {
    return common::BinomialUpperTail({.hits = hits, .trials = samples}, kLevel);
  };
  int64_t low = 0, high = samples;
  while (1 - at_least(low + 1) <= kFalseAlarms / 2) ++low;
  while (at_least(high) <= kFalseAlarms / 2) --high;
  EXPECT_GE(rejected, low) << "at most " << high;
  EXPECT_LE(rejected, high) << "at least " << low;
}

// Under independence, p <= 0.05 has exactly the probability 2 / 40.
TEST(HsicPermutationTest, HasItsSize) {
  common::ThreadPool pool(1);
  int rejected = 0, aggregated = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    common::RandomStream random(seed, "size");
    const VectorXd x = Normals(12, random), y = Normals(12, random);
    const std::vector<MatrixXd> kx = {GramOf(x, 0.2), GramOf(x, 2)}, ky = {GramOf(y, 0.2), GramOf(y, 2)};
    const PermutationOptions options = {.permutations = 39, .seed = seed};
    rejected += HsicPermutationTest(kx[0], ky[0], options, pool).p_value <= 0.05 ? 1 : 0;
    aggregated += AggregatedHsicTest(kx, ky, options, pool).p_value <= 0.05 ? 1 : 0;
  }
  ExpectSize(rejected, 2000);
  EXPECT_LE(aggregated, 141);  // ties make it smaller
  EXPECT_GE(aggregated, 20);
}

TEST(HsicPermutationTest, SeesTheRing) {
  common::ThreadPool pool(1);
  int seen = 0, seen_aggregated = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "ring");
    const auto [x, y] = Ring(128, 0.05, random);
    const double gamma_x = MedianGamma(x), gamma_y = MedianGamma(y);
    const PermutationOptions options = {.permutations = 199, .seed = seed};
    seen += HsicPermutationTest(GramOf(x, gamma_x), GramOf(y, gamma_y), options, pool).p_value <= 0.05;
    std::vector<MatrixXd> kx, ky;
    for (const double factor : {0.25, 1.0, 4.0, 16.0}) {
      kx.push_back(GramOf(x, factor * gamma_x));
      ky.push_back(GramOf(y, factor * gamma_y));
    }
    seen_aggregated += AggregatedHsicTest(kx, ky, options, pool).p_value <= 0.05;
  }
  EXPECT_EQ(seen, 20);
  EXPECT_EQ(seen_aggregated, 20);
}

// If all pairs of kernels are the same, the aggregated test equals the test of one pair.
TEST(AggregatedHsicTest, OfOneKernelIsItsTest) {
  common::ThreadPool pool(1);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "one kernel");
    const int n = seed % 2 == 0 ? 6 : 20;
    const VectorXd x = Normals(n, random), y = x + Normals(n, random);
    const MatrixXd kx = GramOf(x, 1), ky = GramOf(y, 1);
    const std::vector<MatrixXd> many_x = {kx, kx, kx}, many_y = {ky, ky, ky};
    const PermutationOptions options = {.permutations = 99, .seed = seed};
    EXPECT_EQ(AggregatedHsicTest(many_x, many_y, options, pool).p_value,
              HsicPermutationTest(kx, ky, options, pool).p_value);
  }
}

// The Gamma distribution is an approximation: for independent data of 200 rows it is near the permutation
// distribution.
TEST(HsicGammaTest, IsNearThePermutationTest) {
  common::ThreadPool pool(1);
  double difference = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    common::RandomStream random(seed, "gamma");
    const VectorXd x = Normals(200, random), y = Normals(200, random);
    const MatrixXd kx = GramOf(x, MedianGamma(x)), ky = GramOf(y, MedianGamma(y));
    const double gamma = HsicGammaTest(kx, ky).p_value;
    const double exact = HsicPermutationTest(kx, ky, {.permutations = 999}, pool).p_value;
    difference = std::max(difference, std::abs(gamma - exact));
  }
  EXPECT_LE(difference, 0.08);  // 999 permutations alone miss by up to 0.05 (three standard deviations)
}

// Scaling and shifting the data do not change the result for a linear kernel.
TEST(HsicGammaTest, KernelsNeedNoUnitDiagonal) {
  const auto linear = [](const VectorXd& values) -> MatrixXd { return values * values.transpose(); };
  int false_alarms = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    common::RandomStream random(seed, "linear");
    const VectorXd x = Normals(100, random), y = Normals(100, random);
    const double p = HsicGammaTest(linear(x), linear(y)).p_value;
    EXPECT_NEAR(HsicGammaTest(linear(10 * x), linear((0.01 * y.array() + 3).matrix())).p_value, p, 1e-6);
    false_alarms += p <= 0.05;
    if (seed < 20) {
      EXPECT_LE(HsicGammaTest(linear(0.01 * x), linear(2 * x + y)).p_value, 1e-3);
    }
  }
  EXPECT_LE(false_alarms, 32);  // 15 are expected; more than 32 come by chance once in 10,000 times
}

// If the kernel is far larger than the regularization, Cholesky's method loses the latter; both statistics
// must stay in their bounds.
TEST(IndependenceTests, LargeKernels) {
  common::ThreadPool pool(1);
  common::RandomStream random(3, "large kernels");
  const VectorXd x = Normals(60, random), y = x + 0.5 * Normals(60, random), e = Normals(60, random);
  const auto linear = [](const VectorXd& values) -> MatrixXd { return values * values.transpose(); };
  for (const double size : {1.0, 1e3, 1e5, 1e7, 1e8}) {
    const MatrixXd kx = linear(size * x), ky = linear(size * y);
    const IndependenceTest test = NormalizedHsicPermutationTest(kx, ky, 1e-3, {.permutations = 99}, pool);
    EXPECT_GT(test.statistic, 0.5) << size;
    EXPECT_LE(test.statistic, 1) << size;  // both have rank 1
    EXPECT_EQ(test.p_value, 0.01) << size;
    // x is a function of z, so nothing of it remains.
    const IndependenceTest given =
        ConditionalIndependenceTest(linear(x), linear(e), linear(size * x), {.eps = 1e-3}, pool);
    EXPECT_GT(given.p_value, 0.01) << size;
    EXPECT_LE(given.statistic, 60) << size;
  }
}

TEST(IndependenceTests, WhatOverflowsIsRefused) {
  common::ThreadPool pool(1);
  const MatrixXd large = 1e200 * GramOf(VectorXd::LinSpaced(12, 0, 1), 1);
  const std::string message =
      "test of independence: expected kernel values whose products are finite, found larger ones; scale the "
      "data, "
      "or take another kernel";
  EXPECT_EQ(MessageOf([&] { HsicPermutationTest(large, large, {}, pool); }), message);
  EXPECT_EQ(MessageOf([&] { HsicGammaTest(large, large); }), message);
}

struct Conditional {
  MatrixXd xz, y, z;
};

// x and y are functions of z plus noise; if `dependent`, y is also a function of x.
Conditional Draw(int n, bool dependent, common::RandomStream& random) {
  const VectorXd z = Normals(n, random);
  const VectorXd x = z.array().sin() + 0.5 * Normals(n, random).array();
  VectorXd y = z.array().cos() + 0.5 * Normals(n, random).array();
  if (dependent) y += x;
  const MatrixXd kz = GramOf(z, MedianGamma(z));
  return {GramOf(x, MedianGamma(x)).cwiseProduct(kz), GramOf(y, MedianGamma(y)), kz};
}

// Samples of 100 rows. The Gamma distribution is an approximation; at this level it is good enough not to be
// told from the exact one.
TEST(ConditionalIndependenceTest, HasItsSize) {
  common::ThreadPool pool(1);
  int64_t rejected = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    common::RandomStream random(seed, "conditional");
    const Conditional none = Draw(100, false, random);
    rejected += ConditionalIndependenceTest(none.xz, none.y, none.z, {}, pool).p_value <= 0.05;
  }
  ExpectSize(rejected, 2000);
}

TEST(ConditionalIndependenceTest, SeesDependence) {
  common::ThreadPool pool(1);
  int seen = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    common::RandomStream random(seed, "conditional dependence");
    const Conditional some = Draw(100, true, random);
    seen += ConditionalIndependenceTest(some.xz, some.y, some.z, {}, pool).p_value <= 0.05;
  }
  EXPECT_GE(seen, 290);
}

TEST(ConditionalIndependenceTest, ByPermutationsToo) {
  common::ThreadPool pool(2);
  int false_alarms = 0, seen = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    common::RandomStream random(seed, "conditional permutations");
    const Conditional none = Draw(60, false, random), some = Draw(60, true, random);
    const ConditionalOptions options = {.permutations = 39, .neighbors = 6, .seed = seed};
    false_alarms += ConditionalIndependenceTest(none.xz, none.y, none.z, options, pool).p_value <= 0.05;
    seen += ConditionalIndependenceTest(some.xz, some.y, some.z, options, pool).p_value <= 0.05;
  }
  EXPECT_LE(false_alarms, 7);  // 1.5 are expected; more than 7 once in 10,000 times
  EXPECT_GE(seen, 25);
}

TEST(IndependenceTests, MistakesAreTold) {
  common::ThreadPool pool(1);
  const MatrixXd one = MatrixXd::Ones(1, 1), five = MatrixXd::Identity(5, 5);
  EXPECT_EQ(MessageOf([&] { HsicPermutationTest(one, one, {}, pool); }),
            "HSIC test: expected at least 2 rows, found 1");
  EXPECT_EQ(MessageOf([&] { HsicPermutationTest(five, five, {.permutations = 0}, pool); }),
            "permutation test: expected 1 permutation or more, found 0");
  EXPECT_EQ(MessageOf([&] { HsicGammaTest(five, five); }),
            "HSIC gamma test: expected at least 6 rows, found 5");
  EXPECT_EQ(MessageOf([&] { ConditionalIndependenceTest(five, five, five, {.eps = 0}, pool); }),
            "conditional test: expected eps above 0, and 2 neighbors or more, found 0, 10");
  // Constant rows: all permutations have the same statistic.
  const MatrixXd constant = MatrixXd::Ones(8, 8);
  EXPECT_EQ(HsicPermutationTest(constant, GramOf(VectorXd::LinSpaced(8, 0, 1), 1), {}, pool).p_value, 1);
}

}  // namespace
}  // namespace structlab::kernels
