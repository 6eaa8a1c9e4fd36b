#include "kernels/sparse/linear_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "common/error.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kMaxWeights = int64_t{1} << 28;  // 2 GiB
constexpr int64_t kMaxPixels = int64_t{1} << 20;

std::string ShapeText(const ImageShape& shape) { return fmt::format("{} x {}", shape.rows, shape.columns); }

// For each of `parts` equal intervals of a line: how much of each pixel is inside, divided by the length of
// the interval. In units of 1/parts of a pixel all ends are integers.
Eigen::MatrixXd Shares(int parts, int pixels) {
  Eigen::MatrixXd shares(parts, pixels);
  for (int part = 0; part < parts; ++part) {
    for (int pixel = 0; pixel < pixels; ++pixel) {
      const int64_t begin = std::max(int64_t{part} * pixels, int64_t{pixel} * parts);
      const int64_t end = std::min(int64_t{part + 1} * pixels, int64_t{pixel + 1} * parts);
      shares(part, pixel) = static_cast<double>(std::max(int64_t{0}, end - begin)) / pixels;
    }
  }
  return shares;
}

}  // namespace

Eigen::MatrixXd ApplyFeatures(const LinearFeatures& features,
                              const Eigen::Ref<const Eigen::MatrixXd>& images) {
  if (images.rows() != features.weights.cols() || features.center.size() != features.weights.cols()) {
    common::ThrowUsageError("ApplyFeatures", fmt::format("{} pixels per image", features.weights.cols()),
                            std::to_string(images.rows()));
  }
  return features.weights * (images.colwise() - features.center);
}

Eigen::MatrixXd ApplyFeaturesToBytes(const FloatFeatures& features, const ByteImagesRef& images) {
  if (images.rows() != features.weights.cols()) {
    common::ThrowUsageError("ApplyFeaturesToBytes",
                            fmt::format("{} pixels per image", features.weights.cols()),
                            std::to_string(images.rows()));
  }
  Eigen::MatrixXd applied(features.weights.rows(), images.cols());
  if (images.cols() == 1) {  // a product with a vector reads the weights once
    const Eigen::VectorXf image = images.col(0).cast<float>();
    applied.col(0) = (features.weights * image - features.offset).cast<double>();
    return applied;
  }
  ForBlocksOfImages(images.cols(), [&](Eigen::Index begin, Eigen::Index count) {
    Eigen::MatrixXf block = features.weights * images.middleCols(begin, count).cast<float>();
    block.colwise() -= features.offset;
    applied.middleCols(begin, count) = block.cast<double>();
  });
  return applied;
}

LinearFeatures RandomFeatures(int pixels, int dimension, ProjectionKind kind, uint64_t seed) {
  if (pixels < 1 || dimension < 1 || int64_t{pixels} * dimension > kMaxWeights) {
    common::ThrowUsageError(
        "RandomFeatures",
        fmt::format("pixels and a dimension of 1 or more, and a product of at most {}", kMaxWeights),
        fmt::format("{} and {}", pixels, dimension));
  }
  LinearFeatures features = {Eigen::VectorXd::Zero(pixels), Eigen::MatrixXd::Zero(dimension, pixels)};
  const RandomProjection projection(kind, dimension, seed);
  for (int pixel = 0; pixel < pixels; ++pixel) {
    projection.Add(static_cast<uint64_t>(pixel), 1,
                   {features.weights.col(pixel).data(), static_cast<size_t>(dimension)});
  }
  return features;
}

LinearFeatures DownsampledFeatures(const ImageShape& from, const ImageShape& to) {
  if (from.rows < 1 || from.columns < 1 || int64_t{from.rows} * from.columns > kMaxPixels) {
    common::ThrowUsageError("DownsampledFeatures::from",
                            fmt::format("rows and columns, and at most {} pixels", kMaxPixels),
                            ShapeText(from));
  }
  if (to.rows < 1 || to.columns < 1 || to.rows > from.rows || to.columns > from.columns) {
    common::ThrowUsageError("DownsampledFeatures::to", "1 x 1 to " + ShapeText(from), ShapeText(to));
  }
  const int64_t pixels = int64_t{from.rows} * from.columns, dimension = int64_t{to.rows} * to.columns;
  if (pixels * dimension > kMaxWeights) {
    common::ThrowUsageError("DownsampledFeatures::to", fmt::format("at most {} pixels", kMaxWeights / pixels),
                            ShapeText(to));
  }
  const Eigen::MatrixXd rows = Shares(to.rows, from.rows), columns = Shares(to.columns, from.columns);
  LinearFeatures features = {Eigen::VectorXd::Zero(pixels), Eigen::MatrixXd(dimension, pixels)};
  for (int row = 0; row < from.rows; ++row) {
    for (int column = 0; column < from.columns; ++column) {
      // The weights of one pixel, row by row of the small image.
      const Eigen::MatrixXd of_pixel = columns.col(column) * rows.col(row).transpose();
      features.weights.col(row * from.columns + column) = of_pixel.reshaped();
    }
  }
  return features;
}

}  // namespace structlab::kernels
