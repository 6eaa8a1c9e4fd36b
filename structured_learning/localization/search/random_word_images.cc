#include "structured_learning/localization/search/random_word_images.h"

#include <algorithm>
#include <cmath>

#include "common/random_stream.h"

namespace structlab::structured_learning {

WordImage RandomWordImage(uint64_t seed, const RandomImageOptions& options) {
  common::RandomStream stream(seed, "word image");
  WordImage image;
  image.width = 1 + static_cast<int>(stream.UniformIndex(options.max_side));
  image.height = 1 + static_cast<int>(stream.UniformIndex(options.max_side));
  const uint64_t count = stream.UniformIndex(2 * image.width * image.height + 1);
  for (uint64_t k = 0; k < count; ++k) {
    image.points.push_back({static_cast<uint16_t>(stream.UniformIndex(image.width)),
                            static_cast<uint16_t>(stream.UniformIndex(image.height)),
                            static_cast<int32_t>(stream.UniformIndex(options.num_words))});
  }
  return image;
}

std::vector<double> RandomWordWeights(uint64_t seed, int size) {
  common::RandomStream stream(seed, "word weights");
  std::vector<double> weights(size);
  for (double& weight : weights) {
    weight = stream.Normal();
    if (seed % 3 == 0) weight = std::round(weight);
    if (seed % 7 == 0) weight = -std::abs(weight);
  }
  return weights;
}

PixelBox RandomBox(uint64_t seed, int width, int height) {
  common::RandomStream stream(seed, "box");
  const int x0 = static_cast<int>(stream.UniformIndex(width)),
            x1 = static_cast<int>(stream.UniformIndex(width));
  const int y0 = static_cast<int>(stream.UniformIndex(height));
  const int y1 = static_cast<int>(stream.UniformIndex(height));
  return {std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1)};
}

std::vector<PixelBox> AllBoxes(int width, int height) {
  std::vector<PixelBox> boxes;
  for (int left = 0; left < width; ++left) {
    for (int top = 0; top < height; ++top) {
      for (int right = left; right < width; ++right) {
        for (int bottom = top; bottom < height; ++bottom) boxes.push_back({left, top, right, bottom});
      }
    }
  }
  return boxes;
}

double PlainScore(const WordImage& image, const std::vector<double>& weights, const PixelBox& box) {
  double sum = 0;
  for (const WordPoint& point : image.points) sum += point.IsIn(box) ? weights[point.word] : 0;
  return sum;
}

WordImage WorkedExampleImage() {
  WordImage image{4, 4, {}};
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      image.points.push_back({static_cast<uint16_t>(x), static_cast<uint16_t>(y), 4 * y + x});
    }
  }
  return image;
}

std::vector<double> WorkedExampleWeights() {
  return {1, -2, 0.5, 0, -1, 3, 2, -0.5, 0.5, -1.5, 4, -2, -3, 1, -1.25, 0.5};
}

}  // namespace structlab::structured_learning
