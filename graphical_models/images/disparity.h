// Maps of disparities: how they compare with the truth, what is occluded, and how they look.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_DISPARITY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_DISPARITY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/images/image.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Of a disparity that is not known. All others are >= 0 and finite.
inline constexpr double kUnknownDisparity = -1;

struct DisparityMap {
  int width = 0;
  int height = 0;
  std::vector<double> values;  // in pixels, [y * width + x]

  friend bool operator==(const DisparityMap&, const DisparityMap&) = default;
};

// Labels are disparities. Throws common::Error(kUsage) for another number of labels and negative ones.
DisparityMap DisparitiesOfLabels(int width, int height, std::span<const Label> labels);

// From a grey image whose values are `scale` times the disparity, 0 being unknown (Middlebury). Throws
// common::Error(kUsage) for colours and unless the scale is > 0.
DisparityMap DisparitiesOfImage(const Image& stored, double scale);

struct BadPixels {
  int64_t counted = 0;  // pixels that were compared
  int64_t bad = 0;
  double share() const {  // NaN if none was compared
    return static_cast<double>(bad) / static_cast<double>(counted);
  }
};

// Compares the pixels whose true disparity is known and, if a mask is given, where it is 0. Bad ones are off
// by more than the threshold or not known in `found`. Throws common::Error(kUsage) for different sizes.
BadPixels CountBadPixels(const DisparityMap& found, const DisparityMap& truth,
                         const Image* excluded = nullptr, double threshold = 1);

// A mask of the left image, 255 where a pixel of known disparity d is not seen in the right image by
// left-right consistency: column x - d, rounded, is outside, unknown there, or has a disparity that differs
// by more than the tolerance; else 0. In the right map column x belongs to column x + d of the left image.
// Throws common::Error(kUsage) for different sizes.
Image OcclusionMask(const DisparityMap& left, const DisparityMap& right, double tolerance = 1);

// Colours from dark to bright for 0 to `largest` (and beyond it, the brightest), black for unknown: Green's
// cubehelix (A colour scheme for the display of astronomical intensity images, 2011) between 15% and 95% of
// the full brightness, whose order a grey print keeps. Throws common::Error(kUsage) unless largest is > 0.
Image ColorDisparities(const DisparityMap& disparities, double largest);

// How much labels change between neighbours: the sum of |a - b| over all 4-connected pairs, for each pixel.
// Throws common::Error(kUsage) for another number of labels, and for no pixels.
double TotalVariation(int width, int height, std::span<const Label> labels);

// What 16-bit files hold: scale times the disparity, rounded and at least 1, and 0 for unknown. With scale
// 256 that is the convention of KITTI. Throws common::Error(kUsage) unless the scale is > 0 and all fit.
std::vector<uint16_t> DisparitiesAs16Bits(const DisparityMap& disparities, double scale);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_DISPARITY_H_
