#include "structured_learning/localization/search/pixel_box.h"

#include <fmt/format.h>

#include "common/error.h"

namespace structlab::structured_learning {

double NearestOverlapLoss(std::span<const PixelBox> truths, const FoundObject& y) {
  if (truths.empty() || !y) return truths.empty() == !y ? 0 : 1;
  double loss = 1;
  for (const PixelBox& truth : truths) loss = std::min(loss, OverlapLoss(truth, y));
  return loss;
}

std::string FormatBox(const PixelBox& box) {
  return fmt::format("{} {} {} {}", box.left, box.top, box.right, box.bottom);
}

void CheckBox(const PixelBox& box, int width, int height, const std::string& where) {
  if (box.left > box.right || box.top > box.bottom) {
    common::ThrowDataError(where, "a box with left <= right and top <= bottom", FormatBox(box),
                           "write the box as left, top, right, bottom");
  }
  if (box.left < 0 || box.top < 0 || box.right >= width || box.bottom >= height) {
    common::ThrowDataError(where, fmt::format("a box within the image of {} x {} pixels", width, height),
                           FormatBox(box), "count pixels from 0; all four sides are inside");
  }
}

double LossUpperBound(const BoxSet& set, const PixelBox& truth) {
  const int64_t common = Area(Intersection(set.Smallest(), truth));
  if (common == 0) return 1;
  const PixelBox largest = set.Largest();
  const int64_t joined = Area(largest) + Area(truth) - Area(Intersection(largest, truth));
  return 1 - static_cast<double>(common) / static_cast<double>(joined);
}

double LossLowerBound(const BoxSet& set, const PixelBox& truth) {
  const int64_t common = Area(Intersection(set.Largest(), truth));
  const PixelBox smallest = set.Smallest();
  const int64_t joined = Area(smallest) + Area(truth) - Area(Intersection(smallest, truth));
  return common >= joined ? 0 : 1 - static_cast<double>(common) / static_cast<double>(joined);
}

double AuthorsLossUpperBound(const BoxSet& set, const PixelBox& truth) {
  const PixelBox smallest = set.Smallest();
  const int64_t common = Area(Intersection(smallest, truth)), area = Area(truth);
  if (common == 0) return 1;
  const int64_t joined = area + Area(set.Largest()) - common;
  const double ratio = static_cast<double>(Area(smallest) + area) / static_cast<double>(joined);
  return 1 - std::clamp(ratio - 1, 0.0, 1.0);
}

}  // namespace structlab::structured_learning
