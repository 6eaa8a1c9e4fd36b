#include <Eigen/Eigenvalues>

#include "common/linear_algebra/decompositions.h"

namespace structlab::common {

SymmetricEigen DecomposeSymmetric(const Eigen::Ref<const Eigen::MatrixXd>& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors(), solver.info() == Eigen::Success};
}

SymmetricEigenvalues EigenvaluesOfSymmetric(const Eigen::Ref<const Eigen::MatrixXd>& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues(), solver.info() == Eigen::Success};
}

Eigen::MatrixXd InverseSquareRoot(const Eigen::Ref<const Eigen::MatrixXd>& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).operatorInverseSqrt();
}

}  // namespace structlab::common
