#include "structured_learning/segmentation/superpixel_units.h"

#include <utility>

#include "graphical_models/images/superpixels.h"

namespace structlab::structured_learning {
namespace {

constexpr double kColorRadius = 1.5;

}  // namespace

ImageUnits SuperpixelUnits(const graphical_models::Image& image, int max_side, int min_size) {
  graphical_models::Image reduced = ReduceImage(image, max_side);
  const graphical_models::Segmentation regions =
      graphical_models::MeanShiftSuperpixels(reduced, {.color_radius = kColorRadius, .min_size = min_size});
  return RegionUnits(image.width, image.height, std::move(reduced), regions);
}

}  // namespace structlab::structured_learning
