// Lloyd's k-means of sparse vectors.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_K_MEANS_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_K_MEANS_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "kernels/neighbors/nearest_rows.h"

namespace structlab::kernels {

struct Clustering {
  Eigen::MatrixXf centroids;         // a column a cluster
  std::vector<int> clusters;         // of each row: the one of nearest centroid, the first of equals
  std::vector<double> mean_squares;  // of the distances to it, with the centroids in front of each iteration
                                     // and with the last ones; rises by their rounding alone
};

// Centroids begin at `clusters` different rows chosen at random, and move to the mean of the rows nearest to
// them as often as `iterations` says, or until no row changes its cluster; one that is nearest to none stays.
// Throws common::Error(kUsage) unless 1 <= clusters <= rows and iterations >= 0. O(iterations * non-zeros *
// clusters); memory: 4 bytes a cluster and column. Deterministic in the seed.
Clustering KMeans(const SparseRows& rows, int clusters, int iterations, uint64_t seed);

// The column of the nearest centroid of each row, the first of equals. Throws common::Error(kUsage) for
// centroids of another number of rows than `rows` has columns.
std::vector<int> NearestCentroids(const SparseRows& rows, const Eigen::MatrixXf& centroids);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_K_MEANS_H_
