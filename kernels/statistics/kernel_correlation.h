// Directions in which two views of the same rows vary together: kernel covariance and kernel CCA.
#ifndef STRUCTLAB_KERNELS_STATISTICS_KERNEL_CORRELATION_H_
#define STRUCTLAB_KERNELS_STATISTICS_KERNEL_CORRELATION_H_

#include <Eigen/Core>

namespace structlab::kernels {

// Pairs of functions w_x = sum_i alpha_i phi(x_i), centred, a column of `x` each; w_y likewise. What is made
// largest is `values`, largest first.
struct KernelDirections {
  Eigen::VectorXd values;
  Eigen::MatrixXd x, y;
  // True if one of the kernels has full rank and nothing regularises: the values then are 1 whatever the
  // data.
  bool is_degenerate = false;
};

// Takes two Gram matrices that are not centred. Both functions throw common::Error(kUsage) for matrices that
// CheckGramPair (gram_checks.h) refuses, fewer than two rows, and `count` below 1; no more directions come
// back than the kernels have. O(n^3).

// Kernel covariance: maximises w_x' Cxy w_y with |w_x| = |w_y| = 1 (alpha' K alpha = 1 of centred matrices),
// Cxy = (1/n) X H Y'. The first value is COCO (Gretton et al. 2005) = (1/n) sqrt(lambda_max(Kx Ky)).
KernelDirections KernelCovariance(const Eigen::Ref<const Eigen::MatrixXd>& x,
                                  const Eigen::Ref<const Eigen::MatrixXd>& y, Eigen::Index count = 1);

// What eps multiplies: |w|^2 of the operators, which is n eps K beside K^2; or K itself, as the slides of
// Lampert and Blaschko and the program of Hardoon et al. 2004 have it.
enum class CcaPenalty { kOperator, kPrinted };

struct CcaOptions {
  double eps_x = 0.1, eps_y = 0.1;  // >= 0
  CcaPenalty penalty = CcaPenalty::kOperator;
  double rank_tolerance = 1e-10;  // eigenvalues of a centred matrix below it times the largest are 0
  Eigen::Index count = 1;
};

// Kernel canonical correlation: maximises alpha' Kx Ky beta / sqrt(alpha'(Kx^2 + n eps_x Kx) alpha beta'(Ky^2
// + n eps_y Ky) beta) of centred matrices, in the space of their eigenvectors of eigenvalues that are not 0,
// so that nothing singular is inverted: the singular values of Tx^-1/2 Sx Ux' Uy Sy Ty^-1/2, T = S^2 + n eps
// S. The columns have alpha'(K^2 + n eps K) alpha = 1.
KernelDirections KernelCca(const Eigen::Ref<const Eigen::MatrixXd>& x,
                           const Eigen::Ref<const Eigen::MatrixXd>& y, const CcaOptions& options = {});

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_KERNEL_CORRELATION_H_
