// The authors' examples of efficient subwindow search: three photographs as points of visual words.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_ESS_EXAMPLES_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_ESS_EXAMPLES_H_

#include <string>
#include <vector>

#include "structured_learning/localization/search/box_search.h"
#include "structured_learning/localization/search/word_image.h"

namespace structlab::datasets {

struct EssExample {
  std::string name;  // "cow"
  structured_learning::WordImage image = {};
  std::vector<double> weights = {};
  structured_learning::BoxFeatures features = structured_learning::BoxFeatures::kWords;
  // What the authors' program prints, in its order: as many boxes as it is asked for.
  std::vector<structured_learning::ValuedBox> printed = {};
};

// cow, car-l1, car-l2 and test_corners. `folder` is what ResolveDataset found; empty for drawn points and
// weights, which have no printed boxes. Throws common::Error as the readers of word_files.h do.
std::vector<EssExample> LoadEssExamples(const std::string& folder);

// The image that the authors train on, and its true box: of ess_000006.clst with ess_car.gtbox, or drawn.
struct EssTrainingImage {
  structured_learning::WordImage image;
  structured_learning::PixelBox truth;
};
EssTrainingImage LoadEssTrainingImage(const std::string& folder);

// Points at random pixels with random words, of which the first half of the words are three times as frequent
// in the box. Deterministic in the seed.
structured_learning::WordImage DrawWordImage(int width, int height, int points, int words,
                                             const structured_learning::PixelBox& box, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OBJECTS_ESS_EXAMPLES_H_
