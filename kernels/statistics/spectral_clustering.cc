#include "kernels/statistics/spectral_clustering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "kernels/functions/rows.h"
#include "kernels/neighbors/dense_k_means.h"
#include "kernels/statistics/eigenpairs.h"
#include "kernels/statistics/gram_checks.h"

namespace structlab::kernels {
namespace {

Eigen::VectorXd InverseRoots(const Eigen::VectorXd& degrees) {
  return degrees.unaryExpr([](double degree) { return degree > 0 ? 1 / std::sqrt(degree) : 0.0; });
}

void ScaleRowsToLengthOne(Eigen::MatrixXd& rows) {
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).norm();
    if (length > 0) rows.row(i) /= length;
  }
}

SpectralAssignment AssignmentOf(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                                const std::vector<int>& clusters, int count) {
  SpectralAssignment assignment = {clusters, Eigen::VectorXd::Zero(count), Eigen::VectorXd::Zero(count)};
  for (Eigen::Index j = 0; j < similarities.cols(); ++j) {
    const int cluster = clusters[j];
    for (Eigen::Index i = 0; i < similarities.rows(); ++i) {
      assignment.volumes[cluster] += similarities(i, j);
      if (clusters[i] == cluster) assignment.inside[cluster] += similarities(i, j);
    }
  }
  return assignment;
}

void CheckNotNegative(const Eigen::Ref<const Eigen::MatrixXd>& similarities) {
  if (similarities.size() == 0 || similarities.minCoeff() >= 0) return;
  common::ThrowUsageError("spectral clustering", "similarities of 0 or more", "one below 0",
                          "use a kernel that has none, such as the Gaussian one");
}

}  // namespace

std::vector<int> SpectralAssignment::ClustersOf(const Eigen::Ref<const Eigen::MatrixXd>& similarities) const {
  if (similarities.cols() != std::ssize(clusters)) {
    common::ThrowUsageError("spectral clustering of new rows",
                            fmt::format("similarities to {} training rows", clusters.size()),
                            std::to_string(similarities.cols()));
  }
  const Eigen::VectorXd degrees = similarities.rowwise().sum();
  if (!degrees.allFinite()) {
    common::ThrowUsageError("spectral clustering of new rows", "similarities with a finite sum",
                            "one that is not finite, or sums that overflow");
  }
  CheckNotNegative(similarities);
  Eigen::MatrixXd to_clusters = Eigen::MatrixXd::Zero(similarities.rows(), volumes.size());
  for (Eigen::Index j = 0; j < similarities.cols(); ++j) to_clusters.col(clusters[j]) += similarities.col(j);
  std::vector<int> assigned;
  for (Eigen::Index i = 0; i < similarities.rows(); ++i) {
    int nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int c = 0; c < static_cast<int>(volumes.size()); ++c) {
      if (!(volumes[c] > 0)) continue;
      const double share = degrees[i] > 0 ? to_clusters(i, c) / degrees[i] : 0;
      const double distance = (inside[c] / volumes[c] - 2 * share) / volumes[c];
      if (distance < least) {
        least = distance;
        nearest = c;
      }
    }
    assigned.push_back(nearest);
  }
  return assigned;
}

double NormalizedCut(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                     const std::vector<int>& clusters) {
  if (static_cast<Eigen::Index>(clusters.size()) != similarities.rows()) {
    common::ThrowUsageError("normalised cut",
                            fmt::format("a cluster of each of {} rows", similarities.rows()),
                            std::to_string(clusters.size()));
  }
  if (clusters.empty()) return 0;
  const int count = *std::max_element(clusters.begin(), clusters.end()) + 1;
  const SpectralAssignment of = AssignmentOf(similarities, clusters, count);
  double sum = 0;
  for (int c = 0; c < count; ++c) {
    sum += of.volumes[c] > 0 ? (of.volumes[c] - of.inside[c]) / of.volumes[c] : 0;
  }
  return sum;
}

Eigen::MatrixXd NearestNeighborGraph(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                                     Eigen::Index neighbors) {
  CheckGram(similarities, "graph of nearest rows");
  if (neighbors < 1) {
    common::ThrowUsageError("graph of nearest rows", "at least 1 neighbour", std::to_string(neighbors));
  }
  const Eigen::Index n = similarities.rows();
  Eigen::MatrixXd graph = Eigen::MatrixXd::Zero(n, n);
  std::vector<Eigen::Index> order;
  for (Eigen::Index i = 0; i < n; ++i) {
    order.clear();
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j != i) order.push_back(j);
    }
    const auto last = order.begin() + std::min<Eigen::Index>(neighbors, n - 1);
    std::ranges::partial_sort(order, last, [&](Eigen::Index a, Eigen::Index b) {
      return similarities(a, i) != similarities(b, i) ? similarities(a, i) > similarities(b, i) : a < b;
    });
    for (auto j = order.begin(); j != last; ++j) graph(i, *j) = graph(*j, i) = 1;
  }
  return graph;
}

SpectralClustering ClusterSpectrally(const Eigen::Ref<const Eigen::MatrixXd>& similarities,
                                     const SpectralOptions& options) {
  CheckGram(similarities, "spectral clustering");
  const Eigen::Index n = similarities.rows();
  if (options.clusters < 1 || options.clusters > n) {
    common::ThrowUsageError("spectral clustering", fmt::format("from 1 to {} clusters", n),
                            std::to_string(options.clusters));
  }
  CheckNotNegative(similarities);
  Eigen::MatrixXd matrix = similarities;
  if (!options.keeps_diagonal) matrix.diagonal().setZero();
  const Eigen::VectorXd roots = InverseRoots(matrix.rowwise().sum());
  SpectralClustering result;
  {
    const Eigen::MatrixXd normalized = roots.asDiagonal() * matrix * roots.asDiagonal();
    const Eigenpairs pairs = LargestEigenpairs(normalized, options.clusters);
    result.eigenvalues = 1 - pairs.values.array();
    result.embedding = pairs.vectors;
  }
  if (options.form == SpectralForm::kShiMalik) {
    result.embedding = roots.asDiagonal() * result.embedding;
  } else {
    ScaleRowsToLengthOne(result.embedding);
  }
  const DenseRows<double> rows = result.embedding;
  result.clusters = DenseKMeans<double>(rows, {.clusters = options.clusters,
                                               .restarts = options.restarts,
                                               .max_iterations = options.max_iterations,
                                               .seed = options.seed})
                        .clusters;
  result.assignment = AssignmentOf(similarities, result.clusters, options.clusters);
  result.normalized_cut = NormalizedCut(matrix, result.clusters);
  return result;
}

}  // namespace structlab::kernels
