#include "kernels/hashing/hash_kernel_moments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

constexpr std::array<double, 4> kX = {1, 2, 0, 3};
constexpr std::array<double, 4> kOther = {2, 1, 1, -1};

struct Estimate {
  double sum = 0, squares = 0;
  int count = 0;
  void Add(double value) { sum += value, squares += value * value, ++count; }
  KernelMoments Moments() const {
    const double mean = sum / count;
    return {mean, squares / count - mean * mean};
  }
};

void ExpectNear(const KernelMoments& found, const KernelMoments& expected) {
  EXPECT_NEAR(found.mean, expected.mean, 1e-12);
  EXPECT_NEAR(found.variance, expected.variance, 1e-12);
}

// The kernel of one hash function: digit i of `function` in base 3 is the bin of feature i, and bit i of
// `signs` is its sign.
double KernelOf(int function, int signs) {
  std::array<double, 3> x = {}, other = {};
  for (size_t i = 0; i < kX.size(); ++i, function /= 3) {
    const double sign = (signs >> i & 1) != 0 ? -1 : 1;
    x[function % 3] += sign * kX[i];
    other[function % 3] += sign * kOther[i];
  }
  return x[0] * other[0] + x[1] * other[1] + x[2] * other[2];
}

// All 81 functions to three bins, and all 16 signs.
TEST(HashKernelMoments, AreThoseOfAllFunctions) {
  Estimate plain, with_signs, unbiased;
  for (int function = 0; function < 81; ++function) {
    plain.Add(KernelOf(function, 0));
    unbiased.Add(WithoutHashBias(KernelOf(function, 0), kX, kOther, 3));
    for (int signs = 0; signs < 16; ++signs) with_signs.Add(KernelOf(function, signs));
  }
  ExpectNear(plain.Moments(), UnsignedHashKernelMoments(kX, kOther, 3));
  ExpectNear(with_signs.Moments(), SignedHashKernelMoments(kX, kOther, 3));
  ExpectNear(unbiased.Moments(), UnbiasedHashKernelMoments(kX, kOther, 3));
  ExpectNear(plain.Moments(), {20.0 / 3, 130.0 / 9});
  ExpectNear(with_signs.Moments(), {1, 65.0 / 3});
  ExpectNear(unbiased.Moments(), {1, 65.0 / 2});
}

// One row with all 16 sign patterns; several rows are independent, and averaged.
TEST(HashKernelMoments, AreThoseOfAllSignProjections) {
  Estimate one_row;
  for (int signs = 0; signs < 16; ++signs) {
    double x = 0, other = 0;
    for (size_t i = 0; i < kX.size(); ++i) {
      const double sign = (signs >> i & 1) != 0 ? -1 : 1;
      x += sign * kX[i];
      other += sign * kOther[i];
    }
    one_row.Add(x * other);
  }
  ExpectNear(one_row.Moments(), ProjectedKernelMoments(kX, kOther, 1, 1));
  ExpectNear(ProjectedKernelMoments(kX, kOther, 3, 1), {1, 65.0 / 3});
  ExpectNear(ProjectedKernelMoments(kX, kOther, 3, 3), {1, 33});
  ExpectNear(ProjectedKernelMoments(kX, kOther, 3, 1), SignedHashKernelMoments(kX, kOther, 3));
}

// V by its definition, with more digits than a double.
double PairSumByDefinition(const std::vector<double>& x, const std::vector<double>& other) {
  long double sum = 0;
  for (size_t j = 0; j < x.size(); ++j) {
    for (size_t i = 0; i < j; ++i) {
      const long double pair =
          static_cast<long double>(x[i]) * other[j] + static_cast<long double>(x[j]) * other[i];
      sum += pair * pair;
    }
  }
  return static_cast<double>(sum);
}

void ExpectPairSum(std::vector<double> x, std::vector<double> other, double expected) {
  for (int order = 0; order < 2; ++order) {
    EXPECT_NEAR(SignedHashKernelMoments(x, other, 1).variance, expected, 1e-12 * expected);
    EXPECT_NEAR(ProjectedKernelMoments(x, other, 1, 1).variance, expected, 1e-12 * expected);
    EXPECT_NEAR(UnbiasedHashKernelMoments(x, other, 2).variance, expected, 1e-12 * expected);
    EXPECT_NEAR(UnsignedHashKernelMoments(x, other, 2).variance, expected / 4, 1e-12 * expected);
    std::reverse(x.begin(), x.end());
    std::reverse(other.begin(), other.end());
  }
}

