// The energy of the disparities of a rectified pair of images (Dokania 2016, section 3.6.2).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_STEREO_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_STEREO_H_

#include <cstdint>

#include "graphical_models/images/image.h"
#include "graphical_models/model/grid_energy.h"

namespace structlab::graphical_models {

// When two neighbours of the left image count as similar.
enum class SimilarNeighbours {
  kMeanSquare,   // dR^2 + dG^2 + dB^2 < 3 threshold^2
  kAbsoluteSum,  // |dR| + |dG| + |dB| < threshold
};

// The cost of a disparity whose column is outside of the right image.
enum class OutsideColumns {
  kTruncation,   // the largest unary: unary_truncation, or 765 if that is smaller
  kFirstColumn,  // the colour distance to column 0
};

// The defaults are the source's settings for tsukuba. The source does not specify `similarity` and `outside`,
// nor whether thresholds are for one channel or for three; there the defaults are those of its author's
// released program.
struct StereoOptions {
  int labels = 16;                 // disparities 0 to labels - 1 pixels; at most the width of the image
  int unary_truncation = 765;      // limit of the colour distance, >= 0; 765 is the largest distance
  int slope = 20;                  // nu: cost of a step of one disparity, >= 0; larger: smoother
  int truncation = 5;              // M: larger steps cost no more, >= 0; smaller: edges are kept
  int gradient_threshold = 8;      // neighbours that are similar (SimilarNeighbours) have ...
  int weight_below_threshold = 2;  // ... this weight, >= 0; all others have weight 1
  SimilarNeighbours similarity = SimilarNeighbours::kMeanSquare;
  OutsideColumns outside = OutsideColumns::kTruncation;
};

// The energy of a disparity map. A label is the disparity d of a pixel (x, y) of the left image, which is
// seen at (x - d, y) in the right image:
//
//   unary = min(|dR| + |dG| + |dB| of left (x, y) and right (x - d, y), unary_truncation)
//   pair  = weight * slope * min(|a - b|, truncation), 4-connected
//
// where the weight depends on the colours of the two neighbours in the left image. Intensities are 0 to 255.
// The potential is TruncatedLinear{slope, truncation}.
//
//   const GridEnergy<int32_t> energy = StereoEnergy(left, right, {.labels = 16});
//   const MapResult result = MinimizeTrws(energy);
//
// Throws common::Error(kUsage) for options out of range, and for images without pixels or of different sizes.
// O(pixels * labels). Memory: 4 bytes a pixel and label.
GridEnergy<int32_t> StereoEnergy(const Image& left, const Image& right, const StereoOptions& options);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_STEREO_H_
