// Boxes of pixels, sets of boxes, and the overlap loss of object localisation (Lampert, Blaschko 2009).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_PIXEL_BOX_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_PIXEL_BOX_H_

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace structlab::structured_learning {

// A rectangle of pixels. All four sides are inside: {0, 0, 0, 0} has one pixel. It is empty if left > right
// or top > bottom. Boxes are ordered by left, top, right, bottom.
struct PixelBox {
  int left = 0, top = 0, right = 0, bottom = 0;

  friend auto operator<=>(const PixelBox&, const PixelBox&) = default;  // NOLINT(modernize-use-nullptr)
};

// Number of pixels; 0 for an empty box.
inline int64_t Area(const PixelBox& box) {
  const int64_t width = std::max<int64_t>(0, int64_t{box.right} - box.left + 1);
  return width * std::max<int64_t>(0, int64_t{box.bottom} - box.top + 1);
}

// The pixels that are in both boxes; may be empty.
inline PixelBox Intersection(const PixelBox& a, const PixelBox& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}

// Pixels in both boxes / pixels in at least one of them. At least one of the boxes is not empty.
inline double Overlap(const PixelBox& a, const PixelBox& b) {
  const int64_t common = Area(Intersection(a, b));
  return static_cast<double>(common) / static_cast<double>(Area(a) + Area(b) - common);
}

// What is found in an image: a box, or nothing if the image has no object. "No object" comes before all boxes
// in the order of outputs.
using FoundObject = std::optional<PixelBox>;

// The loss Delta of Lampert and Blaschko: 1 - overlap if both have an object, 0 if both have none, else 1.
inline double OverlapLoss(const FoundObject& truth, const FoundObject& y) {
  if (!truth || !y) return truth.has_value() == y.has_value() ? 0 : 1;
  return 1 - Overlap(*truth, *y);
}

// The loss to the nearest of several true boxes: their smallest OverlapLoss. No truths: the image has no
// object.
double NearestOverlapLoss(std::span<const PixelBox> truths, const FoundObject& y);

// "144 113 390 260": left, top, right, bottom.
std::string FormatBox(const PixelBox& box);

// Throws common::Error (data) at `where` unless the box is not empty and lies within the image.
void CheckBox(const PixelBox& box, int width, int height, const std::string& where);

// All boxes whose left is in [low.left, high.left], and so on for the other sides. The set has a box that is
// not empty if low.left <= high.right and low.top <= high.bottom.
struct BoxSet {
  PixelBox low, high;

  // The union of all boxes of the set; it is in the set.
  PixelBox Largest() const { return {low.left, low.top, high.right, high.bottom}; }
  // The intersection of all boxes of the set; may be empty.
  PixelBox Smallest() const { return {high.left, high.top, low.right, low.bottom}; }
  bool HasBox() const { return low.left <= high.right && low.top <= high.bottom; }
};

// Bounds of the overlap loss to `truth` over all boxes of the set that are not empty. Both equal the loss if
// the set has only one box. With the largest box Y, the smallest box y and the truth g:
//   upper: 1 - |y & g| / |Y or g|       (numerator smallest, denominator largest)
//   lower: 1 - |Y & g| / |y or g|, at least 0.
double LossUpperBound(const BoxSet& set, const PixelBox& truth);
double LossLowerBound(const BoxSet& set, const PixelBox& truth);
// The upper bound of the authors' program (ESSstruct 1.2), only for comparison: it is never below
// LossUpperBound. 1 - clamp((|y| + |g|) / (|g| + |Y| - |y & g|) - 1, 0, 1), and 1 where y & g is empty.
double AuthorsLossUpperBound(const BoxSet& set, const PixelBox& truth);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_PIXEL_BOX_H_
