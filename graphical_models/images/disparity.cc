#include "graphical_models/images/disparity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

void CheckPositive(double value, const std::string& where) {
  if (value > 0 && std::isfinite(value)) return;
  common::ThrowUsageError(where, "above 0", common::FormatDouble(value));
}

void CheckMap(const DisparityMap& map, const std::string& where) {
  if (map.width >= 0 && map.height >= 0 &&
      map.values.size() == static_cast<size_t>(map.width) * static_cast<size_t>(map.height)) {
    return;
  }
  common::ThrowUsageError(
      where,
      "a value for each of " + std::to_string(map.width) + " x " + std::to_string(map.height) + " pixels",
      std::to_string(map.values.size()));
}

void CheckSameSize(const DisparityMap& a, const DisparityMap& b) {
  CheckMap(a, "disparities");
  CheckMap(b, "disparities");
  if (a.width == b.width && a.height == b.height) return;
  common::ThrowUsageError("disparities", "two maps of one size",
                          std::to_string(a.width) + " x " + std::to_string(a.height) + " and " +
                              std::to_string(b.width) + " x " + std::to_string(b.height));
}

bool IsKnown(double disparity) { return disparity >= 0; }

// Red, green and blue of a brightness from 0 to 1 (Green 2011, eq. 2), with start 0.5, -1.5 rotations, hue 1
// and gamma 1.
std::array<uint8_t, 3> Cubehelix(double brightness) {
  const double angle = 2 * std::numbers::pi * (0.5 / 3 + 1 - 1.5 * brightness);
  const double amplitude = brightness * (1 - brightness) / 2;
  const double c = std::cos(angle), s = std::sin(angle);
  const double rgb[3] = {brightness + amplitude * (-0.14861 * c + 1.78277 * s),
                         brightness + amplitude * (-0.29227 * c - 0.90649 * s),
                         brightness + amplitude * 1.97294 * c};
  std::array<uint8_t, 3> color;
  for (size_t channel = 0; channel < 3; ++channel) {
    color[channel] = static_cast<uint8_t>(std::lround(255 * std::clamp(rgb[channel], 0.0, 1.0)));
  }
  return color;
}

}  // namespace

DisparityMap DisparitiesOfLabels(int width, int height, std::span<const Label> labels) {
  DisparityMap map = {width, height, std::vector<double>(labels.begin(), labels.end())};
  CheckMap(map, "labels");
  CheckLabeling(labels, static_cast<int64_t>(labels.size()), std::numeric_limits<int>::max(), "labels");
  return map;
}

DisparityMap DisparitiesOfImage(const Image& stored, double scale) {
  CheckGray(stored, "disparities");
  CheckPositive(scale, "scale of disparities");
  DisparityMap map = {stored.width, stored.height, {}};
  for (const uint8_t value : stored.values) {
    map.values.push_back(value == 0 ? kUnknownDisparity : value / scale);
  }
  return map;
}

BadPixels CountBadPixels(const DisparityMap& found, const DisparityMap& truth, const Image* excluded,
                         double threshold) {
  CheckSameSize(found, truth);
  if (excluded != nullptr) {
    CheckSize(*excluded, truth.width, truth.height, "mask");
    CheckGray(*excluded, "mask");
  }
  BadPixels pixels;
  for (size_t pixel = 0; pixel < truth.values.size(); ++pixel) {
    if (!IsKnown(truth.values[pixel])) continue;
    if (excluded != nullptr && excluded->values[pixel] != 0) continue;
    ++pixels.counted;
    const double value = found.values[pixel];
    if (!IsKnown(value) || std::abs(value - truth.values[pixel]) > threshold) ++pixels.bad;
  }
  return pixels;
}

Image OcclusionMask(const DisparityMap& left, const DisparityMap& right, double tolerance) {
  CheckSameSize(left, right);
  Image mask = UniformImage(left.width, left.height, 1);
  for (size_t pixel = 0; pixel < mask.values.size(); ++pixel) {
    const double disparity = left.values[pixel];
    if (!IsKnown(disparity)) continue;
    const size_t x = pixel % static_cast<size_t>(left.width);
    // Rounded before it is subtracted. A pixel whose column is left of the first one is not seen.
    const double shift = std::floor(disparity + 0.5);
    if (shift <= static_cast<double>(x)) {
      const double seen = right.values[pixel - static_cast<size_t>(shift)];
      if (IsKnown(seen) && std::abs(seen - disparity) <= tolerance) continue;
    }
    mask.values[pixel] = 255;
  }
  return mask;
}

Image ColorDisparities(const DisparityMap& disparities, double max_disparity) {
  CheckMap(disparities, "disparities");
  CheckPositive(max_disparity, "largest disparity");
  constexpr double kDarkest = 0.15, kBrightest = 0.95;
  Image image = UniformImage(disparities.width, disparities.height, 3);
  for (size_t pixel = 0; pixel < disparities.values.size(); ++pixel) {
    if (!IsKnown(disparities.values[pixel])) continue;
    const double share = std::min(disparities.values[pixel] / max_disparity, 1.0);
    const std::array<uint8_t, 3> color = Cubehelix(kDarkest + (kBrightest - kDarkest) * share);
    std::copy(color.begin(), color.end(), image.values.begin() + static_cast<std::ptrdiff_t>(3 * pixel));
  }
  return image;
}

double TotalVariation(int width, int height, std::span<const Label> labels) {
  const DisparityMap map = DisparitiesOfLabels(width, height, labels);
  if (labels.empty()) common::ThrowUsageError("labels", "at least one pixel", "none");
  double sum = 0;
  const auto at = [&](int x, int y) {
    return map.values[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (x + 1 < width) sum += std::abs(at(x + 1, y) - at(x, y));
      if (y + 1 < height) sum += std::abs(at(x, y + 1) - at(x, y));
    }
  }
  return sum / static_cast<double>(labels.size());
}

std::vector<uint16_t> DisparitiesAs16Bits(const DisparityMap& disparities, double scale) {
  CheckMap(disparities, "disparities");
  CheckPositive(scale, "scale of disparities");
  std::vector<uint16_t> values;
  for (const double disparity : disparities.values) {
    const double scaled = IsKnown(disparity) ? std::max(1.0, std::floor(scale * disparity + 0.5)) : 0;
    if (!(scaled <= std::numeric_limits<uint16_t>::max())) {
      common::ThrowUsageError("scale of disparities", "at most 65535 for scale times disparity",
                              common::FormatDouble(scale) + " times " + common::FormatDouble(disparity),
                              "take a smaller scale, or fewer disparities");
    }
    values.push_back(static_cast<uint16_t>(scaled));
  }
  return values;
}

}  // namespace structlab::graphical_models
