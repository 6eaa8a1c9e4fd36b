#include "kernels/hashing/hash_kernel_moments.h"

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

constexpr double kLargest = 1e70;  // V has the fourth power

// Computes V = sum over i < j of (x_i x'_j + x_j x'_i)^2, feature by feature. For one j the terms are A
// x'_j^2 + 2 C x_j x'_j + B x_j^2, with the sums A of x_i^2, B of x'_i^2 and C of x_i x'_i over i < j. This
// is |R (x'_j, x_j)|^2 for the triangular matrix R with R^T R = (A C; C B). Therefore only squares are added.
// The difference |x|^2 |x'|^2 + <x, x'>^2 - 2 sum x_i^2 x'_i^2 would lose all digits if one feature
// dominates.
class PairSum {
 public:
  double value() const { return value_; }

  void Add(double x, double other) {
    const double along = first_ * other + shared_ * x, across = second_ * x;
    value_ += along * along + across * across;
    // A rotation merges the row (x, x') into R.
    const double length = std::hypot(first_, x);
    const double cosine = length > 0 ? first_ / length : 1, sine = length > 0 ? x / length : 0;
    second_ = std::hypot(second_, cosine * other - sine * shared_);
    shared_ = cosine * shared_ + sine * other;
    first_ = length;
  }

 private:
  double first_ = 0, shared_ = 0, second_ = 0;  // R = (first shared; 0 second)
  double value_ = 0;
};

struct Sums {
  double product = 0;           // <x, x'>
  double squared_products = 0;  // sum of x_i^2 x'_i^2
  double sum = 0, other_sum = 0;
  double pairs = 0;  // V
};

void CheckNumber(const std::string& where, double value, bool is_right, const std::string& expected) {
  if (!is_right) common::ThrowUsageError(where, expected, common::FormatDouble(value));
}

void CheckFeatures(const std::string& vector, std::span<const double> x) {
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) <= kLargest) continue;
    CheckNumber(vector + ", feature " + std::to_string(i), x[i], false,
                "a number of at most 1e70 in magnitude");
  }
}

Sums SumsOf(std::span<const double> x, std::span<const double> other, double dimensions, double least) {
  if (x.size() != other.size()) {
    common::ThrowUsageError("the second vector", std::to_string(x.size()) + " features as in the first",
                            std::to_string(other.size()));
  }
  CheckFeatures("the first vector", x);
  CheckFeatures("the second vector", other);
  CheckNumber("the number of dimensions", dimensions, dimensions >= least && std::isfinite(dimensions),
              "a finite number of at least " + common::FormatDouble(least));
  Sums sums;
  PairSum pairs;
  for (size_t i = 0; i < x.size(); ++i) {
    const double product = x[i] * other[i];
    sums.product += product;
    sums.squared_products += product * product;
    sums.sum += x[i];
    sums.other_sum += other[i];
    pairs.Add(x[i], other[i]);
  }
  sums.pairs = pairs.value();
  return sums;
}

}  // namespace

KernelMoments UnsignedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins) {
  const Sums sums = SumsOf(x, other, bins, 1);
  return {(1 - 1 / bins) * sums.product + sums.sum * sums.other_sum / bins,
          (1 - 1 / bins) * sums.pairs / bins};
}

KernelMoments SignedHashKernelMoments(std::span<const double> x, std::span<const double> other, double bins) {
  const Sums sums = SumsOf(x, other, bins, 1);
  return {sums.product, sums.pairs / bins};
}

double WithoutHashBias(double kernel, std::span<const double> x, std::span<const double> other, double bins) {
  const Sums sums = SumsOf(x, other, bins, 2);
  CheckNumber("the value of the kernel", kernel, std::isfinite(kernel), "a finite number");
  return bins / (bins - 1) * (kernel - sums.sum * sums.other_sum / bins);
}

KernelMoments UnbiasedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins) {
  const Sums sums = SumsOf(x, other, bins, 2);
  return {sums.product, sums.pairs / (bins - 1)};
}

KernelMoments ProjectedKernelMoments(std::span<const double> x, std::span<const double> other, double rows,
                                     double kurtosis) {
  const Sums sums = SumsOf(x, other, rows, 1);
  CheckNumber("the kurtosis", kurtosis, kurtosis >= 1 && kurtosis <= 1e20, "a number from 1 to 1e20");
  return {sums.product, (sums.pairs + (kurtosis - 1) * sums.squared_products) / rows};
}

}  // namespace structlab::kernels
