// Superpixels by mean shift, and the cliques that they are.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXELS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXELS_H_

#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"

namespace structlab::graphical_models {

// In which colours lie apart. In L*u*v* equal distances look alike: black is 100 from white, and about 2.6
// grey values of 255 are 1.
enum class ColorSpace { kLuv, kRgb };

// Dokania 2016 does not give them; the defaults are those of EDISON, the program of Comaniciu and Meer, which
// its author used, but for the size.
struct SuperpixelOptions {
  double spatial_radius = 7;  // of the window in pixels, from 1 to 100; rounded
  double color_radius = 6.5;  // of the window in the colours, from 0 to 442
  int min_size = 50;          // of a region in pixels, >= 1
  ColorSpace space = ColorSpace::kLuv;
  int threads = 1;  // of the climbs; the result is the same with any number
};

// Mean-shift segmentation (Comaniciu, Meer: Mean shift, a robust approach toward feature space analysis,
// PAMI 2002): every pixel climbs to the mode of its window (mean_shift.h), and the regions of like modes are
// those of RegionsOfLikeColor. L*, u* and v* of sRGB are rounded to whole numbers, since a climb takes 8
// bits; where an image spans more than 255 of u* or v*, as pure green and pure red do, the largest are cut
// off. An image without pixels has no regions. Throws common::Error(kUsage) for options out of their range.
// O(pixels * spatial_radius^2), about a second for 450 x 375 pixels. Deterministic. Can be stopped
// (common/stop_point.h).
Segmentation MeanShiftSuperpixels(const Image& image, const SuperpixelOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXELS_H_
