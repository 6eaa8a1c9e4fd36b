// Nearest neighbours of sparse vectors, all of them compared.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_NEAREST_ROWS_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_NEAREST_ROWS_H_

#include <Eigen/SparseCore>
#include <vector>

namespace structlab::kernels {

// A row an example, a column a feature.
using SparseRows = Eigen::SparseMatrix<float, Eigen::RowMajor>;

// Of each query the `count` rows of largest inner product, largest first, the first of equal ones; of rows of
// unit length these are the nearest. Rows that have no feature with the query count as product 0. O(sum over
// the features of a query of the rows that have them) and O(rows) a query. Throws common::Error(kUsage)
// unless both have the same columns and 1 <= count <= rows. Deterministic, thread-safe.
class NearestRows {
 public:
  explicit NearestRows(const SparseRows& rows);

  std::vector<std::vector<int>> Find(const SparseRows& queries, int count) const;

 private:
  SparseRows rows_of_columns_;  // the transpose
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_NEAREST_ROWS_H_
