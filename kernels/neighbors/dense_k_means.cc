#include "kernels/neighbors/dense_k_means.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/stop_point.h"

namespace structlab::kernels {
namespace {

template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
void Check(const Rows<T>& rows, const DenseKMeansOptions& options) {
  if (options.clusters < 1 || options.clusters > rows.rows()) {
    common::ThrowUsageError("k-means", fmt::format("from 1 to {} clusters", rows.rows()),
                            std::to_string(options.clusters));
  }
  if (options.restarts < 1 || options.max_iterations < 1) {
    common::ThrowUsageError("k-means", "at least 1 restart and iteration",
                            fmt::format("{} and {}", options.restarts, options.max_iterations));
  }
  if (!rows.allFinite()) common::ThrowUsageError("k-means", "finite rows", "one that is not");
}

template <class T>
double SquaredDistance(const Rows<T>& a, Eigen::Index i, const Rows<T>& b, Eigen::Index j) {
  return (a.row(i).template cast<double>() - b.row(j).template cast<double>()).squaredNorm();
}

template <class T>
Rows<T> Seeds(const Rows<T>& rows, int clusters, common::RandomStream& random) {
  const Eigen::Index n = rows.rows();
  Rows<T> seeds(clusters, rows.cols());
  std::vector<double> distances(n, 0);
  for (int c = 0; c < clusters; ++c) {
    common::StopPoint();
    const bool all_are_seeds =
        c == 0 || std::ranges::all_of(distances, [](double distance) { return !(distance > 0); });
    const auto chosen = all_are_seeds
                            ? static_cast<Eigen::Index>(random.UniformIndex(static_cast<uint64_t>(n)))
                            : random.Categorical(distances);
    seeds.row(c) = rows.row(chosen);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double distance = SquaredDistance(rows, i, seeds, c);
      double& least = distances[i];
      least = c == 0 ? distance : std::min(least, distance);
    }
  }
  return seeds;
}

// Assigns each row to the nearest centroid; returns whether a cluster changed.
template <class T>
bool Assign(const Rows<T>& rows, DenseClustering<T>& result, std::vector<double>& distances) {
  bool changed = false;
  result.sum_of_squares = 0;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if (i % 64 == 0) common::StopPoint();
    int nearest = 0;
    double least = SquaredDistance(rows, i, result.centroids, 0);
    for (int c = 1; c < result.centroids.rows(); ++c) {
      const double distance = SquaredDistance(rows, i, result.centroids, c);
      if (distance < least) least = distance, nearest = c;
    }
    changed = changed || result.clusters[i] != nearest;
    result.clusters[i] = nearest;
    distances[i] = least;
    result.sum_of_squares += least;
  }
  return changed;
}

template <class T>
void MoveCentroids(const Rows<T>& rows, DenseClustering<T>& result, std::vector<double>& distances) {
  const Eigen::Index clusters = result.centroids.rows();
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(clusters, rows.cols());
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(clusters);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const int cluster = result.clusters[i];
    sums.row(cluster) += rows.row(i).template cast<double>();
    counts[cluster] += 1;
  }
  for (Eigen::Index c = 0; c < clusters; ++c) {
    if (counts[c] > 0) {
      result.centroids.row(c) = (sums.row(c) / counts[c]).template cast<T>();
      continue;
    }
    const auto farthest = std::ranges::max_element(distances);
    result.centroids.row(c) = rows.row(farthest - distances.begin());
    *farthest = 0;
  }
}

}  // namespace

template <class T>
DenseClustering<T> DenseKMeans(const Rows<T>& rows, const DenseKMeansOptions& options) {
  Check(rows, options);
  DenseClustering<T> best;
  std::vector<double> distances(rows.rows());
  for (int restart = 0; restart < options.restarts; ++restart) {
    common::RandomStream random(options.seed, "k-means", static_cast<uint64_t>(restart));
    DenseClustering<T> result;
    result.centroids = Seeds(rows, options.clusters, random);
    result.clusters.assign(rows.rows(), -1);
    while (result.iterations < options.max_iterations) {
      common::StopPoint();
      if (!Assign(rows, result, distances)) break;
      MoveCentroids(rows, result, distances);
      ++result.iterations;
    }
    Assign(rows, result, distances);
    if (restart == 0 || result.sum_of_squares < best.sum_of_squares) best = std::move(result);
  }
  return best;
}

template DenseClustering<float> DenseKMeans(const Rows<float>&, const DenseKMeansOptions&);
template DenseClustering<double> DenseKMeans(const Rows<double>&, const DenseKMeansOptions&);

}  // namespace structlab::kernels
