// Gram matrices: kernel values of all pairs of rows, and their centring.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_GRAM_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_GRAM_H_

#include "common/parallel.h"
#include "kernels/functions/rows.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {

// The Gram matrix: k(x_i, x_j) for all pairs of rows, symmetric to the last bit. Take it if the matrix fits
// in memory; otherwise take GramBlocks (gram_blocks.h), or a factor of low rank (pivoted_cholesky.h).
//
//     common::ThreadPool pool(2);
//     const DenseRows<double> gram = GramMatrix<double>(*GaussianKernel<double>(0.5), rows, pool);
//
// `where` names the rows in messages. Throws common::Error(kUsage) for rows that are not finite or that the
// kernel does not accept. Works by tiles of 256 x 256 values and computes each pair of tiles once, so the
// bits are the same for any number of threads. Memory: the matrix and one tile per thread.
template <class T>
DenseRows<T> GramMatrix(const VectorKernel<T>& kernel, const RowBlock<T>& rows, common::ThreadPool& pool,
                        const std::string& where = "rows");

// Rows 256 * `tile` to 256 * (`tile` + 1) - 1 of GramMatrix, with the same bits. For GramBlocks
// (gram_blocks.h), which has checked the rows; this function does not check them again.
inline constexpr int64_t kGramTile = 256;
template <class T>
DenseRows<T> GramRows(const VectorKernel<T>& kernel, const RowBlock<T>& rows, int64_t tile,
                      common::ThreadPool& pool);

// k(a_i, b_j) for all rows of `a` and `b`, such as new rows by training rows. Throws as GramMatrix, and also
// if one block is dense and the other sparse, or if their numbers of columns differ.
template <class T>
DenseRows<T> CrossGram(const VectorKernel<T>& kernel, const RowBlock<T>& a, const RowBlock<T>& b,
                       common::ThreadPool& pool, const std::string& where = "rows");

// Centring of kernel values: subtracts the mean of the training rows in the feature space of the kernel (H K
// H in the notation of kernel PCA). Needed before kernel PCA or CCA; the classes in kernels/statistics do it
// themselves.
//
//     const GramCentering centering(gram);
//     centering.Center(gram);                   // values of the training rows
//     centering.Center(cross);                  // new rows by training rows
class GramCentering {
 public:
  // `gram` is square and symmetric, with at least one row.
  explicit GramCentering(const Eigen::Ref<const Eigen::MatrixXd>& gram);
  GramCentering(Eigen::VectorXd column_means, double mean)
      : column_means_(std::move(column_means)), mean_(mean) {}

  // Replaces K(i, j) by K(i, j) - mean_j' K(i, j') - (mean of training column j) + (mean of the training
  // matrix). Each column of `values` belongs to a training row, in the order of the Gram matrix.
  void Center(Eigen::Ref<Eigen::MatrixXd> values) const;

  const Eigen::VectorXd& column_means() const { return column_means_; }
  double mean() const { return mean_; }

 private:
  Eigen::VectorXd column_means_;
  double mean_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_GRAM_H_
