#include "experiments/datasets/objects/ess_examples.h"

#include <cstdint>
#include <sstream>
#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "common/random_stream.h"
#include "experiments/datasets/catalogue.h"
#include "structured_learning/localization/search/word_files.h"

namespace structlab::datasets {

using namespace structured_learning;

namespace {

// Sizes and outputs of README.txt of ESS 1.1 and of the examples' readme files.
std::vector<EssExample> ReadExamples(const std::string& folder) {
  const std::string examples = folder + "/ess_examples/";
  const auto read = [&](const std::string& points, ImageSize size, const std::string& name,
                        BoxFeatures features, std::vector<ValuedBox> printed) {
    return EssExample{.name = name,
                      .image = ReadWordPoints(examples + points + ".clst", size),
                      .weights = ReadWordWeights(examples + name + ".weight"),
                      .features = features,
                      .printed = std::move(printed)};
  };
  return {read("cow", {368, 272}, "cow", BoxFeatures::kWords, {{{89, 117, 258, 209}, 10978.8779297}}),
          read("car", {151, 101}, "car-l1", BoxFeatures::kWords,
               {{{39, 56, 118, 77}, 1.51183950901},
                {{4, 61, 144, 65}, 0.286267101765},
                {{53, 88, 147, 90}, 0.138369500637}}),
          read("car", {151, 101}, "car-l2", BoxFeatures::kWordPyramid,
               {{{33, 55, 115, 77}, 1.69141745567}, {{4, 60, 136, 65}, 0.15714520216}}),
          read("test_corners", {5, 5}, "test_corners", BoxFeatures::kWords,
               {{{4, 4, 4, 4}, 1.4}, {{4, 0, 4, 1}, 1.3}, {{1, 4, 1, 4}, 1.2}, {{1, 1, 1, 1}, 1.1}})};
}

std::vector<EssExample> DrawExamples() {
  constexpr int kWords = 50;
  std::vector<EssExample> examples;
  for (const BoxFeatures features : {BoxFeatures::kWords, BoxFeatures::kWordPyramid}) {
    const bool is_pyramid = features == BoxFeatures::kWordPyramid;
    EssExample example{.name = is_pyramid ? "drawn pyramid" : "drawn words", .features = features};
    example.image = DrawWordImage(120, 90, 1500, kWords, {30, 20, 80, 60}, kStandInSeed);
    common::RandomStream stream(kStandInSeed, "ess/weights");
    for (int cell = 0; cell < (is_pyramid ? 5 : 1); ++cell) {
      for (int word = 0; word < kWords; ++word) {
        example.weights.push_back((word < kWords / 2 ? 0.5 : -1) + 0.3 * stream.Normal());
      }
    }
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace

WordImage DrawWordImage(int width, int height, int points, int words, const PixelBox& box, uint64_t seed) {
  common::RandomStream stream(seed, "ess/points");
  WordImage image{.width = width, .height = height, .points = {}};
  while (std::ssize(image.points) < points) {
    WordPoint point{.x = static_cast<uint16_t>(stream.UniformIndex(width)),
                    .y = static_cast<uint16_t>(stream.UniformIndex(height)),
                    .word = static_cast<int32_t>(stream.UniformIndex(words))};
    const bool is_frequent = point.IsIn(box) && point.word < words / 2;
    if (is_frequent || stream.UniformIndex(3) == 0) image.points.push_back(point);
  }
  return image;
}

std::vector<EssExample> LoadEssExamples(const std::string& folder) {
  return folder.empty() ? DrawExamples() : ReadExamples(folder);
}

EssTrainingImage LoadEssTrainingImage(const std::string& folder) {
  if (folder.empty()) {
    const PixelBox truth{40, 30, 110, 80};
    return {DrawWordImage(160, 120, 3000, 100, truth, kStandInSeed), truth};
  }
  const std::string path = folder + "/ess_car.gtbox";
  std::istringstream line(common::ReadFile(path));
  std::string image;
  PixelBox box;
  if (!(line >> image >> box.left >> box.top >> box.right >> box.bottom)) {
    common::ThrowDataError(path + ":1", "a number of an image and four sides of a box", "something else");
  }
  EssTrainingImage training{ReadWordPoints(folder + "/ess_000006.clst"), box};
  CheckBox(box, training.image.width, training.image.height, path + ":1");
  return training;
}

}  // namespace structlab::datasets
