// Tests of independence by kernels.
#ifndef STRUCTLAB_KERNELS_STATISTICS_INDEPENDENCE_TESTS_H_
#define STRUCTLAB_KERNELS_STATISTICS_INDEPENDENCE_TESTS_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.h"

namespace structlab::kernels {

// All take Gram matrices of kernels on paired rows, not centred, and throw common::Error(kUsage) for matrices
// that CheckGramPair (gram_checks.h) refuses, fewer rows than stated and options out of range. The hypothesis
// is that x and y are independent (given z); small p-values speak against it. Deterministic in the seed, the
// same bits for any number of threads.

struct IndependenceTest {
  double statistic = 0;
  double p_value = 1;
  int64_t permutations = 0;    // that were drawn, or all n! of them; 0: by an approximation
  bool is_exhaustive = false;  // all permutations
};

struct PermutationOptions {
  int permutations = 999;  // >= 1
  uint64_t seed = 1;
};

// The share of permutations of y whose biased HSIC is at least the one observed, which counts as one of them:
// p = (1 + #) / (permutations + 1), exact whatever the data. Up to 7 rows all n! permutations are taken, and
// p = # / n!. Values that differ by no more than their rounding are equal. The sum over two rows' entries
// takes O(n^2) a permutation, or O(n rank_x rank_y) by factors of low rank whose error is below that
// rounding, where that is faster; n >= 2.
IndependenceTest HsicPermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                     const Eigen::Ref<const Eigen::MatrixXd>& y,
                                     const PermutationOptions& options, common::ThreadPool& pool);

// The same from factors X X' and Y Y' of both matrices, not centred, a row a row (pivoted_cholesky.h): for n
// in the tens of thousands, without any n x n matrix. O(n rank_x rank_y) a permutation.
IndependenceTest LowRankHsicPermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x_factor,
                                            const Eigen::Ref<const Eigen::MatrixXd>& y_factor,
                                            const PermutationOptions& options, common::ThreadPool& pool);

// The same of the normalised HSIC (hsic.h); eps > 0. O(n^3), and O(n^2) a permutation.
IndependenceTest NormalizedHsicPermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                               const Eigen::Ref<const Eigen::MatrixXd>& y, double eps,
                                               const PermutationOptions& options, common::ThreadPool& pool);

// The same of COCO, the first value of KernelCovariance (kernel_correlation.h). O(n rank_x rank_y + rank^3) a
// permutation, which for matrices of full rank is O(n^3).
IndependenceTest CovariancePermutationTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                           const Eigen::Ref<const Eigen::MatrixXd>& y,
                                           const PermutationOptions& options, common::ThreadPool& pool);

// n times the biased HSIC against a Gamma law of the mean and variance that it has under independence
// (Gretton et al. 2008, equations (6) to (9), where the mean has E k(x, x) in place of 1 for kernels that are
// not normalised). An approximation for large n; n >= 6.
IndependenceTest HsicGammaTest(const Eigen::Ref<const Eigen::MatrixXd>& x,
                               const Eigen::Ref<const Eigen::MatrixXd>& y);

// A test that needs no width: the least p-value over pairs of kernels (x[i], y[i]), each by its own
// permutation distribution, against the distribution of that least p-value over the same permutations. Exact
// like a permutation test of one pair (Westfall, Young 1993); as good as the best pair but for a factor in
// the level. n >= 2.
IndependenceTest AggregatedHsicTest(std::span<const Eigen::MatrixXd> x, std::span<const Eigen::MatrixXd> y,
                                    const PermutationOptions& options, common::ThreadPool& pool);

struct ConditionalOptions {
  double eps = 1e-3;     // > 0: of the regression on z, times n; larger values smooth more
  int permutations = 0;  // 0: the gamma approximation
  int neighbors = 10;    // with permutations: y moves among so many rows of nearest z, by its kernel
  uint64_t seed = 1;
};

// Conditional independence of x and y given z (Zhang, Peters, Janzing, Schoelkopf 2011): the inner product of
// the Gram matrices of (x, z) and y after what z explains has been taken out of both by kernel ridge
// regression, R = n eps (HKzH + n eps I)^-1 with eigenvalues that are 0 up to rounding taken as 0. `xz` is
// the Gram matrix of the pairs (x, z), such as the product of both kernels. The gamma approximation has the
// mean and variance of their sum of weighted chi-squares. With permutations, y is exchanged between rows
// whose z is near, which is exact only where such rows have the same law of y. n >= 4. O(n^3), and as much
// for each permutation.
IndependenceTest ConditionalIndependenceTest(const Eigen::Ref<const Eigen::MatrixXd>& xz,
                                             const Eigen::Ref<const Eigen::MatrixXd>& y,
                                             const Eigen::Ref<const Eigen::MatrixXd>& z,
                                             const ConditionalOptions& options, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_INDEPENDENCE_TESTS_H_
