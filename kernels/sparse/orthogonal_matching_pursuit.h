// Orthogonal matching pursuit (Tropp, Gilbert, Signal recovery from random measurements via orthogonal
// matching pursuit, 2007; Shi 2011, Algorithm 2).
#ifndef STRUCTLAB_KERNELS_SPARSE_ORTHOGONAL_MATCHING_PURSUIT_H_
#define STRUCTLAB_KERNELS_SPARSE_ORTHOGONAL_MATCHING_PURSUIT_H_

#include <Eigen/Core>
#include <vector>

#include "common/parallel.h"
#include "common/run_control.h"  // IWYU pragma: export
#include "kernels/sparse/dictionary.h"

namespace structlab::kernels {

// The pursuit ends at whichever limit it reaches first.
struct PursuitOptions {
  // One iteration adds one atom. The time limit is per query. The gap is ignored: see tolerance.
  common::StopRule stop = {.iterations = 50};
  // >= 0: ends at a residual of at most this times the length of x; a smaller one needs more atoms.
  double tolerance = 0.05;
};

struct Pursuit {
  SparseCode code;  // atoms in the order in which they were chosen
  // - kGapReached: the residual is within the tolerance.
  // - kConverged: the remainder is orthogonal to all atoms, so that no atom reduces it.
  // - kIterationLimit: the maximum number of atoms is reached.
  common::Ending ending;
};

// Orthogonal matching pursuit: starting without atoms, it repeatedly adds the atom whose inner product with
// the remainder has the largest magnitude (the first of several; differences below 1e-14 times the lengths of
// x and of the longest atom count as ties), and fits x by all chosen atoms by least squares. Take it for fast
// sparse codes; MinimizeL1 (l1_minimization.h) finds optimal ones.
//
//     const Dictionary dictionary(atoms);
//     const Pursuit pursuit =
//         OrthogonalMatchingPursuit(dictionary, x, {.stop = {.iterations = 20}, .tolerance = 0.05});
//
// The remainder is never computed. For each new direction (the atom, made orthogonal to the earlier ones),
// only its inner products with all atoms are kept. They are the columns of the Cholesky factor of the Gram
// matrix, pivoted in the order of choice; the inner products with the remainder change by multiples of them
// (after Rubinstein, Zibulevsky, Elad, Efficient implementation of the K-SVD algorithm using batch orthogonal
// matching pursuit, 2008, who keep inverted triangles instead). Time O(d n + n K^2 / 2) for K atoms.
//
// An atom within 1e-5 of its length of the span of the chosen ones is skipped, and inner products below 1e-10
// times the lengths of x and of the longest atom count as 0. Atoms may have different lengths, but longer
// ones are then preferred. Deterministic, thread-safe. Throws common::Error(kUsage) as CheckQuery, and for
// options out of range.
Pursuit OrthogonalMatchingPursuit(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                                  const PursuitOptions& options);

// The pursuit of each column of `queries`, on the threads of `pool`: the same bits as for single queries, for
// any number of threads. Throws as above, also if there are no queries; messages name the column.
std::vector<Pursuit> OrthogonalMatchingPursuits(const Dictionary& dictionary,
                                                const Eigen::Ref<const Eigen::MatrixXd>& queries,
                                                const PursuitOptions& options, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_ORTHOGONAL_MATCHING_PURSUIT_H_
