// Colours in a space where equal distances look about equal.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_LAB_COLOR_H_
#define STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_LAB_COLOR_H_

#include "graphical_models/images/image.h"
#include "structured_learning/problem/graph_labeling/graph_sample.h"

namespace structlab::structured_learning {

// L*, a* and b* of CIE 1976 for each pixel of an sRGB image with the white point D65: a row for each pixel.
// L* is from 0 (black) to 100 (white); a* and b* are about 0 for grey pixels.
DenseRows LabColors(const graphical_models::Image& image);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_SEGMENTATION_FEATURES_LAB_COLOR_H_
