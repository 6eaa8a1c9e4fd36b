// Approximations of low rank to Gram matrices.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_PIVOTED_CHOLESKY_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_PIVOTED_CHOLESKY_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/functions/rows.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {

// A factor of low rank.
struct LowRank {
  // L, n x rank. The matrix A is approximated by L L'. trace(A - L L') = residual * trace(A), which also
  // bounds the largest eigenvalue of A - L L'.
  Eigen::MatrixXd factor;
  std::vector<int64_t> pivots;  // the rows that span the approximation, in the order of their choice
  double residual = 0;
};

struct LowRankOptions {
  double tolerance = 1e-6;  // > 0: stops at this residual; smaller is more exact, with a larger rank
  int64_t max_rank = 1000;  // >= 1: bounds time and memory, whatever the residual
};

// Pivoted incomplete Cholesky factor of a positive semidefinite matrix (Fine, Scheinberg 2001). Take it for
// Gram matrices of many rows whose eigenvalues fall quickly: it needs only the diagonal and one column per
// step. The next pivot is the row with the largest remaining diagonal, the first of several. `column(i)`
// returns the n entries of column i.
//
//     const LowRank low = PivotedCholesky(*kernel, rows, {.tolerance = 1e-4, .max_rank = 500});
//     const Eigen::MatrixXd approximation = low.factor * low.factor.transpose();
//
// Throws common::Error(kUsage), naming the pivot, if a remaining diagonal is below -1e-8 of the largest one:
// then the matrix is not positive semidefinite. Time O(n rank^2) and `rank` columns; memory O(n rank).
LowRank PivotedCholesky(const Eigen::VectorXd& diagonal,
                        const std::function<Eigen::VectorXd(int64_t)>& column, const LowRankOptions& options);

// The same for the Gram matrix of a kernel.
LowRank PivotedCholesky(const VectorKernel<double>& kernel, const RowBlock<double>& rows,
                        const LowRankOptions& options);

// Rows of L for new points, by the same factor. `values`(i, j) = k(new row i, pivot j), with the pivots in
// their order. `pivot_factor` has the rows of L at the pivots: a lower triangular matrix. O(new rank^2).
Eigen::MatrixXd LowRankRows(const Eigen::MatrixXd& pivot_factor, const Eigen::MatrixXd& values);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_PIVOTED_CHOLESKY_H_
