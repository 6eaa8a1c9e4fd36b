// The regularisation path of the Lasso: all minimisers of |x - Phi alpha|^2 / 2 + lambda |alpha|_1. Used by
// l1_minimization.cc.
#ifndef STRUCTLAB_KERNELS_SPARSE_L1_PATH_H_
#define STRUCTLAB_KERNELS_SPARSE_L1_PATH_H_

#include <Eigen/Core>
#include <vector>

#include "common/run_control.h"
#include "kernels/sparse/dictionary.h"
#include "kernels/sparse/growing_cholesky.h"

namespace structlab::kernels {

// The path ends at the first point where lambda, or the squared residual, is not above these values.
struct L1Target {
  double lambda;
  double squared_residual;
};

// The atoms with non-zero coefficients and the signs of these (+1 or -1), on the piece of the path that
// contains the target. The minimiser there is G^-1 (Phi^T x - lambda signs) over these atoms, where G = L L^T
// is their Gram matrix and `factor` is L.
struct L1Support {
  std::vector<int> atoms;
  std::vector<double> signs;
  GrowingCholesky factor;
  double first_lambda = 0;  // max |Phi^T x|, where the path starts
  int steps = 0;
  // - kConverged: the target was found, or the path was followed to lambda = 0.
  // - kNumericalBreakdown: several atoms tie.
  // - otherwise the limit that ended it.
  common::Ending ending = common::Ending::kNumericalBreakdown;
};

// Follows the path from lambda = max |Phi^T x| downwards (Osborne, Presnell, Turlach, A new approach to
// variable selection in least squares problems, 2000; Efron, Hastie, Johnstone, Tibshirani, Least angle
// regression, 2004, with the Lasso modification). Between two steps, alpha is linear in lambda. At a step,
// either an inner product with the remainder reaches lambda and its atom enters, or a coefficient reaches 0
// and its atom leaves.
//
// An atom within 1e-5 of its length of the span of the atoms in use does not enter before one of these
// leaves: until then the ratio of its inner product with the remainder to lambda does not change. The path is
// not followed below 1e-12 of the first lambda. O(k n + k^2) per step with k atoms; `run` is checked before
// each step.
L1Support FollowL1Path(const Dictionary& dictionary, const Eigen::VectorXd& x, const L1Target& target,
                       const common::RunRecorder& run);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_L1_PATH_H_
