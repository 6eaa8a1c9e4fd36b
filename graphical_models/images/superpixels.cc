#include "graphical_models/images/superpixels.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "common/parallel.h"
#include "graphical_models/images/mean_shift.h"

namespace structlab::graphical_models {
namespace {

constexpr double kMaxSpatialRadius = 100;
constexpr double kMaxColorRadius = 442;  // the distance of black and white

void CheckRange(double value, double low, double high, const std::string& name) {
  if (value >= low && value <= high) return;
  common::ThrowUsageError(name + " of superpixels",
                          common::FormatDouble(low) + " to " + common::FormatDouble(high),
                          common::FormatDouble(value));
}

cv::Mat ColorsOf(const Image& image) {
  cv::Mat colors(image.height, image.width, CV_8UC3);
  size_t pixel = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x, ++pixel) {
      const std::array<int, 3> color = ColorOf(image, pixel);
      for (int channel = 0; channel < 3; ++channel) {
        colors.at<cv::Vec3b>(y, x)[channel] = static_cast<uchar>(color[channel]);
      }
    }
  }
  return colors;
}

// L*, u* and v*, rounded, each minus its least value in the image. OpenCV's own conversion to 8 bits would
// scale the three by different factors.
cv::Mat InLuv(const cv::Mat& rgb) {
  cv::Mat unit, luv, rounded;
  rgb.convertTo(unit, CV_32FC3, 1.0 / 255);
  cv::cvtColor(unit, luv, cv::COLOR_RGB2Luv);
  cv::Scalar least;
  for (int channel = 0; channel < 3; ++channel) {
    cv::Mat plane;
    cv::extractChannel(luv, plane, channel);
    cv::minMaxLoc(plane, &least[channel]);
    least[channel] = std::floor(least[channel]);
  }
  luv -= least;
  luv.convertTo(rounded, CV_8UC3);
  return rounded;
}

}  // namespace

Segmentation MeanShiftSuperpixels(const Image& image, const SuperpixelOptions& options) {
  CheckImage(image, "image");
  CheckRange(options.spatial_radius, 1, kMaxSpatialRadius, "spatial radius");
  CheckRange(options.color_radius, 0, kMaxColorRadius, "colour radius");
  if (image.num_pixels() == 0) return RegionsOfSimilarColor(image, options.color_radius, options.min_size);
  cv::Mat colors = ColorsOf(image);
  if (options.space == ColorSpace::kLuv) colors = InLuv(colors);
  common::ThreadPool pool(options.threads);
  const std::vector<uint8_t> modes =
      MeanShift({colors.data, 3 * static_cast<size_t>(image.num_pixels())}, image.width, image.height,
                options.spatial_radius, options.color_radius, pool);
  const Image filtered = {
      .width = image.width, .height = image.height, .channels = 3, .values = {modes.begin(), modes.end()}};
  return RegionsOfSimilarColor(filtered, options.color_radius, options.min_size);
}

void PrepareSuperpixels() {
  const cv::Mat pixel(1, 1, CV_8UC3, cv::Scalar(0, 0, 0));
  InLuv(pixel);
}

}  // namespace structlab::graphical_models
