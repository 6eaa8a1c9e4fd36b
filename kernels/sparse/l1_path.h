// The path of all minimisers of |x - Phi alpha|^2 / 2 + lambda |alpha|_1: for l1_minimization.cc.
#ifndef STRUCTLAB_KERNELS_SPARSE_L1_PATH_H_
#define STRUCTLAB_KERNELS_SPARSE_L1_PATH_H_

#include <Eigen/Core>
#include <vector>

#include "common/run_control.h"
#include "kernels/sparse/dictionary.h"
#include "kernels/sparse/growing_cholesky.h"

namespace structlab::kernels {

// Where the path ends: at the first point with lambda or a squared residual not above these.
struct L1Target {
  double lambda;
  double squared_residual;
};

// The atoms with a coefficient, and its signs (+1 or -1), on the piece of the path where the target lies. The
// minimiser there is G^-1 (Phi^T x - lambda signs) over these atoms, for their Gram matrix G = L L^T.
struct L1Support {
  std::vector<int> atoms;
  std::vector<double> signs;
  GrowingCholesky factor;
  double first_lambda = 0;  // max |Phi^T x|, where the path begins
  int steps = 0;
  // kConverged: the target was found, or the path followed to lambda = 0. kNumericalBreakdown: atoms tie.
  // Else the limit that ended it.
  common::Ending ending = common::Ending::kNumericalBreakdown;
};

// Follows the path from lambda = max |Phi^T x| down (Osborne, Presnell, Turlach, A new approach to variable
// selection in least squares problems, 2000; Efron, Hastie, Johnstone, Tibshirani, Least angle regression,
// 2004, with the Lasso's modification). Between two steps alpha is linear in lambda; a step is where an inner
// product with what remains reaches lambda, and its atom enters, or where a coefficient reaches 0, and its
// atom leaves. An atom within 1e-5 of its length of the span of those present does not enter before one of
// these leaves: its inner product with what remains keeps its ratio to lambda. Below 1e-12 of the first
// lambda nothing is followed. O(k n + k^2) a step with k atoms; `run` is looked at
// before each.
L1Support FollowL1Path(const Dictionary& dictionary, const Eigen::VectorXd& x, const L1Target& target,
                       const common::RunRecorder& run);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_L1_PATH_H_
