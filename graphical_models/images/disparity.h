// Disparity maps: comparison with the truth, occlusion masks, and pictures of them.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_DISPARITY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_DISPARITY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/images/image.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Marks a disparity that is not known. All others are >= 0 and finite.
inline constexpr double kUnknownDisparity = -1;

struct DisparityMap {
  int width = 0;
  int height = 0;
  std::vector<double> values;  // in pixels, [y * width + x]

  friend bool operator==(const DisparityMap&, const DisparityMap&) = default;
};

// The map of a labeling; labels are disparities. Throws common::Error(kUsage) for another number of labels
// and for negative ones.
DisparityMap DisparitiesOfLabels(int width, int height, std::span<const Label> labels);

// The map of a grey image whose values are `scale` times the disparity, with 0 for unknown (Middlebury).
// Throws common::Error(kUsage) for colour images and unless the scale is > 0.
DisparityMap DisparitiesOfImage(const Image& stored, double scale);

struct BadPixels {
  int64_t counted = 0;    // number of pixels that were compared
  int64_t bad = 0;        // number of these that are wrong
  double share() const {  // NaN if no pixel was compared
    return static_cast<double>(bad) / static_cast<double>(counted);
  }
};

// Compares the pixels whose true disparity is known and, if a mask is given, whose mask is 0. A pixel is bad
// if it differs by more than the threshold or is unknown in `found`. Throws common::Error(kUsage) for
// different sizes.
//
//   const DisparityMap found = DisparitiesOfLabels(width, height, result.labeling);
//   const double share = CountBadPixels(found, DisparitiesOfImage(truth, 16)).share();
BadPixels CountBadPixels(const DisparityMap& found, const DisparityMap& truth,
                         const Image* excluded = nullptr, double threshold = 1);

// A mask of the left image by left-right consistency: 255 where a pixel of known disparity d is not seen in
// the right image, otherwise 0. It is not seen if column x - d, rounded, is outside of the right image, or if
// the disparity there is unknown or differs by more than the tolerance. In the right map, column x belongs to
// column x + d of the left image. Throws common::Error(kUsage) for different sizes.
Image OcclusionMask(const DisparityMap& left, const DisparityMap& right, double tolerance = 1);

// A picture with colours from dark to bright for disparities from 0 to `max_disparity` (larger ones get the
// brightest), and black for unknown. The colours are Green's cubehelix (A colour scheme for the display of
// astronomical intensity images, 2011) from 15% to 95% of full brightness, whose order a grey print
// preserves. Throws common::Error(kUsage) unless max_disparity is > 0.
Image ColorDisparities(const DisparityMap& disparities, double max_disparity);

// How much labels change between neighbours: the sum of |a - b| over all 4-connected pairs, divided by the
// number of pixels. Throws common::Error(kUsage) for another number of labels, and if there is no pixel.
double TotalVariation(int width, int height, std::span<const Label> labels);

// The values of a 16-bit file: scale times the disparity, rounded and at least 1; 0 for unknown. Scale 256 is
// KITTI's convention. Throws common::Error(kUsage) unless the scale is > 0 and all values fit.
std::vector<uint16_t> DisparitiesAs16Bits(const DisparityMap& disparities, double scale);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_DISPARITY_H_
