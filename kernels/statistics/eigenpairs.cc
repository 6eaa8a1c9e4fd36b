#include "kernels/statistics/eigenpairs.h"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <string>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::kernels {
namespace {

constexpr Eigen::Index kSmall = 500;

void FixSigns(Eigen::MatrixXd& vectors) {
  for (Eigen::Index j = 0; j < vectors.cols(); ++j) {
    Eigen::Index largest = 0;
    // The first of entries that are equal up to rounding, so that the sign does not hang on the last bit.
    const double most = vectors.col(j).cwiseAbs().maxCoeff();
    while (std::abs(vectors(largest, j)) < most * (1 - 1e-8)) ++largest;
    if (vectors(largest, j) < 0) vectors.col(j) *= -1;
  }
}

// The products that Lanczos's method asks for; a caller may stop between two.
class Products {
 public:
  using Scalar = double;

  explicit Products(const Eigen::MatrixXd& matrix) : matrix_(matrix) {}
  Eigen::Index rows() const { return matrix_.rows(); }
  Eigen::Index cols() const { return matrix_.cols(); }
  void perform_op(const double* in, double* out) const {
    common::StopPoint();
    using Vector = Eigen::VectorXd;
    Vector::Map(out, rows()).noalias() = matrix_.selfadjointView<Eigen::Lower>() * Vector::Map(in, rows());
  }

 private:
  const Eigen::MatrixXd& matrix_;
};

}  // namespace

Eigenpairs AllEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  if (matrix.rows() == 0) return {};
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  Eigenpairs pairs = {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
  FixSigns(pairs.vectors);
  return pairs;
}

Eigenpairs LargestEigenpairs(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Eigen::Index count) {
  const Eigen::Index n = matrix.rows();
  if (count < 1 || count > n) {
    common::ThrowUsageError("eigenvalues", "from 1 to " + std::to_string(n), std::to_string(count));
  }
  if (n <= kSmall || 5 * count > n) {
    Eigenpairs pairs = AllEigenpairs(matrix);
    return {pairs.values.head(count), pairs.vectors.leftCols(count)};
  }
  const Eigen::MatrixXd copy = matrix;
  Products product(copy);
  const Eigen::Index steps = std::min(n, std::max<Eigen::Index>(2 * count + 1, count + 30));
  Spectra::SymEigsSolver<Products> solver(product, count, steps);
  solver.init();
  if (solver.compute(Spectra::SortRule::LargestAlge, 1000, 1e-10) < count) {
    common::ThrowUsageError("eigenvalues", std::to_string(count) + " that Lanczos's method tells apart",
                            "fewer", "ask for another number of them");
  }
  Eigenpairs pairs = {solver.eigenvalues(), solver.eigenvectors()};
  FixSigns(pairs.vectors);
  return pairs;
}

}  // namespace structlab::kernels
