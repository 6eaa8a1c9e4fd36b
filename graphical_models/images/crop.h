// Parts of images, disparity maps and segmentations.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_CROP_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_CROP_H_

#include "graphical_models/images/disparity.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/regions.h"

namespace structlab::graphical_models {

struct Rectangle {
  int x = 0, y = 0;  // of its upper left pixel
  int width = 0, height = 0;
};

// The middle of an image of this size: at most `width` x `height` pixels, where 0 is the whole side. What is
// left over on both sides differs by at most one pixel.
Rectangle MiddleOf(int image_width, int image_height, int width, int height);

// The pixels in the rectangle. The regions of a segmentation of an image of that size keep their pixels;
// those without a pixel in the rectangle are left out, and the others are numbered by their first pixels.
// Throw common::Error(kUsage) for a rectangle that is not within the image, or an image or segmentation with
// a wrong number of values. Linear time.
Image Crop(const Image& image, const Rectangle& part);
DisparityMap Crop(const DisparityMap& map, const Rectangle& part);
Segmentation Crop(const Segmentation& regions, int image_width, int image_height, const Rectangle& part);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_CROP_H_
