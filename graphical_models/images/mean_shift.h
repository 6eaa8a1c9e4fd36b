// The mean shift of a colour image, which leaves patches of one colour.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_MEAN_SHIFT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_MEAN_SHIFT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.h"

namespace structlab::graphical_models {

// Replaces the colour of each pixel by that of the mode that it climbs to (Comaniciu, Meer: Mean shift, a
// robust approach toward feature space analysis, PAMI 2002): at most 5 times place and colour are replaced by
// the rounded means over the pixels of the square window of that radius whose colours lie within the other
// radius; it ends where the place stays, or place and colour move by 1 or less together (|dx| + |dy| + the
// squared distance of the colours). Colours are three bytes a pixel, row by row.
//
// The result is that of OpenCV's pyrMeanShiftFiltering at one level, to the last bit, which takes as long as
// one thread here and cannot be stopped: a tenth of a second for 450 x 375 pixels and a radius of 7. O(pixels
// * spatial_radius^2). Rows side by side; each is a StopPoint (common/stop_point.h).
std::vector<uint8_t> MeanShift(std::span<const uint8_t> colors, int width, int height, double spatial_radius,
                               double color_radius, common::ThreadPool& pool);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_MEAN_SHIFT_H_
