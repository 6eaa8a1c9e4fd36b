#include "graphical_models/images/stereo.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"

namespace structlab::graphical_models {
namespace {

using Color = std::array<int, 3>;

void CheckNotNegative(int value, const std::string& name) {
  if (value < 0) common::ThrowUsageError(name + " of stereo", "0 or more", std::to_string(value));
}

void CheckOptions(const StereoOptions& options, int width) {
  if (options.labels < 1 || options.labels > width) {
    common::ThrowUsageError("labels of stereo", "1 to the width of the images, " + std::to_string(width),
                            std::to_string(options.labels));
  }
  CheckNotNegative(options.unary_truncation, "unary truncation");
  CheckNotNegative(options.slope, "slope");
  CheckNotNegative(options.truncation, "truncation");
  CheckNotNegative(options.gradient_threshold, "gradient threshold");
  CheckNotNegative(options.weight_below_threshold, "weight below the threshold");
}

constexpr int kMaxDistance = 3 * 255;

bool AreSimilar(const Color& a, const Color& b, const StereoOptions& options) {
  if (options.similarity == SimilarNeighbours::kAbsoluteSum)
    return ColorDistance(a, b) < options.gradient_threshold;
  int64_t squares = 0;
  for (size_t channel = 0; channel < 3; ++channel) {
    squares += (a[channel] - b[channel]) * (a[channel] - b[channel]);
  }
  return squares < 3 * int64_t{options.gradient_threshold} * options.gradient_threshold;
}

std::vector<int32_t> UnariesOf(const Image& left, const Image& right, const StereoOptions& options) {
  std::vector<int32_t> unaries;
  unaries.reserve(static_cast<size_t>(left.num_pixels()) * static_cast<size_t>(options.labels));
  std::vector<Color> row(left.width);
  const int32_t largest = std::min(kMaxDistance, options.unary_truncation);
  const bool clamps = options.outside == OutsideColumns::kFirstColumn;
  for (int y = 0; y < left.height; ++y) {
    const auto first = static_cast<size_t>(y) * static_cast<size_t>(left.width);
    for (size_t x = 0; x < row.size(); ++x) row[x] = ColorOf(right, first + x);
    for (size_t x = 0; x < row.size(); ++x) {
      const Color color = ColorOf(left, first + x);
      for (size_t d = 0; d < static_cast<size_t>(options.labels); ++d) {
        const bool is_inside = d <= x || clamps;
        unaries.push_back(is_inside ? std::min(ColorDistance(color, row[x - std::min(x, d)]), largest)
                                    : largest);
      }
    }
  }
  return unaries;
}

GridWeights<int32_t> WeightsOf(const Image& left, const GridShape& shape, const StereoOptions& options) {
  std::vector<std::vector<int32_t>> planes;
  for (int step = 0; step < shape.num_steps(); ++step) {
    std::vector<int32_t>& plane = planes.emplace_back(static_cast<size_t>(shape.num_pixels()), 1);
    for (size_t pixel = 0; pixel < plane.size(); ++pixel) {
      const int x = static_cast<int>(pixel) % shape.width, y = static_cast<int>(pixel) / shape.width;
      if (!shape.HasEdge(x, y, step)) continue;
      const size_t neighbour = pixel + static_cast<size_t>(shape.Offset(step));
      if (AreSimilar(ColorOf(left, pixel), ColorOf(left, neighbour), options)) {
        plane[pixel] = options.weight_below_threshold;
      }
    }
  }
  return GridWeights<int32_t>::PerEdge(std::move(planes));
}

}  // namespace

GridEnergy<int32_t> StereoEnergy(const Image& left, const Image& right, const StereoOptions& options) {
  CheckImage(left, "left image");
  if (left.num_pixels() == 0) common::ThrowUsageError("left image", "at least one pixel", "none");
  CheckSize(right, left.width, left.height, "right image");
  CheckOptions(options, left.width);
  const GridShape shape = {.width = left.width, .height = left.height, .labels = options.labels};
  return {shape, UnariesOf(left, right, options),
          TruncatedLinear{static_cast<double>(options.slope), static_cast<double>(options.truncation)},
          WeightsOf(left, shape, options)};
}

}  // namespace structlab::graphical_models
