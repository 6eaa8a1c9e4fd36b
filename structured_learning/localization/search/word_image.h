// Images as points with visual words: the quantised local features of an image and where they are.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_IMAGE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_IMAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "structured_learning/localization/search/pixel_box.h"

namespace structlab::structured_learning {

// The largest width and height of an image.
inline constexpr int kMaxImageSide = 32'767;

// A local feature at pixel (x, y): the number of its nearest cluster center. 8 bytes.
struct WordPoint {
  uint16_t x = 0, y = 0;
  int32_t word = 0;

  bool IsIn(const PixelBox& box) const {
    return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  }
  friend bool operator==(const WordPoint&, const WordPoint&) = default;
};

// Several points may be at the same pixel.
struct WordImage {
  int width = 0, height = 0;  // pixels
  std::vector<WordPoint> points;

  // The whole image.
  PixelBox Frame() const { return {0, 0, width - 1, height - 1}; }
  friend bool operator==(const WordImage&, const WordImage&) = default;
};

// Throws common::Error (data) at `where` unless width and height are in [1, kMaxImageSide] and all points are
// within the image and have words in [0, num_words).
void CheckWordImage(const WordImage& image, int num_words, const std::string& where);

// 1 + the largest word; 0 without points.
int NumWords(const WordImage& image);

// The image without the points in the box.
WordImage WithoutPointsIn(const WordImage& image, const PixelBox& box);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_WORD_IMAGE_H_
