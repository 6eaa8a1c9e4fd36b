// Lloyd's k-means for sparse rows.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_K_MEANS_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_K_MEANS_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "kernels/neighbors/nearest_rows.h"

namespace structlab::kernels {

struct Clustering {
  Eigen::MatrixXf centroids;  // one column per cluster
  std::vector<int> clusters;  // of each row: the cluster with the nearest centroid, the first of equals
  // The mean squared distance of rows to their nearest centroids: before each iteration, and after the
  // last. It rises only by rounding errors.
  std::vector<double> mean_squares;
};

// Lloyd's k-means from `clusters` different rows chosen at random. Take DenseKMeans (dense_k_means.h) for
// dense rows; it has restarts and better seeds.
//
//     const Clustering found = KMeans(rows, /*clusters=*/100, /*iterations=*/20, /*seed=*/1);
//     const std::vector<int> clusters_of_new_rows = NearestCentroids(new_rows, found.centroids);
//
// Each iteration moves every centroid to the mean of its nearest rows; a centroid without rows stays. Ends
// after `iterations`, or earlier if no row changes its cluster. Throws common::Error(kUsage) unless 1 <=
// clusters <= rows and iterations >= 0. Time O(iterations * non-zeros * clusters); memory 4 bytes per cluster
// and column. Deterministic given the seed.
Clustering KMeans(const SparseRows& rows, int clusters, int iterations, uint64_t seed);

// For each row, the column of the nearest centroid, the first of equals. Throws common::Error(kUsage) unless
// `centroids` has as many rows as `rows` has columns.
std::vector<int> NearestCentroids(const SparseRows& rows, const Eigen::MatrixXf& centroids);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_K_MEANS_H_
