// Sparse codes of least l1 norm (Shi 2011, eqs. 3.3 and 3.5; Wright et al., Robust face recognition via
// sparse representation, 2009).
#ifndef STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_
#define STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_

#include <Eigen/Core>

#include "common/run_control.h"  // IWYU pragma: export
#include "kernels/sparse/dictionary.h"

namespace structlab::kernels {

struct L1Solution {
  SparseCode code;     // atoms ascending
  double l1_norm = 0;  // sum of absolute coefficients
  // A code that is solved also minimises |x - Phi alpha|^2 / 2 + lambda |alpha|_1. Of SolveLasso its own; of
  // MinimizeL1, max |Phi^T x| for a code without atoms, the least that makes it one, and 0 if it is out of
  // reach.
  double lambda = 0;
  // What was minimised, less a lower bound of it from the dual problem (so not below 0 but for rounding);
  // infinite if out of reach.
  double gap = 0;
  int steps = 0;  // atoms that entered or left
  // kOptimal: `gap` is at most 1e-7 of what is minimised, and what rounding may make of it. kConverged: out
  // of reach, as no combination that is followed (see MinimizeL1) comes as near to x as the tolerance asks;
  // the nearest one is returned. kNumericalBreakdown (atoms that tie), kIterationLimit, kTimeLimit,
  // kInterrupted: what was reached is returned, `gap` says how good it is.
  common::Ending ending = common::Ending::kOptimal;
};

struct L1Options {
  double tolerance = 0.05;  // >= 0: of the residual, as part of the length of x
  // An iteration is a step, at least 1; the gap is not looked at, as the path ends where its solution is
  // exact.
  common::StopRule stop = {.iterations = 100'000};
};

// Minimises |alpha|_1 subject to |x - Phi alpha| <= tolerance |x| (3.5), exactly: follows the path of all
// Lasso solutions from alpha = 0 to its first point within the tolerance. A residual within 1e-9 |x| of the
// tolerance counts as within it, so that tolerance = 0 is basis pursuit. Where several atoms tie, which stops
// the path, it is followed once more for an x changed by 1e-9, and the code found so is fitted to x. Rounding
// counts as at most 1e-14 |x|^2 / max |Phi^T x|.
//
// Two limits of what is followed: an atom within 1e-5 of its length of the span of those in use does not
// enter, and the path ends where no inner product with what remains is above 1e-12 max |Phi^T x|. Codes that
// reach x by such differences of atoms alone, or by atoms so short, are not found.
//
// O(k n + k^2) a step with k atoms present, usually as many steps as the code has atoms in the end or a few
// times more. Deterministic, thread-safe. Throws common::Error (usage) as CheckQuery does, and for other
// options.
L1Solution MinimizeL1(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                      const L1Options& options);

// Minimises |x - Phi alpha|^2 / 2 + lambda |alpha|_1 (3.3, whose lambda is twice this one), for lambda > 0
// and finite. Errors, cost, ties and limits as above; never out of reach. Rounding counts as at most
// 1e-14 |x|^2.
L1Solution SolveLasso(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, double lambda,
                      const common::StopRule& stop = {.iterations = 100'000});

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_L1_MINIMIZATION_H_
