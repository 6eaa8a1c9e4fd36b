// Decompositions of dense matrices, by Eigen. They are compiled here once, because each of Eigen's takes up
// to half a minute to compile: include this header instead of Eigen/Eigenvalues, Eigen/SVD and
// Eigen/Cholesky.
//
// Matrices are square where their name says symmetric; only their lower triangle is read. All entries must be
// finite. Deterministic, thread-safe. Time O(n^3).
#ifndef STRUCTLAB_COMMON_LINEAR_ALGEBRA_DECOMPOSITIONS_H_
#define STRUCTLAB_COMMON_LINEAR_ALGEBRA_DECOMPOSITIONS_H_

#include <Eigen/Core>

namespace structlab::common {

struct SymmetricEigen {
  Eigen::VectorXd values;   // ascending
  Eigen::MatrixXd vectors;  // orthonormal, one per column; the sign of each is arbitrary
  bool has_converged;       // if false, values and vectors are undefined
};
// By Householder transformations and the QR method, with the bits of Eigen::SelfAdjointEigenSolver. Throws
// Stopped (stop_point.h) between two steps of O(n^2).
SymmetricEigen DecomposeSymmetric(const Eigen::Ref<const Eigen::MatrixXd>& symmetric);

struct SymmetricEigenvalues {
  Eigen::VectorXd values;  // ascending
  bool has_converged;
};
// The same without vectors, three times faster.
SymmetricEigenvalues EigenvaluesOfSymmetric(const Eigen::Ref<const Eigen::MatrixXd>& symmetric);

// The symmetric matrix R with R R = inverse of a positive definite matrix.
Eigen::MatrixXd InverseSquareRoot(const Eigen::Ref<const Eigen::MatrixXd>& symmetric);

// matrix = left * diag(values) * right'.
struct ThinSingularVectors {
  Eigen::MatrixXd left, right;  // orthonormal columns, min(rows, columns) of them
  Eigen::VectorXd values;       // descending
};
// By divide and conquer (Eigen::BDCSVD). The matrix has at least one row and column.
ThinSingularVectors DecomposeSingular(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

struct LeftSingularVectors {
  Eigen::MatrixXd vectors;  // one per column, min(rows, columns) of them
  Eigen::VectorXd values;   // descending
};
// The same without the right vectors.
LeftSingularVectors FindLeftSingularVectors(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

// The factor L of a positive definite matrix L L' (Eigen::LLT).
//
//     const Cholesky cholesky(std::move(matrix));
//     if (cholesky.is_positive_definite()) x = cholesky.Solve(b);
class Cholesky {
 public:
  // Replaces the matrix by its factor, so that a moved one is not copied.
  explicit Cholesky(Eigen::MatrixXd symmetric);

  // False if a pivot is not above 0. The functions below then have no meaning.
  bool is_positive_definite() const { return is_positive_definite_; }
  Eigen::MatrixXd Solve(const Eigen::Ref<const Eigen::MatrixXd>& right) const;       // (L L')^-1 right
  Eigen::MatrixXd SolveLower(const Eigen::Ref<const Eigen::MatrixXd>& right) const;  // L^-1 right
  Eigen::MatrixXd SolveUpper(const Eigen::Ref<const Eigen::MatrixXd>& right) const;  // L'^-1 right
  Eigen::VectorXd Diagonal() const { return factor_.diagonal(); }                    // of L

 private:
  Eigen::MatrixXd factor_;  // L in the lower triangle
  bool is_positive_definite_;
};

// The inverse of a regular square matrix, by LU with partial pivots. To solve equations, take a Cholesky.
Eigen::MatrixXd Inverse(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_LINEAR_ALGEBRA_DECOMPOSITIONS_H_
