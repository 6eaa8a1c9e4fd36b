// Means and variances of hash kernels and of kernels of random projections, exactly, for vectors x and x' of
// the same features. They follow from Shi 2011, (2.3) and section 3.2.2, with functions that are fully
// random.
#ifndef STRUCTLAB_KERNELS_HASHING_HASH_KERNEL_MOMENTS_H_
#define STRUCTLAB_KERNELS_HASHING_HASH_KERNEL_MOMENTS_H_

#include <span>

namespace structlab::kernels {

struct KernelMoments {
  double mean, variance;
};

// All throw common::Error (usage) unless both vectors have the same size and numbers of at most 1e70 in size,
// and bins (or rows) are finite and >= 1. O(size). With s = sum(x), s' = sum(x') and V = sum over i < j of
// (x_i x'_j + x_j x'_i)^2, which is found by adding squares, so that a variance is never below 0 and keeps
// its digits where one feature is far larger than all others:

// Unsigned: (1 - 1/n) <x, x'> + s s'/n, a biased estimate of <x, x'>, and (1/n)(1 - 1/n) V.
KernelMoments UnsignedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins);

// Signed: <x, x'> and V/n. The sign removes the bias; it does not make the variance smaller.
KernelMoments SignedHashKernelMoments(std::span<const double> x, std::span<const double> other, double bins);

// An unbiased estimate from the value of an unsigned hash kernel: n/(n-1) (k - s s'/n), of variance V/(n-1);
// bins >= 2 and k finite.
double WithoutHashBias(double kernel, std::span<const double> x, std::span<const double> other, double bins);
KernelMoments UnbiasedHashKernelMoments(std::span<const double> x, std::span<const double> other,
                                        double bins);

// <R x, R x'> of a projection to `rows` dimensions whose entries are independent, of mean 0, variance 1/rows
// and fourth moment kurtosis/rows^2: <x, x'> and [|x|^2 |x'|^2 + <x, x'>^2 + (kurtosis - 3) sum x_i^2 x'_i^2]
// / rows, which is [V + (kurtosis - 1) sum x_i^2 x'_i^2] / rows. The kurtosis, at least 1 by what a variance
// is and here at most 1e20, is 1 for dense signs, where the variance is that of signed hashing, and 3 for
// Gaussian entries and for Achlioptas's sparse signs.
KernelMoments ProjectedKernelMoments(std::span<const double> x, std::span<const double> other, double rows,
                                     double kurtosis);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_HASHING_HASH_KERNEL_MOMENTS_H_
