#include "kernels/hashing/hash_kernel_moments.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "common/error.h"

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

// The kernel of one function: digit i of `function` in base 3 is the bin of feature i, bit i of `signs` its
// sign.
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

// One row with all 16 signs; the rows of more are independent and averaged.
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
