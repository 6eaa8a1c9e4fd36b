#include "structured_learning/segmentation/features/pixel_planes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "structured_learning/segmentation/features/lab_color.h"

namespace structlab::structured_learning {
namespace {

constexpr double kMinVariance = 1e-10;  // smaller ones are rounding errors of integral images

}  // namespace

PixelPlanes ColorsAndGradients(const graphical_models::Image& image) {
  const int width = image.width, height = image.height;
  PixelPlanes planes = {.width = width, .height = height, .rows = {}};
  planes.rows.setZero(image.num_pixels(), kNumPlanes);
  planes.rows.leftCols(kFirstGradient) = LabColors(image) / 100;
  planes.rows.rightCols(kFirstGradient) = planes.rows.leftCols(kFirstGradient).cwiseAbs2();
  const auto lightness = [&](int x, int y) {
    const int inside_x = std::clamp(x, 0, width - 1), inside_y = std::clamp(y, 0, height - 1);
    return planes.rows(Eigen::Index{inside_y} * width + inside_x, 0);
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double dx = (lightness(x + 1, y) - lightness(x - 1, y)) / 2;
      const double dy = (lightness(x, y + 1) - lightness(x, y - 1)) / 2;
      const double magnitude = std::hypot(dx, dy);
      if (magnitude == 0) continue;
      const double angle = std::atan2(dy, dx) / std::numbers::pi + 1;  // from 0 to 2; 1 is half a turn
      const double place = angle * kGradientBins;
      const double below = std::floor(place);
      const int bin = static_cast<int>(below) % kGradientBins;
      auto row = planes.rows.row(Eigen::Index{y} * width + x);
      row[kFirstGradient + bin] += magnitude * (1 - (place - below));
      row[kFirstGradient + (bin + 1) % kGradientBins] += magnitude * (place - below);
    }
  }
  return planes;
}

DenseRows DeviationsOf(const DenseRows& means) {
  const DenseRows variances =
      means.middleCols(kFirstSquare, kFirstGradient) - means.leftCols(kFirstGradient).cwiseAbs2();
  return (variances.array() > kMinVariance).select(variances.array().max(0).sqrt(), 0);
}

SquareMeans::SquareMeans(const PixelPlanes& planes) : width_(planes.width), height_(planes.height) {
  const Eigen::Index stride = Eigen::Index{width_} + 1;
  sums_.setZero(stride * (Eigen::Index{height_} + 1), planes.rows.cols());
  Eigen::RowVectorXd line(planes.rows.cols());
  for (Eigen::Index y = 0; y < height_; ++y) {
    line.setZero();
    for (Eigen::Index x = 0; x < width_; ++x) {
      line += planes.rows.row(y * width_ + x);
      sums_.row((y + 1) * stride + x + 1) = sums_.row(y * stride + x + 1) + line;
    }
  }
}

Eigen::RowVectorXd SquareMeans::Around(int x, int y, int radius) const {
  const Eigen::Index stride = Eigen::Index{width_} + 1;
  const Eigen::Index left = std::max(x - radius, 0), right = std::min(x + radius, width_ - 1) + 1;
  const Eigen::Index top = std::max(y - radius, 0), bottom = std::min(y + radius, height_ - 1) + 1;
  const auto area = static_cast<double>((right - left) * (bottom - top));
  return (sums_.row(bottom * stride + right) - sums_.row(bottom * stride + left) -
          sums_.row(top * stride + right) + sums_.row(top * stride + left)) /
         area;
}

DenseRows MeansAroundPixels(const PixelPlanes& planes, int radius) {
  const SquareMeans squares(planes);
  DenseRows means(planes.rows.rows(), planes.rows.cols());
  for (int y = 0; y < planes.height; ++y) {
    for (int x = 0; x < planes.width; ++x) {
      means.row(Eigen::Index{y} * planes.width + x) = squares.Around(x, y, radius);
    }
  }
  return means;
}

DenseRows UnitMeans(const PixelPlanes& planes, const ImageUnits& units) {
  DenseRows means = DenseRows::Zero(units.count, planes.rows.cols());
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(units.count);
  for (Eigen::Index pixel = 0; pixel < planes.rows.rows(); ++pixel) {
    const int unit = units.of_pixel[static_cast<size_t>(pixel)];
    means.row(unit) += planes.rows.row(pixel);
    sizes[unit] += 1;
  }
  means.array().colwise() /= sizes.array();
  return means;
}

std::vector<std::array<double, 2>> UnitCenters(const ImageUnits& units) {
  std::vector<std::array<double, 2>> centers(static_cast<size_t>(units.count), {0, 0});
  std::vector<double> sizes(static_cast<size_t>(units.count), 0);
  size_t pixel = 0;
  for (int y = 0; y < units.image.height; ++y) {
    for (int x = 0; x < units.image.width; ++x, ++pixel) {
      const auto unit = static_cast<size_t>(units.of_pixel[pixel]);
      centers[unit][0] += x;
      centers[unit][1] += y;
      sizes[unit] += 1;
    }
  }
  for (size_t unit = 0; unit < centers.size(); ++unit) {
    for (double& place : centers[unit]) place /= sizes[unit];
  }
  return centers;
}

}  // namespace structlab::structured_learning
