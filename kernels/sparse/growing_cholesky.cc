#include "kernels/sparse/growing_cholesky.h"

#include <algorithm>
#include <cmath>

#include "common/check.h"

namespace structlab::kernels {

bool GrowingCholesky::Append(const Eigen::Ref<const Eigen::VectorXd>& column, double diagonal,
                             double min_pivot) {
  STRUCTLAB_CHECK(column.size() == size_);
  Eigen::VectorXd row = column;
  if (size_ > 0) lower_.topLeftCorner(size_, size_).triangularView<Eigen::Lower>().solveInPlace(row);
  const double pivot = diagonal - row.squaredNorm();
  if (!(pivot > min_pivot * diagonal)) return false;
  if (size_ == lower_.rows()) {
    const Eigen::Index grown = std::max<Eigen::Index>(16, 2 * lower_.rows());
    lower_.conservativeResize(grown, grown);
  }
  lower_.row(size_).head(size_) = row.transpose();
  lower_(size_, size_) = std::sqrt(pivot);
  ++size_;
  return true;
}

void GrowingCholesky::Remove(int i) {
  STRUCTLAB_CHECK(i >= 0 && i < size_);
  // After row i is removed, each row below it has one entry too many, to the right of the diagonal.
  for (int row = i; row + 1 < size_; ++row) lower_.row(row).head(row + 2) = lower_.row(row + 1).head(row + 2);
  --size_;
  for (int k = i; k < size_; ++k) {
    const double length = std::hypot(lower_(k, k), lower_(k, k + 1));
    const double cosine = lower_(k, k) / length, sine = lower_(k, k + 1) / length;
    auto left = lower_.col(k).segment(k, size_ - k);
    auto right = lower_.col(k + 1).segment(k, size_ - k);
    const Eigen::VectorXd turned = cosine * left + sine * right;
    right = cosine * right - sine * left;
    left = turned;
  }
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): b is a view, and the function writes through it
void GrowingCholesky::Solve(Eigen::Ref<Eigen::VectorXd> b) const {
  STRUCTLAB_CHECK(b.size() == size_);
  if (size_ == 0) return;
  const auto lower = lower_.topLeftCorner(size_, size_).triangularView<Eigen::Lower>();
  lower.solveInPlace(b);
  lower.transpose().solveInPlace(b);
}

}  // namespace structlab::kernels
