#include <Eigen/Cholesky>
#include <utility>

#include "common/linear_algebra/decompositions.h"

namespace structlab::common {

Cholesky::Cholesky(Eigen::MatrixXd symmetric) : factor_(std::move(symmetric)) {
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> in_place(factor_);
  is_positive_definite_ = in_place.info() == Eigen::Success;
}

Eigen::MatrixXd Cholesky::Solve(const Eigen::Ref<const Eigen::MatrixXd>& right) const {
  Eigen::MatrixXd solution = right;
  factor_.triangularView<Eigen::Lower>().solveInPlace(solution);
  factor_.triangularView<Eigen::Lower>().adjoint().solveInPlace(solution);
  return solution;
}

Eigen::MatrixXd Cholesky::SolveLower(const Eigen::Ref<const Eigen::MatrixXd>& right) const {
  return factor_.triangularView<Eigen::Lower>().solve(right);
}

Eigen::MatrixXd Cholesky::SolveUpper(const Eigen::Ref<const Eigen::MatrixXd>& right) const {
  return factor_.triangularView<Eigen::Lower>().adjoint().solve(right);
}

}  // namespace structlab::common
