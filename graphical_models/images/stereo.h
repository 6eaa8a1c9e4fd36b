// The energy of the disparities of a rectified pair of images (Dokania 2016, section 3.6.2).
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_STEREO_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_STEREO_H_

#include <cstdint>

#include "graphical_models/images/image.h"
#include "graphical_models/model/grid_energy.h"

namespace structlab::graphical_models {

// When two neighbours of the left image are alike.
enum class LikeNeighbours {
  kMeanSquare,   // dR^2 + dG^2 + dB^2 < 3 threshold^2
  kAbsoluteSum,  // |dR| + |dG| + |dB| < threshold
};

// What a disparity costs that leads out of the right image.
enum class OutsideColumns {
  kTruncation,   // the largest unary: unary_truncation, or 765 if that is less
  kFirstColumn,  // the distance to column 0
};

// The source's for tsukuba are the defaults. It does not say what the last two settle, nor whether thresholds
// are of one channel or of three; the defaults are the choices of its author's released program.
struct StereoOptions {
  int labels = 16;                 // disparities 0 to labels - 1 pixels; at most the width of the image
  int unary_truncation = 765;      // of the colour distance: 765 is the largest there is
  int slope = 20;                  // nu: cost of a step of one disparity between neighbours, >= 0
  int truncation = 5;              // M: steps of more disparities cost no more, >= 0
  int gradient_threshold = 8;      // neighbours that are alike have ...
  int weight_below_threshold = 2;  // ... this weight, >= 0, all others 1
  LikeNeighbours like = LikeNeighbours::kMeanSquare;
  OutsideColumns outside = OutsideColumns::kTruncation;
};

// A label is the disparity d of a pixel (x, y) of the left image, which is seen at (x - d, y) of the right:
//
//   unary = min(|dR| + |dG| + |dB| of left (x, y) and right (x - d, y), unary_truncation)
//   pair  = weight * slope * min(|a - b|, truncation), 4-connected
//
// where the weight is decided by the colours of the two neighbours in the left image. Intensities are 0 to
// 255. The potential is TruncatedLinear{slope, truncation}. O(pixels * labels); memory 4 bytes a pixel and
// label.
//
// Throws common::Error(kUsage) for options out of their range, images without pixels and of different sizes.
GridEnergy<int32_t> StereoEnergy(const Image& left, const Image& right, const StereoOptions& options);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_STEREO_H_
