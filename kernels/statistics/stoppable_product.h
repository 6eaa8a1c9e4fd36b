// Products of large matrices that can be stopped.
#ifndef STRUCTLAB_KERNELS_STATISTICS_STOPPABLE_PRODUCT_H_
#define STRUCTLAB_KERNELS_STATISTICS_STOPPABLE_PRODUCT_H_

#include <Eigen/Core>
#include <algorithm>

#include "common/stop_point.h"

namespace structlab::kernels {

// a * b, with the same bits. A large product is computed by blocks of columns of b, between which it throws
// common::Stopped if the calling thread is asked to stop; `most` is the number of multiplications of a block.
template <class Right>
Eigen::MatrixXd StoppableProduct(const Eigen::MatrixXd& a, const Right& b, double most = 2e9) {
  // Each block has a multiple of 16 columns. Eigen computes several columns at once and adds in another order
  // where fewer are left, so that another width would change the bits.
  const double column = static_cast<double>(a.rows()) * static_cast<double>(a.cols());
  const Eigen::Index columns =
      std::max<Eigen::Index>(1, static_cast<Eigen::Index>(most / 16 / std::max(1.0, column))) * 16;
  if (b.cols() < 2 * columns) return a * b;
  Eigen::MatrixXd product(a.rows(), b.cols());
  for (Eigen::Index begin = 0; begin < b.cols();) {
    common::StopPoint();
    // The last block takes what is left over, so that none is narrow.
    const Eigen::Index left = b.cols() - begin, width = left < 2 * columns ? left : columns;
    product.middleCols(begin, width).noalias() = a * b.middleCols(begin, width);
    begin += width;
  }
  return product;
}

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_STATISTICS_STOPPABLE_PRODUCT_H_
