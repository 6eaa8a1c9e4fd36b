// Exact nearest neighbours of sparse vectors.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_NEAREST_ROWS_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_NEAREST_ROWS_H_

#include <Eigen/SparseCore>
#include <vector>

namespace structlab::kernels {

// One row per example, one column per feature.
using SparseRows = Eigen::SparseMatrix<float, Eigen::RowMajor>;

// For each query, the `count` rows with the largest inner product, in falling order; of equal products, the
// first row first. For rows of unit length these are the nearest rows. Take NearestNeighborLabels
// (sparse/nearest_classifiers.h) for dense vectors.
//
//     const NearestRows nearest(rows);
//     const std::vector<std::vector<int>> found = nearest.Find(queries, /*count=*/10);
//
// Rows that share no feature with the query count as product 0. Time per query: O(rows), and for each feature
// of the query the number of rows that have it. Throws common::Error(kUsage) unless rows and queries have the
// same number of columns and 1 <= count <= rows. Deterministic, thread-safe.
class NearestRows {
 public:
  explicit NearestRows(const SparseRows& rows);

  std::vector<std::vector<int>> Find(const SparseRows& queries, int count) const;

 private:
  SparseRows rows_of_columns_;  // the transpose
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_NEAREST_ROWS_H_
