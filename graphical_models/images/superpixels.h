// Superpixels by mean shift.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXELS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXELS_H_

#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"

namespace structlab::graphical_models {

// The space in which distances of colours are measured. In L*u*v* equal distances look equal: black and white
// have the distance 100, and 1 is about 2.6 grey values of 255.
enum class ColorSpace { kLuv, kRgb };

// Dokania 2016 does not give these settings. The defaults, except for the size, are those of EDISON, the
// program of Comaniciu and Meer that its author used.
struct SuperpixelOptions {
  double spatial_radius = 7;  // of the window in pixels, from 1 to 100; rounded. Larger: slower
  double color_radius = 6.5;  // of the window in the colour space, from 0 to 442. Larger: fewer regions
  int min_size = 50;          // of a region in pixels, >= 1; smaller regions are merged
  ColorSpace space = ColorSpace::kLuv;
  int threads = 1;  // for the filtering; the result is the same with any number
};

// Mean-shift segmentation (Comaniciu, Meer: Mean shift, a robust approach toward feature space analysis, PAMI
// 2002). Every pixel climbs to the mode of its window (mean_shift.h); RegionsOfSimilarColor then makes
// regions of similar modes.
//
//   const Segmentation superpixels = MeanShiftSuperpixels(image, {.min_size = 300});
//
// L*, u* and v* of sRGB are rounded to whole numbers, since a climb takes 8 bits. If an image spans more than
// 255 of u* or v*, as pure green and pure red do, the largest values are cut off. An image without pixels has
// no regions. Throws common::Error(kUsage) for options out of range. O(pixels * spatial_radius^2), about a
// second for 450 x 375 pixels. Deterministic. Can be stopped (common/stop_point.h).
Segmentation MeanShiftSuperpixels(const Image& image, const SuperpixelOptions& options = {});

// Computes OpenCV's tables for L*u*v*, which takes a fifth of a second and otherwise happens in the first
// call above. A program that forks a process for each image calls this before. Starts no thread.
void PrepareSuperpixels();

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_SUPERPIXELS_H_
