#include "common/linear_algebra/testing/reference_decompositions.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace structlab::common {

using Eigen::MatrixXd;

JacobiSingularVectors DecomposeByJacobi(const ReferenceMatrix& matrix) {
  const Eigen::JacobiSVD<MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.matrixV(), svd.singularValues()};
}

Eigen::VectorXd GeneralizedEigenvalues(const ReferenceMatrix& a, const ReferenceMatrix& b) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(a, b, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::Index RankByQr(const ReferenceMatrix& matrix) {
  return Eigen::ColPivHouseholderQR<MatrixXd>(matrix).rank();
}

MatrixXd SolveByQr(const ReferenceMatrix& matrix, const ReferenceMatrix& right) {
  return Eigen::ColPivHouseholderQR<MatrixXd>(matrix).solve(right);
}

MatrixXd OrthonormalFactor(const ReferenceMatrix& matrix) {
  return Eigen::HouseholderQR<MatrixXd>(matrix).householderQ();
}

MatrixXd SolveByLu(const ReferenceMatrix& matrix, const ReferenceMatrix& right) {
  return Eigen::PartialPivLU<MatrixXd>(matrix).solve(right);
}

EigenSolution SolveByEigen(const ReferenceMatrix& symmetric, bool with_vectors) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      symmetric, with_vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  return {solver.eigenvalues(), with_vectors ? Eigen::MatrixXd(solver.eigenvectors()) : Eigen::MatrixXd()};
}

Eigen::MatrixXd SolveByEigensCholesky(const ReferenceMatrix& symmetric, const ReferenceMatrix& right) {
  Eigen::MatrixXd factor = symmetric, solution = right;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> in_place(factor);
  factor.triangularView<Eigen::Lower>().solveInPlace(solution);
  factor.triangularView<Eigen::Lower>().adjoint().solveInPlace(solution);
  return solution;
}

}  // namespace structlab::common
