#include "kernels/statistics/kernel_pca.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/gram_checks.h"
#include "kernels/statistics/hsic.h"
#include "kernels/statistics/stoppable_product.h"

namespace structlab::kernels {
namespace {

const Eigen::Ref<const Eigen::MatrixXd>& Checked(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                                                 Eigen::Index components) {
  CheckGram(gram, "kernel PCA");
  if (gram.rows() == 0 || components < 1) {
    common::ThrowUsageError("kernel PCA", "at least 1 row and 1 component",
                            fmt::format("{} and {}", gram.rows(), components));
  }
  return gram;
}

}  // namespace

KernelPca::KernelPca(const Eigen::Ref<const Eigen::MatrixXd>& gram, const Options& options)
    : centering_(Checked(gram, options.components)) {
  const Eigen::Index asked = std::min(options.components, gram.rows());
  const Eigenpairs pairs = LargestEigenpairs(Centered(gram), asked);
  const double least = std::max(options.rank_tolerance * pairs.values[0], RoundingOf(gram));
  Eigen::Index kept = 0;
  while (kept < asked && pairs.values[kept] > least) ++kept;
  eigenvalues_ = pairs.values.head(kept);
  coefficients_ = pairs.vectors.leftCols(kept) * eigenvalues_.cwiseSqrt().cwiseInverse().asDiagonal();
}

KernelPca::KernelPca(GramCentering centering, Eigen::VectorXd eigenvalues, Eigen::MatrixXd coefficients)
    : centering_(std::move(centering)),
      eigenvalues_(std::move(eigenvalues)),
      coefficients_(std::move(coefficients)) {}

Eigen::MatrixXd KernelPca::Project(const Eigen::Ref<const Eigen::MatrixXd>& cross) const {
  if (cross.cols() != coefficients_.rows()) {
    common::ThrowUsageError("kernel PCA", fmt::format("kernels with {} training rows", coefficients_.rows()),
                            std::to_string(cross.cols()));
  }
  Eigen::MatrixXd centered = cross;
  centering_.Center(centered);
  return StoppableProduct(centered, coefficients_);
}

// The mean of the training rows, plus the components.
Eigen::MatrixXd KernelPca::Expansion(const Eigen::Ref<const Eigen::MatrixXd>& coordinates) const {
  if (coordinates.cols() != components()) {
    common::ThrowUsageError("kernel PCA", fmt::format("{} coordinates", components()),
                            std::to_string(coordinates.cols()));
  }
  const double n = static_cast<double>(coefficients_.rows());
  Eigen::MatrixXd weights = coordinates * coefficients_.transpose();
  const Eigen::VectorXd sums = weights.rowwise().sum();
  weights.colwise() += ((1 - sums.array()) / n).matrix();
  return weights;
}

Eigen::MatrixXd GaussianPreImages(const DenseRows<double>& training, double gamma,
                                  const Eigen::Ref<const Eigen::MatrixXd>& expansion,
                                  const Eigen::Ref<const Eigen::MatrixXd>& start,
                                  const PreImageOptions& options) {
  if (expansion.cols() != training.rows() || start.rows() != expansion.rows() ||
      start.cols() != training.cols()) {
    common::ThrowUsageError("pre-images", "a weight for each training row, and a start of as many columns",
                            fmt::format("{} weights and {} columns", expansion.cols(), start.cols()));
  }
  Eigen::MatrixXd points = start;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
      const Eigen::RowVectorXd point = points.row(i);
      const Eigen::ArrayXd distances = (training.rowwise() - point).rowwise().squaredNorm();
      const Eigen::VectorXd weights = expansion.row(i).transpose().array() * (-gamma * distances).exp();
      const double sum = weights.sum();
      if (!(sum > 0)) break;
      points.row(i) = weights.transpose() * training / sum;
      if ((points.row(i) - point).norm() <= options.tolerance * std::max(point.norm(), 1e-300)) break;
    }
  }
  return points;
}

}  // namespace structlab::kernels
