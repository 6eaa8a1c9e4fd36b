// Matrices of kernel values.
#ifndef STRUCTLAB_KERNELS_FUNCTIONS_GRAM_H_
#define STRUCTLAB_KERNELS_FUNCTIONS_GRAM_H_

#include "common/parallel.h"
#include "kernels/functions/rows.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernels {

// k(x_i, x_j) of all rows: symmetric to the last bit. Tiles of 256 rows, each pair of them once, so that the
// bits are the same for any number of threads. Throws common::Error(kUsage) for rows that are not finite, or
// that the kernel does not take; `where` names them in messages. Memory: the matrix, and a tile a thread.
template <class T>
DenseRows<T> GramMatrix(const VectorKernel<T>& kernel, const RowBlock<T>& rows, common::ThreadPool& pool,
                        const std::string& where = "rows");

// Rows `tile` * 256 to the next tile of GramMatrix, with its bits. For GramBlocks (gram_blocks.h), which has
// checked the rows.
inline constexpr int64_t kGramTile = 256;
template <class T>
DenseRows<T> GramRows(const VectorKernel<T>& kernel, const RowBlock<T>& rows, int64_t tile,
                      common::ThreadPool& pool);

// k(a_i, b_j). Errors as above, and for blocks that do not match.
template <class T>
DenseRows<T> CrossGram(const VectorKernel<T>& kernel, const RowBlock<T>& a, const RowBlock<T>& b,
                       common::ThreadPool& pool, const std::string& where = "rows");

// What makes the mean of the training rows 0 in the space of the kernel (notation of kernel PCA: H K H).
//
//   const GramCentering centering(gram);
//   centering.Center(gram);                   // of the training rows
//   centering.Center(cross);                  // new rows by training rows
class GramCentering {
 public:
  // `gram` is square and symmetric, of at least one row.
  explicit GramCentering(const Eigen::Ref<const Eigen::MatrixXd>& gram);
  GramCentering(Eigen::VectorXd column_means, double mean)
      : column_means_(std::move(column_means)), mean_(mean) {}

  // K(i, j) - mean_i' K(i, j) - mean of the training column j + mean of all. A column a training row, as of
  // the Gram matrix.
  void Center(Eigen::Ref<Eigen::MatrixXd> values) const;

  const Eigen::VectorXd& column_means() const { return column_means_; }
  double mean() const { return mean_; }

 private:
  Eigen::VectorXd column_means_;
  double mean_;
};

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FUNCTIONS_GRAM_H_
