// Lloyd's k-means for dense rows.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_DENSE_K_MEANS_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_DENSE_K_MEANS_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

struct DenseKMeansOptions {
  int clusters = 8;
  // Runs from different seeds, of which the best is kept: more find better clusters and take longer.
  int restarts = 10;
  int max_iterations = 300;  // per restart; a restart ends earlier if no row changes its cluster
  uint64_t seed = 1;
};

template <class T>
struct DenseClustering {
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> centroids;  // a row a cluster
  std::vector<int> clusters;  // of each row: the cluster with the nearest centroid, the first of equals
  double sum_of_squares = 0;  // squared distances of all rows to their centroids
  int iterations = 0;         // of the restart that was kept
};

// Lloyd's k-means with seeds by k-means++ (Arthur, Vassilvitskii 2007): minimises the sum of the squared
// distances of rows to their nearest centroids. Take KMeans (k_means.h) for sparse rows, ClusterSpectrally
// (statistics/spectral_clustering.h) for clusters that are not compact.
//
//     const DenseClustering<double> found = DenseKMeans<double>(rows, {.clusters = 5, .seed = 1});
//     const std::vector<int>& cluster_of_row = found.clusters;
//
// Each further seed is a row, drawn with probability proportional to its squared distance to the nearest seed
// so far. A centroid without rows moves to the row that is farthest from its own centroid. T is float or
// double; sums are in double precision. Throws common::Error(kUsage) unless 1 <= clusters <= rows, all
// entries are finite, and restarts and iterations are >= 1. O(restarts iterations rows clusters columns).
// Deterministic given the seed.
template <class T>
DenseClustering<T> DenseKMeans(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& rows,
                               const DenseKMeansOptions& options);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_DENSE_K_MEANS_H_
