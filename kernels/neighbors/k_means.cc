#include "kernels/neighbors/k_means.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

// Number of rows that are multiplied at once.
constexpr Eigen::Index kRowsAtOnce = 1024;

// |c|^2 - 2 <x, c>: the squared distance without |x|^2.
double DistanceTo(const SparseRows& rows, Eigen::Index row, const Eigen::MatrixXf& centroids, Eigen::Index c,
                  double squared_norm) {
  double product = 0;
  for (SparseRows::InnerIterator entry(rows, row); entry; ++entry) {
    product += static_cast<double>(entry.value()) * centroids(entry.col(), c);
  }
  return squared_norm - 2 * product;
}

// Sets `clusters`; returns the mean squared distance. All distances are computed in single precision; those
// that rounding cannot distinguish from the smallest are computed again in double precision.
double Assign(const SparseRows& rows, const Eigen::MatrixXf& centroids, std::vector<int>& clusters) {
  const Eigen::RowVectorXd norms = centroids.cast<double>().colwise().squaredNorm();
  const Eigen::RowVectorXd roots = norms.cwiseSqrt();
  clusters.resize(rows.rows());
  double sum = 0;
  for (Eigen::Index begin = 0; begin < rows.rows(); begin += kRowsAtOnce) {
    const SparseRows part = rows.middleRows(begin, std::min(kRowsAtOnce, rows.rows() - begin));
    Eigen::MatrixXf distances = -2.f * (part * centroids);
    distances.rowwise() += norms.cast<float>();
    for (Eigen::Index row = 0; row < part.rows(); ++row) {
      double own_norm = 0;
      int entries = 0;
      for (SparseRows::InnerIterator entry(part, row); entry; ++entry, ++entries) {
        own_norm += static_cast<double>(entry.value()) * entry.value();
      }
      // Rounding errors of the sum of products, of its doubling, and of the norm.
      const double epsilon = (entries + 3) * static_cast<double>(std::numeric_limits<float>::epsilon());
      const double own_root = std::sqrt(own_norm);
      const auto rounding = [&](Eigen::Index c) { return epsilon * roots[c] * (roots[c] + 2 * own_root); };
      double limit = std::numeric_limits<double>::infinity();
      for (Eigen::Index c = 0; c < centroids.cols(); ++c) {
        limit = std::min(limit, distances(row, c) + rounding(c));
      }
      Eigen::Index nearest = 0;
      double least = std::numeric_limits<double>::infinity();
      for (Eigen::Index c = 0; c < centroids.cols(); ++c) {
        if (distances(row, c) - rounding(c) > limit) continue;
        const double distance = DistanceTo(part, row, centroids, c, norms[c]);
        if (distance < least) least = distance, nearest = c;
      }
      clusters[begin + row] = static_cast<int>(nearest);
      sum += std::max(0.0, least + own_norm);
    }
  }
  return sum / static_cast<double>(std::max<Eigen::Index>(1, rows.rows()));
}

void MoveToMeans(const SparseRows& rows, const std::vector<int>& clusters, Eigen::MatrixXf& centroids) {
  std::vector<int> sizes(centroids.cols());
  for (const int cluster : clusters) ++sizes[cluster];
  for (Eigen::Index c = 0; c < centroids.cols(); ++c) {
    if (sizes[c] > 0) centroids.col(c).setZero();
  }
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    const int cluster = clusters[row];
    const auto size = static_cast<float>(sizes[cluster]);
    for (SparseRows::InnerIterator entry(rows, row); entry; ++entry) {
      centroids(entry.col(), cluster) += entry.value() / size;
    }
  }
}

}  // namespace

Clustering KMeans(const SparseRows& rows, int clusters, int iterations, uint64_t seed) {
  if (clusters < 1 || clusters > rows.rows()) {
    common::ThrowUsageError("clusters", fmt::format("1 to {}", rows.rows()), std::to_string(clusters));
  }
  if (iterations < 0) common::ThrowUsageError("iterations", "at least 0", std::to_string(iterations));
  common::RandomStream random(seed, "k-means");
  Clustering clustering;
  clustering.centroids = Eigen::MatrixXf::Zero(rows.cols(), clusters);
  int column = 0;
  for (const int row : random.SampleWithoutReplacement(static_cast<int>(rows.rows()), clusters)) {
    for (SparseRows::InnerIterator entry(rows, row); entry; ++entry) {
      clustering.centroids(entry.col(), column) = entry.value();
    }
    ++column;
  }
  clustering.mean_squares.push_back(Assign(rows, clustering.centroids, clustering.clusters));
  for (int i = 0; i < iterations; ++i) {
    const std::vector<int> before = clustering.clusters;
    MoveToMeans(rows, before, clustering.centroids);
    clustering.mean_squares.push_back(Assign(rows, clustering.centroids, clustering.clusters));
    if (clustering.clusters == before) break;
  }
  return clustering;
}

std::vector<int> NearestCentroids(const SparseRows& rows, const Eigen::MatrixXf& centroids) {
  if (rows.cols() != centroids.rows()) {
    common::ThrowUsageError("centroids", fmt::format("{} rows", rows.cols()),
                            std::to_string(centroids.rows()));
  }
  std::vector<int> clusters;
  Assign(rows, centroids, clusters);
  return clusters;
}

}  // namespace structlab::kernels
