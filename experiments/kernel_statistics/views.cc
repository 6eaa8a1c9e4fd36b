#include "experiments/kernel_statistics/views.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/kernel_statistics/protocol.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/kernel_width.h"
#include "kernels/functions/vector_kernel.h"

namespace structlab::kernel_statistics {
namespace {

using common::RandomStream;

constexpr double kRadialNoise = 0.05, kSineNoise = 0.3, kSlope = 0.3;

std::pair<double, double> DrawOnRing(RandomStream& random) {
  const double angle = random.Uniform(0, 2 * std::numbers::pi);
  const double radius = 1 + kRadialNoise * random.Normal();
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

// A row of two views of one column.
std::pair<double, double> DrawPair(const std::string& dataset, RandomStream& random) {
  if (dataset == kRing) return DrawOnRing(random);
  if (dataset == kRingMarginals) {
    const double x = DrawOnRing(random).first;
    return {x, DrawOnRing(random).second};
  }
  const double x = random.Normal();
  if (dataset == kSame) return {x, x};
  if (dataset == kThirdMoment) return {x, std::copysign(1.0, x) * (random.Exponential() - 1)};
  const double noise = random.Normal();
  if (dataset == kSine) return {x, std::sin(2 * x) + kSineNoise * noise};
  if (dataset == kMean) return {x, kSlope * x + std::sqrt(1 - kSlope * kSlope) * noise};
  if (dataset == kVariance) return {x, noise * std::sqrt((1 + x * x) / 2)};
  common::ThrowUsageError("drawn data", "the name of a data set of this package", dataset);
}

}  // namespace

Views DrawViews(const std::string& dataset, const ViewsOptions& options) {
  RandomStream random(options.seed, fmt::format("kernel_statistics/{}/rows={}", dataset, options.rows),
                      options.index);
  Views views;
  views.x.resize(options.rows, options.columns);
  views.y.resize(options.rows, options.columns);
  for (int64_t row = 0; row < options.rows; ++row) {
    if (dataset == kNormal) {
      for (double& entry : views.x.row(row)) entry = random.Normal();
      for (double& entry : views.y.row(row)) entry = random.Normal();
    } else {
      STRUCTLAB_CHECK(options.columns == 1);
      const auto [x, y] = DrawPair(dataset, random);
      views.x(row, 0) = x;
      views.y(row, 0) = y;
    }
  }
  return views;
}

Eigen::MatrixXd GramOf(const std::string& method, const kernels::DenseRows<double>& rows, double width,
                       common::ThreadPool& pool) {
  kernels::VectorKernelPointer<double> kernel;
  if (method == kDegree1) {
    kernel = kernels::LinearKernel<double>();
  } else if (method == kDegree2) {
    kernel = kernels::PolynomialKernel<double>(2, /*offset=*/1);
  } else {
    const double median = kernels::TypicalSquaredDistance<double>(rows, kernels::TypicalDistance::kMedian, 1);
    kernel = kernels::GaussianKernel<double>(width / median);
  }
  return kernels::GramMatrix<double>(*kernel, rows, pool);
}

}  // namespace structlab::kernel_statistics
