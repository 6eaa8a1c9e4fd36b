// Exact means and variances of hash kernels and of kernels of random projections, for vectors x and x' of the
// same features. They follow from Shi 2011, (2.3) and section 3.2.2, for fully random functions.
#ifndef STRUCTLAB_KERNELS_HASHING_HASH_KERNEL_MOMENTS_H_
#define STRUCTLAB_KERNELS_HASHING_HASH_KERNEL_MOMENTS_H_

#include <span>

namespace structlab::kernels {

struct KernelMoments {
  double mean, variance;
};

// Which kernel to take: signed hashing and projections are unbiased; unsigned hashing is biased by about
// sum(x) sum(x') / n, which WithoutHashBias removes. All have variances of the same order in 1/n.
//
//     const std::vector<double> x = {1, 2}, other = {3, 1};
//     const KernelMoments moments = SignedHashKernelMoments(x, other, /*bins=*/1024);
//     const double deviation = std::sqrt(moments.variance);
//
// Notation: n is the number of bins, s = sum(x), s' = sum(x') and V = sum over i < j of (x_i x'_j + x_j
// x'_i)^2. V is computed as a sum of squares, so that a variance is never below 0 and stays accurate if one
// feature is far larger than all others.
//
// All functions throw common::Error(kUsage) unless both vectors have the same size and numbers of at most
// 1e70 in magnitude, and bins (or rows) are finite and >= 1. O(size).

// Unsigned hashing: the mean is (1 - 1/n) <x, x'> + s s'/n, a biased estimate of <x, x'>; the variance is
// (1/n)(1 - 1/n) V.
KernelMoments UnsignedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins);

// Signed hashing: the mean is <x, x'> and the variance V/n. The sign removes the bias but does not reduce the
// variance.
KernelMoments SignedHashKernelMoments(std::span<const double> x, std::span<const double> other, double bins);

// An unbiased estimate from the value k of an unsigned hash kernel: n/(n-1) (k - s s'/n), with variance
// V/(n-1). bins >= 2, and k must be finite.
double WithoutHashBias(double kernel, std::span<const double> x, std::span<const double> other, double bins);
KernelMoments UnbiasedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins);

// Moments of <R x, R x'> for a random projection to `rows` dimensions. The entries of R are independent with
// mean 0, variance 1/rows and fourth moment kurtosis/rows^2. The mean is <x, x'>. The variance is [|x|^2
// |x'|^2 + <x, x'>^2 + (kurtosis - 3) sum x_i^2 x'_i^2] / rows, which equals [V + (kurtosis - 1) sum x_i^2
// x'_i^2] / rows.
//
// The kurtosis is from 1 (its smallest possible value) to 1e20. It is 1 for dense signs, which gives the
// variance of signed hashing, and 3 for Gaussian entries and for Achlioptas's sparse signs.
KernelMoments ProjectedKernelMoments(std::span<const double> x, std::span<const double> other, double rows,
                                     double kurtosis);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_HASH_KERNEL_MOMENTS_H_
