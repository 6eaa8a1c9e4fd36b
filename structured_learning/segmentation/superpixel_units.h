// Superpixels as units. Needs OpenCV, so it is a target of its own.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SUPERPIXEL_UNITS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SUPERPIXEL_UNITS_H_

#include "graphical_models/images/image.h"
#include "structured_learning/segmentation/image_units.h"

namespace structlab::structured_learning {

// The mean-shift regions of at least min_size pixels of the reduced image (graphical_models/images/
// superpixels.h). The colour radius is 1.5, a quarter of the default there, because a region that covers both
// labels cannot be labelled right. Throws common::Error(kUsage) as ReduceImage does, and for min_size < 1.
// Can be stopped (common/stop_point.h).
ImageUnits SuperpixelUnits(const graphical_models::Image& image, int max_side, int min_size);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_SUPERPIXEL_UNITS_H_
