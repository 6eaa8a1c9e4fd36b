#include "kernels/hashing/hash_kernel_moments.h"

#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

struct Sums {
  double product = 0;           // <x, x'>
  double squares = 0;           // |x|^2
  double other_squares = 0;     // |x'|^2
  double squared_products = 0;  // sum of x_i^2 x'_i^2
  double sum = 0, other_sum = 0;

  // V: of all ordered pairs of different features, x_i^2 x'_j^2 + x_i x'_i x_j x'_j.
  double PairSum() const { return squares * other_squares + product * product - 2 * squared_products; }
};

Sums SumsOf(std::span<const double> x, std::span<const double> other, double dimensions, double least) {
  if (x.size() != other.size()) {
    common::ThrowUsageError("the second vector", std::to_string(x.size()) + " features as in the first",
                            std::to_string(other.size()));
  }
  if (!(dimensions >= least)) {
    common::ThrowUsageError("the number of dimensions", "at least " + common::FormatDouble(least),
                            common::FormatDouble(dimensions));
  }
  Sums sums;
  for (size_t i = 0; i < x.size(); ++i) {
    const double product = x[i] * other[i];
    sums.product += product;
    sums.squares += x[i] * x[i];
    sums.other_squares += other[i] * other[i];
    sums.squared_products += product * product;
    sums.sum += x[i];
    sums.other_sum += other[i];
  }
  return sums;
}

}  // namespace

KernelMoments UnsignedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins) {
  const Sums sums = SumsOf(x, other, bins, 1);
  return {(1 - 1 / bins) * sums.product + sums.sum * sums.other_sum / bins,
          (1 - 1 / bins) * sums.PairSum() / bins};
}

KernelMoments SignedHashKernelMoments(std::span<const double> x, std::span<const double> other, double bins) {
  const Sums sums = SumsOf(x, other, bins, 1);
  return {sums.product, sums.PairSum() / bins};
}

double WithoutHashBias(double kernel, std::span<const double> x, std::span<const double> other, double bins) {
  const Sums sums = SumsOf(x, other, bins, 2);
  return bins / (bins - 1) * (kernel - sums.sum * sums.other_sum / bins);
}

KernelMoments UnbiasedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins) {
  const Sums sums = SumsOf(x, other, bins, 2);
  return {sums.product, sums.PairSum() / (bins - 1)};
}

KernelMoments ProjectedKernelMoments(std::span<const double> x, std::span<const double> other, double rows,
                                     double kurtosis) {
  const Sums sums = SumsOf(x, other, rows, 1);
  return {sums.product, (sums.squares * sums.other_squares + sums.product * sums.product +
                         (kurtosis - 3) * sums.squared_products) /
                            rows};
}

}  // namespace structlab::kernels
