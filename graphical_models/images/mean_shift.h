// Mean-shift filtering of a colour image, which results in patches of one colour.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_IMAGES_MEAN_SHIFT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_IMAGES_MEAN_SHIFT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.h"

namespace structlab::graphical_models {

// Replaces the colour of each pixel by that of the mode to which it climbs (Comaniciu, Meer: Mean shift, a
// robust approach toward feature space analysis, PAMI 2002). A step of a climb replaces place and colour by
// their rounded means over the pixels of the square window of spatial_radius around the place whose colours
// differ by at most color_radius. A climb ends after at most 5 steps, or when the place does not change, or
// when place and colour together change by 1 or less (|dx| + |dy| + the squared distance of the colours).
// Colours are three bytes a pixel, row by row.
//
// The result is that of OpenCV's pyrMeanShiftFiltering at one level, to the last bit. OpenCV takes as long as
// one thread here and cannot be stopped. Time: O(pixels * spatial_radius^2), a tenth of a second for 450 x
// 375 pixels and a radius of
// 7. Rows are filtered in parallel; the number of threads never changes the result. Each row is a StopPoint
// (common/stop_point.h).
std::vector<uint8_t> MeanShift(std::span<const uint8_t> colors, int width, int height, double spatial_radius,
                               double color_radius, common::ThreadPool& pool);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_IMAGES_MEAN_SHIFT_H_
