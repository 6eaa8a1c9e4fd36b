// Partitions of an image into connected regions.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_REGIONS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_REGIONS_H_

#include <string>
#include <vector>

#include "graphical_models/images/image.h"

namespace structlab::graphical_models {

struct Segmentation {
  int count = 0;              // regions are 0 .. count - 1
  std::vector<int> of_pixel;  // the region of each; -1: in none

  // The pixels of each region, ascending.
  std::vector<std::vector<int>> Members() const;

  friend bool operator==(const Segmentation&, const Segmentation&) = default;
};

// Throws common::Error(kUsage) at `where` unless it has a region, or -1, for each of so many pixels and every
// region from 0 to count - 1 has one.
void CheckSegmentation(const Segmentation& segmentation, int num_pixels, const std::string& where);

// Neighbours (4-connected) of a Euclidean colour distance of at most `color_radius` are of one region. Then,
// while a region has fewer than `min_size` pixels and is not all, the smallest (of equal ones that of the
// first pixel) becomes part of the adjacent region of the nearest mean colour (of equal ones that of the
// first pixel). Every region is connected; they are numbered by their first pixels. Throws
// common::Error(kUsage) for a radius that is negative or not finite and a size below 1. O(pixels log^2
// pixels). Deterministic.
Segmentation RegionsOfLikeColor(const Image& image, double color_radius, int min_size);

// The same without the regions that have a pixel where the mask is 255; the others keep their order. Throws
// common::Error(kUsage) unless there is a value of the mask for each pixel.
Segmentation RegionsOutside(const Segmentation& segmentation, const Image& mask);

// The image in colours, its pixels beside another region in yellow. Throws common::Error(kUsage) for a
// segmentation that is none of the image.
Image PictureOfRegions(const Image& image, const Segmentation& segmentation);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_REGIONS_H_
