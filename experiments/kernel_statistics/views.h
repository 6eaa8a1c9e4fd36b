// Data of two views that are drawn, and their Gram matrices.
#ifndef STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_VIEWS_H_
#define STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_VIEWS_H_

#include <Eigen/Core>
#include <cstdint>
#include <string>

#include "common/parallel.h"
#include "kernels/functions/rows.h"

namespace structlab::kernel_statistics {

// Paired rows.
struct Views {
  kernels::DenseRows<double> x, y;
};

struct ViewsOptions {
  int64_t rows = 100;
  int64_t columns = 1;  // of each view; only kNormal has more than one
  uint64_t seed = 1;
  uint64_t index = 0;  // of several data sets of one seed
};

// Data of this name (protocol.h):
//
//   kRing           radius (cos t, sin t), t uniform, radius N(1, 0.05^2)
//   kRingMarginals  x of one such ring, y of another
//   kNormal         all entries N(0, 1)
//   kSine           y = sin(2 x) + 0.3 N(0, 1), x normal
//   kSame           y = x, normal
//   kMean           y = 0.3 x + sqrt(1 - 0.3^2) N(0, 1), x normal
//   kVariance       y normal of variance (1 + x^2) / 2 given x, x normal; uncorrelated
//   kThirdMoment    y = sign(x) (E - 1), E exponential of mean 1, x normal: mean 0 and variance 1 given x
//
// Throws common::Error(kUsage) for another name.
Views DrawViews(const std::string& dataset, const ViewsOptions& options);

// A Gram matrix by the kernel of a method (protocol.h): kGaussian with gamma = `width` / median of the
// squared distances, kDegree1 x.y, kDegree2 (x.y + 1)^2. Not centred.
Eigen::MatrixXd GramOf(const std::string& method, const kernels::DenseRows<double>& rows, double width,
                       common::ThreadPool& pool);

}  // namespace structlab::kernel_statistics

#endif  // STRUCTLAB_EXPERIMENTS_KERNEL_STATISTICS_VIEWS_H_
