// Gram matrices of low rank.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_PIVOTED_CHOLESKY_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_PIVOTED_CHOLESKY_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/functions/rows.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {

struct LowRank {
  // L, n x rank, with L L' next to the matrix: the trace of the difference is `residual` of the trace of the
  // matrix, and so bounds its largest eigenvalue.
  Eigen::MatrixXd factor;
  std::vector<int64_t> pivots;  // the rows that span it, in the order they were chosen
  double residual = 0;
};

struct LowRankOptions {
  double tolerance = 1e-6;  // > 0: the residual at which it ends
  int64_t max_rank = 1000;  // >= 1
};

// Cholesky's factor of a positive semidefinite matrix, of which only the diagonal and one column a step are
// asked for: the next pivot is the row of largest remaining diagonal, the first of equals (Fine, Scheinberg
// 2001). `column(i)` has n entries. Throws common::Error(kUsage) that names the pivot if a remaining diagonal
// is below -1e-8 of the largest: the matrix then is not positive semidefinite. O(n rank^2) and rank columns.
LowRank PivotedCholesky(const Eigen::VectorXd& diagonal,
                        const std::function<Eigen::VectorXd(int64_t)>& column, const LowRankOptions& options);

// The same of the Gram matrix of a kernel.
LowRank PivotedCholesky(const VectorKernel<double>& kernel, const RowBlock<double>& rows,
                        const LowRankOptions& options);

// Rows of L for new points: what `values`, k(new row, pivot) with a column a pivot in their order, are by the
// same factor. `pivot_factor` are the rows of L at the pivots, which are a lower triangle. O(new rank^2).
Eigen::MatrixXd LowRankRows(const Eigen::MatrixXd& pivot_factor, const Eigen::MatrixXd& values);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_PIVOTED_CHOLESKY_H_
