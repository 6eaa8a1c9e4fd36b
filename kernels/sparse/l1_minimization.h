// Sparse codes with the smallest l1 norm (Shi 2011, eqs. 3.3 and 3.5; Wright et al., Robust face recognition
// via sparse representation, 2009).
#ifndef STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_
#define STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_

#include <Eigen/Core>

#include "common/run_control.h"  // IWYU pragma: export
#include "kernels/sparse/dictionary.h"

namespace structlab::kernels {

struct L1Solution {
  SparseCode code;     // atoms ascending
  double l1_norm = 0;  // sum of absolute coefficients
  // The Lagrange multiplier: if `ending` is kOptimal, the code also minimises
  // |x - Phi alpha|^2 / 2 + lambda |alpha|_1. SolveLasso
  // returns its argument. MinimizeL1 returns max |Phi^T x| for a code without atoms (the smallest lambda
  // with this code), and 0 if the tolerance is out of reach.
  double lambda = 0;
  // Duality gap: the minimised value minus a lower bound from the dual problem. It is below 0 only by
  // rounding errors, and infinite if the tolerance is out of reach.
  double gap = 0;
  int steps = 0;  // number of times that an atom entered or left
  // - kOptimal: `gap` is at most 1e-7 of the minimised value, plus rounding errors.
  // - kConverged: the tolerance is out of reach: no combination of atoms that the path follows (see
  //   MinimizeL1) comes so near to x. The code is the nearest one.
  // - kNumericalBreakdown (atoms that tie), kIterationLimit, kTimeLimit, kInterrupted: the code is the last
  //   one reached, and `gap` says how good it is.
  common::Ending ending = common::Ending::kOptimal;
};

struct L1Options {
  double tolerance = 0.05;  // >= 0: length of the residual / length of x; smaller needs more atoms and time
  // One iteration is one step; at least 1. The gap is ignored, because the path ends at an exact solution.
  common::StopRule stop = {.iterations = 100'000};
};

// Minimises |alpha|_1 subject to |x - Phi alpha| <= tolerance |x| (3.5), exactly: it follows the path of all
// Lasso solutions from alpha = 0 to the first point within the tolerance. Take it if the code must be
// optimal; OrthogonalMatchingPursuit is faster and greedy; SolveLasso fixes lambda instead of the tolerance.
//
//     const Dictionary dictionary(atoms);
//     const L1Solution solution = MinimizeL1(dictionary, x, {.tolerance = 0.05});
//     if (solution.ending == common::Ending::kOptimal) Use(solution.code);
//
// A residual within 1e-9 |x| of the tolerance counts as within it, so that tolerance = 0 is basis pursuit. If
// several atoms tie, which stops the path, the path is followed once more for an x that is changed by 1e-9,
// and the code found is fitted to x. Rounding counts as at most 1e-14 |x|^2 / max |Phi^T x|.
//
// The path has two limits. Codes that reach x only by differences of almost dependent atoms, or by very short
// atoms, are not found:
// - An atom does not enter while it is within 1e-5 of its length of the span of the atoms in use.
// - The path ends where no inner product with the remainder is above 1e-12 max |Phi^T x|.
//
// Time O(k n + k^2) per step with k atoms in use; usually there are as many steps as the final code has
// atoms, or a few times more. Deterministic, thread-safe. Throws common::Error(kUsage) as CheckQuery, and for
// options out of range.
L1Solution MinimizeL1(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                      const L1Options& options);

// The Lasso: minimises |x - Phi alpha|^2 / 2 + lambda |alpha|_1 (3.3, whose lambda is twice this one), for a
// finite lambda > 0; a larger lambda gives fewer atoms. Errors, cost, ties and limits as for MinimizeL1;
// never out of reach. Rounding counts as at most 1e-14 |x|^2.
L1Solution SolveLasso(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, double lambda,
                      const common::StopRule& stop = {.iterations = 100'000});

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_
