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

// The pursuit ends at whichever comes first.
struct PursuitOptions {
  // An iteration takes an atom. The time is that of one query. The gap is not looked at: see tolerance.
  common::StopRule stop = {.iterations = 50};
  double tolerance = 0.05;  // >= 0: ends when the code's residual is at most this part of the length of x
};

struct Pursuit {
  SparseCode code;  // atoms in the order in which they were chosen
  // kGapReached: the residual is within the tolerance. kConverged: no atom tells any more of what remains,
  // which is orthogonal to all. kIterationLimit: as many atoms as allowed.
  common::Ending ending;
};

// Starts with nothing, then again and again takes the atom whose inner product with what remains is largest
// in absolute value (the first of several, where differences below 1e-14 times the lengths of x and of the
// longest atom are none), and fits x by all atoms taken, by least squares.
//
// What remains is never computed: of each new direction, the atom made orthogonal to those before, only its
// inner products with all atoms are kept. They are the columns of the Cholesky factor of the Gram matrix,
// pivoted in the order of choice, and an inner product with what remains falls by a multiple of them (after
// Rubinstein, Zibulevsky, Elad, Efficient implementation of the K-SVD algorithm using batch orthogonal
// matching pursuit, 2008, who keep inverted triangles instead). O(d n + n K^2 / 2) for K atoms.
//
// An atom nearer than 1e-5 of its length to the span of those taken is passed over, and inner products below
// 1e-10 times the lengths of x and of the longest atom count as 0. Atoms need not have equal lengths,
// although long ones are then preferred. Deterministic, thread-safe. Throws common::Error (usage) as
// CheckQuery does, and for other options than stated.
Pursuit OrthogonalMatchingPursuit(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                                  const PursuitOptions& options);

// Of each column of `queries`: the same bits as one by one, for any number of threads. Errors likewise, also
// without queries, and naming the column.
std::vector<Pursuit> OrthogonalMatchingPursuits(const Dictionary& dictionary,
                                                const Eigen::Ref<const Eigen::MatrixXd>& queries,
                                                const PursuitOptions& options, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_ORTHOGONAL_MATCHING_PURSUIT_H_
