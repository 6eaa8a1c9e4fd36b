// How well found boxes agree with true boxes.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_BOX_MEASURES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_BOX_MEASURES_H_

#include <vector>

#include "structured_learning/localization/detection/find_objects.h"

namespace structlab::structured_learning {

// The true and the found boxes of an image.
struct FoundInImage {
  std::vector<PixelBox> truths = {};
  // Objects that are neither learned nor counted, such as difficult ones (VOC) and crowds (COCO): it does not
  // matter whether they are found.
  std::vector<PixelBox> ignored = {};
  std::vector<ScoredBox> found = {};  // in any order
};

struct BoxMeasures {
  int images_with_object = 0, images_without_object = 0, objects = 0, finds = 0;
  // Over images with an object: the overlap of the find with the highest score (of equals the first) and the
  // true box that is nearest to it; 0 without a find. NaN without such images.
  double mean_overlap = 0;
  double share_at_50 = 0, share_at_75 = 0;  // of these images: with an overlap of at least 0.5 and 0.75
  // The share of the images without an object (neither true nor ignored) in which nothing is found. NaN
  // without such images.
  double share_empty = 0;
  // The average precision at overlaps of at least 0.5 and 0.75, over all images. NaN without true boxes.
  double average_precision_50 = 0, average_precision_75 = 0;
};

BoxMeasures MeasureBoxes(const std::vector<FoundInImage>& images);

// Average precision as in the PASCAL VOC challenges since 2010 (Everingham et al., development kit 2012,
// section 3.4.1): the area below the curve of precision over recall, where the precision at a recall is the
// highest one at this or a larger recall. Finds are taken in the order of decreasing score; finds with equal
// scores enter the curve together, so that their order does not matter much. Each find belongs to the box of
// its image with the largest overlap, of equals a true one before an ignored one, then the first. It is right
// if this overlap is at least min_overlap and the box has not been found before; it does not count if the box
// is an ignored one; otherwise it is wrong. NaN without true boxes. O(finds (log finds + boxes of an image)).
double AveragePrecision(const std::vector<FoundInImage>& images, double min_overlap);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_DETECTION_BOX_MEASURES_H_
