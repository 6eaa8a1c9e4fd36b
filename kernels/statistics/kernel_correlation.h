// Kernel covariance and kernel CCA: directions along which two views of the same rows vary together.
#ifndef STRUCTLAB_KERNELS_STATISTICS_KERNEL_CORRELATION_H_
#define STRUCTLAB_KERNELS_STATISTICS_KERNEL_CORRELATION_H_

#include <Eigen/Core>

namespace structlab::kernels {

// Pairs of functions w_x = sum_i alpha_i phi(x_i) on centred features, and w_y likewise. Each column of `x`
// (and of `y`) has the coefficients alpha of one function. `values` are the maximised quantities, largest
// first.
struct KernelDirections {
  Eigen::VectorXd values;
  Eigen::MatrixXd x, y;
  // True if one of the kernels has full rank and nothing regularises: then all values are 1 whatever the
  // data.
  bool is_degenerate = false;
};

// Both functions take two uncentred Gram matrices. They throw common::Error(kUsage) for matrices that
// CheckGramPair (gram_checks.h) refuses, for fewer than two rows, and for `count` below 1. They return at
// most as many directions as the kernels have. O(n^3). Deterministic, thread-safe.
//
// Take KernelCovariance if directions of large variance matter; it needs no regularisation. Take KernelCca if
// only the correlation matters, not the scale of the features.
//
//     const KernelDirections found = KernelCca(gram_x, gram_y, {.eps_x = 0.1, .eps_y = 0.1, .count = 4});
//     const double correlation = found.values[0];

// Kernel covariance: maximises w_x' Cxy w_y with |w_x| = |w_y| = 1 (alpha' K alpha = 1 for centred
// matrices), where Cxy = (1/n) X H Y'. The first value is COCO (Gretton et al. 2005) = (1/n)
// sqrt(lambda_max(Kx Ky)).
KernelDirections KernelCovariance(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                  const Eigen::Ref<const Eigen::MatrixXd>& y, Eigen::Index count = 1);

// What eps multiplies: kOperator: |w|^2 of the operators, which gives n eps K beside K^2. kPrinted: K itself,
// as in the slides of Lampert and Blaschko and in the program of Hardoon et al. 2004.
enum class CcaPenalty { kOperator, kPrinted };

struct CcaOptions {
  // >= 0: larger values avoid spurious correlations, and prefer large variance.
  double eps_x = 0.1, eps_y = 0.1;
  CcaPenalty penalty = CcaPenalty::kOperator;
  // Smaller eigenvalues, relative to the largest of the centred matrix, count as 0.
  double rank_tolerance = 1e-10;
  Eigen::Index count = 1;  // >= 1: the number of directions, at most
};

// Kernel canonical correlation analysis: maximises alpha' Kx Ky beta / sqrt(alpha'(Kx^2 + n eps_x Kx) alpha
// beta'(Ky^2 + n eps_y Ky) beta) for centred matrices. It works in the space of the eigenvectors with
// non-zero eigenvalues, so that nothing singular is inverted: the values are the singular values of Tx^-1/2
// Sx Ux' Uy Sy Ty^-1/2, T = S^2 + n eps S. The columns satisfy alpha'(K^2 + n eps K) alpha = 1.
KernelDirections KernelCca(const Eigen::Ref<const Eigen::MatrixXd>& x,
                           const Eigen::Ref<const Eigen::MatrixXd>& y, const CcaOptions& options = {});

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_KERNEL_CORRELATION_H_
