#include "structured_learning/localization/search/word_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "common/error.h"

namespace structlab::structured_learning {

void CheckWordImage(const WordImage& image, int num_words, const std::string& where) {
  if (std::min(image.width, image.height) < 1 || std::max(image.width, image.height) > kMaxImageSide) {
    common::ThrowDataError(where, fmt::format("an image of 1 to {} pixels on each side", kMaxImageSide),
                           fmt::format("{} x {}", image.width, image.height));
  }
  for (size_t k = 0; k < image.points.size(); ++k) {
    const WordPoint& point = image.points[k];
    if (point.x >= image.width || point.y >= image.height) {
      common::ThrowDataError(where, fmt::format("points within {} x {} pixels", image.width, image.height),
                             fmt::format("point {} at {} {}", k + 1, point.x, point.y));
    }
    if (point.word < 0 || point.word >= num_words) {
      common::ThrowDataError(where, fmt::format("words from 0 to {}", num_words - 1),
                             fmt::format("word {} of point {}", point.word, k + 1),
                             "use the weights and the images of one code book");
    }
  }
}

int NumWords(const WordImage& image) {
  constexpr int kMost = std::numeric_limits<int32_t>::max() - 1;  // CheckWordImage refuses larger words
  int num_words = 0;
  for (const WordPoint& point : image.points)
    num_words = std::max(num_words, std::min(point.word, kMost) + 1);
  return num_words;
}

WordImage WithoutPointsIn(const WordImage& image, const PixelBox& box) {
  WordImage rest{image.width, image.height, {}};
  for (const WordPoint& point : image.points) {
    if (!point.IsIn(box)) rest.points.push_back(point);
  }
  return rest;
}

}  // namespace structlab::structured_learning
