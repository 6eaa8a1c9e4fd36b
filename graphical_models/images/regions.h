// Partitions of an image into connected regions.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_REGIONS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_REGIONS_H_

#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

struct Segmentation {
  int count = 0;              // regions are numbered 0 .. count - 1
  std::vector<int> of_pixel;  // [pixel] its region; -1: in no region

  // The pixels of each region, ascending.
  std::vector<std::vector<int>> Members() const;

  friend bool operator==(const Segmentation&, const Segmentation&) = default;
};

// Throws common::Error(kUsage) at `where` unless each of num_pixels pixels has a region or -1, and every
// region from 0 to count - 1 has a pixel.
void CheckSegmentation(const Segmentation& segmentation, int num_pixels, const std::string& where);

// Regions of similar colour, in two steps:
// - Two neighbours (4-connected) whose colours have a Euclidean distance of at most `color_radius` are in one
//   region.
// - While a region has fewer than `min_size` pixels and is not the whole image, the smallest region becomes
//   part of the adjacent region with the nearest mean colour. Among equal ones, the region of the first pixel
//   is taken.
//
//   const Segmentation regions = RegionsOfSimilarColor(image, 6.5, 50);
//
// Every region is connected; regions are numbered by their first pixels. Throws common::Error(kUsage) for a
// radius that is negative or not finite and for a size below 1. O(pixels log^2 pixels). Deterministic.
Segmentation RegionsOfSimilarColor(const Image& image, double color_radius, int min_size);

// The segmentation without the regions that have a pixel where the mask is 255; the others keep their order.
// Throws common::Error(kUsage) unless the mask has a value for each pixel.
Segmentation RegionsOutside(const Segmentation& segmentation, const Image& mask);

// The image in colours, with pixels at the border of two regions in yellow. Throws common::Error(kUsage) if
// the segmentation does not fit the image.
Image PictureOfRegions(const Image& image, const Segmentation& segmentation);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_REGIONS_H_
