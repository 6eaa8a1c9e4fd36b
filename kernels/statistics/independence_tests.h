// Kernel tests of independence, and of conditional independence.
#ifndef STRUCTLAB_KERNELS_STATISTICS_INDEPENDENCE_TESTS_H_
#define STRUCTLAB_KERNELS_STATISTICS_INDEPENDENCE_TESTS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.h"

namespace structlab::kernels {

// All tests take uncentred Gram matrices of kernels on paired rows (except the low-rank test). The
// hypothesis is that x and y are independent (given z); a small p-value speaks against it.
//
//     const IndependenceTest test = HsicPermutationTest(gram_x, gram_y, {.permutations = 999}, pool);
//     if (test.p_value <= 0.05) Report("dependent");
//
// Which test to take:
// - HsicPermutationTest: the default; exact for any number of rows.
// - LowRankHsicPermutationTest: tens of thousands of rows.
// - HsicGammaTest: a fast approximation for large n, without permutations.
// - AggregatedHsicTest: if it is not clear which kernel width to take.
// - ConditionalIndependenceTest: independence given a third view z.
//
// They throw common::Error(kUsage) for matrices that CheckGramPair (gram_checks.h) refuses, for fewer rows
// than stated, and for options out of range. Deterministic given the seed, with the same bits for any number
// of threads.

struct IndependenceTest {
  double statistic = 0;
  double p_value = 1;
  int64_t permutations = 0;    // number of permutations: those drawn, or all n!; 0 for an approximation
  bool is_exhaustive = false;  // all n! permutations were used
};

struct PermutationOptions {
  int permutations = 999;  // >= 1; the smallest possible p-value is 1 / (permutations + 1)
  uint64_t seed = 1;
};

// Permutation test of the biased HSIC (hsic.h): the p-value is the share of permutations of y whose HSIC is
// at least the observed one, p = (1 + #) / (permutations + 1), where the observed order counts as one of the
// permutations. It is exact whatever the data. For at most 7 rows all n! permutations are used, and p = # /
// n!. Values that differ by no more than their rounding errors count as equal.
//
// n >= 2. O(n^2) per permutation, or O(n rank_x rank_y) by factors of low rank, where these are faster and
// their error is below the rounding error.
IndependenceTest HsicPermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                     const Eigen::Ref<const Eigen::MatrixXd>& y,
                                     const PermutationOptions& options, common::ThreadPool& pool);

// The same from factors X and Y with Gram matrices X X' and Y Y', uncentred, with one row for each data row
// (see pivoted_cholesky.h). No n x n matrix is made. O(n rank_x rank_y) per permutation.
IndependenceTest LowRankHsicPermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x_factor,
                                            const Eigen::Ref<const Eigen::MatrixXd>& y_factor,
                                            const PermutationOptions& options, common::ThreadPool& pool);

// The same permutation test for the normalised HSIC (hsic.h); eps > 0. O(n^3), and O(n^2) per permutation.
IndependenceTest NormalizedHsicPermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                               const Eigen::Ref<const Eigen::MatrixXd>& y, double eps,
                                               const PermutationOptions& options, common::ThreadPool& pool);

// The same permutation test for COCO, the first value of KernelCovariance (kernel_correlation.h). O(n rank_x
// rank_y + rank^3) per permutation: O(n^3) for matrices of full rank.
IndependenceTest CovariancePermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                           const Eigen::Ref<const Eigen::MatrixXd>& y,
                                           const PermutationOptions& options, common::ThreadPool& pool);

// Compares n times the biased HSIC with a Gamma distribution that has its mean and variance under
// independence (Gretton et al. 2008, equations (6) to (9); here the mean has E k(x, x) instead of 1, for
// kernels that are not normalised). An approximation for large n; n >= 6.
IndependenceTest HsicGammaTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                               const Eigen::Ref<const Eigen::MatrixXd>& y);

// A test over several kernels, so that no width has to be chosen: the statistic is the smallest p-value over
// the pairs of kernels (x[i], y[i]), each from its own permutation distribution. It is compared with the
// distribution of this smallest p-value over the same permutations. Exact like a permutation test of one pair
// (Westfall, Young 1993), and as powerful as the best pair except for a factor in the level. n >= 2.
IndependenceTest AggregatedHsicTest(std::span<const Eigen::MatrixXd> x, std::span<const Eigen::MatrixXd> y,
                                    const PermutationOptions& options, common::ThreadPool& pool);

struct ConditionalOptions {
  double eps = 1e-3;     // > 0: regularisation of the regression on z, times n; larger values smooth more
  int permutations = 0;  // 0: the gamma approximation, which is faster
  // Used only with permutations: y moves among this many rows with the nearest z, by the kernel of z. Fewer
  // keep the test closer to exact, more exchange more rows.
  int neighbors = 10;
  uint64_t seed = 1;
};

// Tests whether x and y are independent given z (KCI: Zhang, Peters, Janzing, Schoelkopf 2011). Kernel ridge
// regression on z, R = n eps (HKzH + n eps I)^-1, removes what z explains from the Gram matrices of (x, z)
// and of y; the statistic is the inner product of the results. Eigenvalues that are 0 up to rounding count as
// 0. `xz` is the Gram matrix of the pairs (x, z), such as the entrywise product of both Gram matrices.
//
// The gamma approximation has the mean and variance of their sum of weighted chi-squares. With permutations,
// y is exchanged between rows with similar z; this is exact only where such rows have the same distribution
// of y. n >= 4. O(n^3), and as much again for each permutation.
IndependenceTest ConditionalIndependenceTest(const Eigen::Ref<const Eigen::MatrixXd>& xz,
                                             const Eigen::Ref<const Eigen::MatrixXd>& y,
                                             const Eigen::Ref<const Eigen::MatrixXd>& z,
                                             const ConditionalOptions& options, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_INDEPENDENCE_TESTS_H_
