// Draws boxes into images.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_DRAW_BOXES_H_
#define STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_DRAW_BOXES_H_

#include <vector>

#include "graphical_models/images/image.h"
#include "structured_learning/localization/detection/find_objects.h"

namespace structlab::tools {

// The image in colour with the outlines of the boxes, which lie within it: the first one yellow, the others
// blue, both with a black line inside. Lines are 1 pixel wide for each 200 pixels of the longer side, at
// least 1, and lie within the box.
graphical_models::Image DrawBoxes(const graphical_models::Image& image,
                                  const std::vector<structured_learning::ScoredBox>& boxes);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_LOCALIZE_DRAW_BOXES_H_
