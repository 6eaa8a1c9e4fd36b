// Small random images of visual words, and reference searches that try every box; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_RANDOM_WORD_IMAGES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_RANDOM_WORD_IMAGES_H_

#include <cstdint>
#include <vector>

#include "structured_learning/localization/search/box_score.h"
#include "structured_learning/localization/search/box_search.h"
#include "structured_learning/localization/search/word_image.h"

namespace structlab::structured_learning {

struct RandomImageOptions {
  int max_side = 6;   // of 1 to so many pixels
  int num_words = 4;  // words 0..num_words - 1
};

// An image with no point up to two points for each pixel: some images have empty rows and columns, others
// several points at a pixel.
WordImage RandomWordImage(uint64_t seed, const RandomImageOptions& options = {});

// Independent normal numbers; for every third seed small integers, so that values of boxes are equal; for
// every seventh seed all <= 0.
std::vector<double> RandomWordWeights(uint64_t seed, int size);

// A box within the image.
PixelBox RandomBox(uint64_t seed, int width, int height);

// All boxes of an image in increasing order.
std::vector<PixelBox> AllBoxes(int width, int height);

// The sum of the weights of the points in the box, without tables.
double PlainScore(const WordImage& image, const std::vector<double>& weights, const PixelBox& box);

// The image and weights of the worked example of 4 x 4 pixels: a point of its own word at each pixel, word
// 4 y + x.
WordImage WorkedExampleImage();
std::vector<double> WorkedExampleWeights();

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_SEARCH_RANDOM_WORD_IMAGES_H_
