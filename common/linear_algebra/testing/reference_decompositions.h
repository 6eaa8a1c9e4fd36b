// Decompositions by Eigen for the oracles of tests, compiled once, because each takes seconds to compile.
// They use other methods than decompositions.h: Jacobi rotations, QR and LU.
#ifndef STRUCTLAB_COMMON_LINEAR_ALGEBRA_TESTING_REFERENCE_DECOMPOSITIONS_H_
#define STRUCTLAB_COMMON_LINEAR_ALGEBRA_TESTING_REFERENCE_DECOMPOSITIONS_H_

#include <Eigen/Core>

namespace structlab::common {

using ReferenceMatrix = Eigen::Ref<const Eigen::MatrixXd>;

// matrix = left * diag(values) * right', thin, values descending, by Jacobi rotations.
struct JacobiSingularVectors {
  Eigen::MatrixXd left, right;
  Eigen::VectorXd values;
};
JacobiSingularVectors DecomposeByJacobi(const ReferenceMatrix& matrix);

// By Eigen's own solver, the yardstick for equal bits. Columns are empty without vectors.
struct EigenSolution {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
EigenSolution SolveByEigen(const ReferenceMatrix& symmetric, bool with_vectors);

// Solves by Eigen's own Cholesky factorisation, for equal bits.
Eigen::MatrixXd SolveByEigensCholesky(const ReferenceMatrix& symmetric, const ReferenceMatrix& right);

// The numbers l with a x = l b x for some x, ascending; a symmetric, b positive definite.
Eigen::VectorXd GeneralizedEigenvalues(const ReferenceMatrix& a, const ReferenceMatrix& b);

// By QR with pivots.
Eigen::Index RankByQr(const ReferenceMatrix& matrix);
Eigen::MatrixXd SolveByQr(const ReferenceMatrix& matrix, const ReferenceMatrix& right);
// The square orthonormal factor of QR without pivots.
Eigen::MatrixXd OrthonormalFactor(const ReferenceMatrix& matrix);

// By LU with partial pivots.
Eigen::MatrixXd SolveByLu(const ReferenceMatrix& matrix, const ReferenceMatrix& right);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_LINEAR_ALGEBRA_TESTING_REFERENCE_DECOMPOSITIONS_H_
