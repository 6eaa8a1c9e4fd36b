// Sparse codes of least l1 norm (Shi 2011, eqs. 3.3 and 3.5; Wright et al., Robust face recognition via
// sparse representation, 2009).
#ifndef STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_
#define STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_

#include <Eigen/Core>

#include "kernels/sparse/dictionary.h"

namespace structlab::kernels {

enum class L1End {
  kSolved,
  kOutOfReach,  // no combination of atoms comes as near to x as the tolerance asks; the nearest one is
                // returned
  kStalled,     // atoms that tie, or most_steps: what was reached is returned, `gap` says how good it is
};

struct L1Solution {
  SparseCode code;     // atoms ascending
  double l1_norm = 0;  // sum of absolute coefficients
  double lambda = 0;   // multiplier: the code also minimises |x - Phi alpha|^2 / 2 + lambda |alpha|_1
  // What was minimised, less a lower bound of it from the dual problem (so not below 0 but for rounding);
  // infinite if kOutOfReach.
  double gap = 0;
  int steps = 0;  // atoms that entered or left
  L1End end = L1End::kSolved;
};

struct L1Options {
  double tolerance = 0.05;   // >= 0: of the residual, as part of the length of x
  int most_steps = 100'000;  // >= 1
};

// Minimises |alpha|_1 subject to |x - Phi alpha| <= tolerance |x| (3.5), exactly: follows the path of all
// Lasso solutions from alpha = 0 to its first point within the tolerance. A residual within 1e-9 |x| of the
// tolerance counts as within it, so that tolerance = 0 is basis pursuit. Where several atoms tie, which stops
// the path, it is followed once more for an x changed by 1e-9, and the code found so is fitted to x.
//
// O(k n + k^2) a step with k atoms present, usually as many steps as the code has atoms in the end or a few
// times more. Deterministic, thread-safe. Throws common::Error (usage) as CheckQuery does, and for other
// options.
L1Solution MinimizeL1(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                      const L1Options& options);

// Minimises |x - Phi alpha|^2 / 2 + lambda |alpha|_1 (3.3, whose lambda is twice this one), for lambda > 0
// and finite. Errors, cost and ties as above; never kOutOfReach.
L1Solution SolveLasso(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, double lambda,
                      int most_steps = 100'000);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_