// Here |x|^2 |x'|^2 has no digits left for the other terms.
TEST(HashKernelMoments, KeepTheVarianceWhereOneFeatureDominates) {
  ExpectPairSum({3e8, 1.1}, {1e8, 0.7}, 1.024e17);
  ExpectPairSum({1e6, 1e-3}, {1e6, 1e-3}, 4e6);
  ExpectPairSum({0, 1e9, 0}, {1e9, 1, 0}, 1e36);
  ExpectPairSum({1e70}, {1e70}, 0);
}

TEST(HashKernelMoments, SumOverAllPairsAtAnyScales) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "moments");
    std::vector<double> x(12), other(12);
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = stream.Normal() * std::pow(10, stream.Uniform(-8, 8));
      other[i] = stream.Normal() * std::pow(10, stream.Uniform(-8, 8));
    }
    ExpectPairSum(x, other, PairSumByDefinition(x, other));
  }
}

// x_i x'_j + x_j x'_i is 0 except for rounding: the variance must not become negative, or it would have no
// root.
TEST(HashKernelMoments, HaveNoNegativeVariance) {
  common::RandomStream stream(1, "moments");
  for (int i = 0; i < 1000; ++i) {
    const double a = stream.Normal(), b = stream.Normal(), scale = stream.Normal();
    const double variance =
        SignedHashKernelMoments(std::vector{a, b}, std::vector{scale * a, -scale * b}, 1).variance;
    EXPECT_GE(variance, 0);
    EXPECT_LE(variance, std::ldexp(std::pow(scale * a * b, 2), -101));  // four roundings of 2^-53, squared
  }
}

TEST(HashKernelMoments, RefuseNumbersWithoutMoments) {
  const double infinite = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](const auto& call) { return common::MessageOf(common::ErrorKind::kUsage, call); };
  for (const double value : {infinite, nan, -1e71}) {
    const std::vector<double> x = {1, value}, right = {1, 2};
    const std::string expected =
        ", feature 1: expected a number of at most 1e70 in magnitude, found " + common::FormatDouble(value);
    EXPECT_EQ(message([&] { SignedHashKernelMoments(x, right, 3); }), "the first vector" + expected);
    EXPECT_EQ(message([&] { UnsignedHashKernelMoments(right, x, 3); }), "the second vector" + expected);
    EXPECT_EQ(message([&] { ProjectedKernelMoments(right, x, 3, 1); }), "the second vector" + expected);
  }
  for (const double bins : {infinite, nan}) {
    EXPECT_EQ(message([&] { WithoutHashBias(1, kX, kOther, bins); }),
              "the number of dimensions: expected a finite number of at least 2, found " +
                  common::FormatDouble(bins));
    EXPECT_EQ(message([&] { UnsignedHashKernelMoments(kX, kOther, bins); }),
              "the number of dimensions: expected a finite number of at least 1, found " +
                  common::FormatDouble(bins));
  }
  for (const double kurtosis : {0.99, nan, infinite}) {
    EXPECT_EQ(message([&] { ProjectedKernelMoments(kX, kOther, 3, kurtosis); }),
              "the kurtosis: expected a number from 1 to 1e20, found " + common::FormatDouble(kurtosis));
  }
  EXPECT_EQ(message([&] { WithoutHashBias(nan, kX, kOther, 3); }),
            "the value of the kernel: expected a finite number, found nan");
}

TEST(HashKernelMoments, RefuseVectorsThatDoNotFit) {
  const std::vector<double> shorter = {1, 2};
  EXPECT_THROW(UnsignedHashKernelMoments(kX, shorter, 3), common::Error);
  EXPECT_THROW(SignedHashKernelMoments(kX, kOther, 0), common::Error);
  EXPECT_THROW(SignedHashKernelMoments(kX, kOther, std::numeric_limits<double>::quiet_NaN()), common::Error);
  EXPECT_THROW(WithoutHashBias(1, kX, kOther, 1), common::Error);
  EXPECT_THROW(UnbiasedHashKernelMoments(kX, kOther, 1), common::Error);
  EXPECT_THROW(ProjectedKernelMoments(kX, shorter, 3, 1), common::Error);
}

}  // namespace
}  // namespace structlab::kernels
