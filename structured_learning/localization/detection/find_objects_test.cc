#include "structured_learning/localization/detection/find_objects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/localization/search/box_scan.h"
#include "structured_learning/localization/search/random_word_images.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

LocalizationModel ModelOf(const std::vector<double>& weights, LocalizationKernel kernel) {
  LocalizationModel model;
  model.kernel = kernel;
  model.num_words = static_cast<int>(weights.size()) / (kernel == LocalizationKernel::kWords ? 1 : 5);
  model.weights = Eigen::Map<const DenseVector>(weights.data(), std::ssize(weights));
  model.cells = 0;
  return model;
}

TEST(FindObjects, BeginsWithTheBestBox) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const WordImage image = RandomWordImage(seed);
    for (const LocalizationKernel kernel : {LocalizationKernel::kWords, LocalizationKernel::kWordPyramid}) {
      const std::vector<double> weights =
          RandomWordWeights(seed, kernel == LocalizationKernel::kWords ? 4 : 20);
      const LocalizationModel model = ModelOf(weights, kernel);
      const auto score = MakeBoxScore(FeaturesOf(kernel), image, weights);
      double best = -std::numeric_limits<double>::infinity();
      for (const PixelBox& box : AllBoxes(image.width, image.height))
        best = std::max(best, score->ScoreOf(box));
      const std::vector<ScoredBox> found = FindObjects(model, image, 3);
      ASSERT_EQ(found.empty(), image.points.empty());
      if (found.empty()) continue;
      EXPECT_NEAR(found[0].score, best, 1e-9);
      EXPECT_NEAR(score->ScoreOf(found[0].box), best, 1e-9);
      EXPECT_TRUE(std::ranges::is_sorted(found, std::ranges::greater(), &ScoredBox::score));
      EXPECT_EQ(FindObjects(model, image, 1)[0], found[0]);
    }
  }
}

// Two groups of points of word 0 on points of word 1.
WordImage TwoObjects() {
  WordImage image{40, 30, {}};
  for (uint16_t y = 0; y < 30; y += 2) {
    for (uint16_t x = 0; x < 40; x += 2) {
      const bool is_object =
          (x >= 4 && x < 14 && y >= 6 && y < 20) || (x >= 24 && x < 30 && y >= 10 && y < 26);
      image.points.push_back({x, y, is_object ? 0 : 1});
    }
  }
  return image;
}

TEST(FindObjects, FindsSeveralObjectsBestFirst) {
  LocalizationModel model = ModelOf({1, -1}, LocalizationKernel::kWords);
  model.min_score = 0;
  std::vector<ScoredBox> found = FindObjects(model, TwoObjects(), 10);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], (ScoredBox{{3, 5, 12, 18}, 35}));
  EXPECT_EQ(found[1], (ScoredBox{{23, 9, 28, 24}, 24}));
  EXPECT_EQ(FindObjects(model, TwoObjects(), 1).size(), 1u);
  // Cells of 4 x 4 pixels, whose borders are also those of the first object in x.
  model.cells = 10;
  found = FindObjects(model, TwoObjects(), 1);
  ASSERT_EQ(found.size(), 1u);
  for (const int side : {found[0].box.left, found[0].box.right + 1}) EXPECT_EQ(side % 4, 0);
  EXPECT_GT(Overlap(found[0].box, {4, 6, 13, 19}), 0.6);
}

TEST(FindObjects, NeedsAScoreAboveTheLimitIfThereMayBeNoObject) {
  LocalizationModel model = ModelOf({-1, -2}, LocalizationKernel::kWords);
  EXPECT_EQ(FindObjects(model, TwoObjects(), 1).size(), 1u);
  EXPECT_EQ(FindObjects(model, WordImage{5, 5, {}}, 1).size(), 0u);
  model.min_score = 0;
  EXPECT_EQ(FindObjects(model, TwoObjects(), 1).size(), 0u);
  model = ModelOf({1, -1}, LocalizationKernel::kWords);
  for (const auto& [min_score, count] : {std::pair(23.5, 2u), std::pair(24.0, 1u), std::pair(35.0, 0u)}) {
    model.min_score = min_score;
    EXPECT_EQ(FindObjects(model, TwoObjects(), 5).size(), count);
  }
}

TEST(FindObjects, SuppressesOverlaps) {
  const std::vector<ScoredBox> boxes = {
      {{0, 0, 9, 9}, 4}, {{0, 0, 9, 4}, 3}, {{0, 5, 9, 14}, 2}, {{20, 0, 29, 9}, 1}};
  EXPECT_EQ(SuppressOverlaps(boxes, 1), boxes);
  EXPECT_EQ(SuppressOverlaps(boxes, 0.5), boxes);  // overlaps 1/2, 1/3 and 0
  EXPECT_EQ(SuppressOverlaps(boxes, 0.4), (std::vector<ScoredBox>{boxes[0], boxes[2], boxes[3]}));
  EXPECT_EQ(SuppressOverlaps(boxes, 0), (std::vector<ScoredBox>{boxes[0], boxes[3]}));
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const WordImage image = RandomWordImage(seed, {.max_side = 12});
    for (const double max_overlap : {0.0, 0.3, 1.0}) {
      LocalizationModel model = ModelOf(RandomWordWeights(seed, 4), LocalizationKernel::kWords);
      model.max_overlap = max_overlap;
      const std::vector<ScoredBox> found = FindObjects(model, image, 6);
      EXPECT_EQ(SuppressOverlaps(found, max_overlap), found);
      EXPECT_TRUE(std::ranges::is_sorted(found, std::ranges::greater(), [](const ScoredBox& box) {
        return box.score - 1e-12;
      })) << seed;
    }
  }
}

TEST(FindObjects, RefusesPointsOfOtherWords) {
  const LocalizationModel model = ModelOf({1, -1}, LocalizationKernel::kWords);
  const WordImage image{5, 5, {{1, 1, 2}}};
  EXPECT_EQ(
      MessageOf(ErrorKind::kData, [&] { FindObjects(model, image, 1, "a.clst"); }),
      "a.clst: expected words from 0 to 1, as the model has, found 2; take points that were made with the "
      "same code book");
  EXPECT_EQ(
      MessageOf(ErrorKind::kUsage, [&] { WordsForModel(model, graphical_models::UniformImage(9, 9, 1)); }),
      "model: expected one that was trained on images, found one that was trained on points; take files of "
      "points");
}

}  // namespace
}  // namespace structlab::structured_learning
