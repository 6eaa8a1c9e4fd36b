// Lloyd's k-means of dense rows.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_DENSE_K_MEANS_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_DENSE_K_MEANS_H_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace structlab::kernels {

struct DenseKMeansOptions {
  int clusters = 8;
  int restarts = 10;         // from other centroids; the best result is kept
  int max_iterations = 300;  // of each, which ends when no row changes its cluster
  uint64_t seed = 1;
};

template <class T>
struct DenseClustering {
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> centroids;  // a row a cluster
  std::vector<int> clusters;  // of each row: the one of nearest centroid, the first of equals
  double sum_of_squares = 0;  // of the distances of all rows to their centroids
  int iterations = 0;         // of the restart that was kept
};

// Minimises the sum of squared distances of rows to the nearest of the centroids, from seeds by k-means++
// (Arthur, Vassilvitskii 2007): each next one is a row with a probability in proportion to its squared
// distance to those before. A centroid that no row is nearest to moves to the row that is farthest from its
// own. T is float or double; sums are doubles. Throws common::Error(kUsage) unless 1 <= clusters <= rows, all
// entries are finite, restarts and iterations >= 1. O(restarts iterations rows clusters columns).
// Deterministic in the seed.
template <class T>
DenseClustering<T> DenseKMeans(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>& rows,
                               const DenseKMeansOptions& options);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_DENSE_K_MEANS_H_
