// Scores of boxes, the grid search for scores without a bound, and limits of time and memory.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "structured_learning/localization/search/box_scan.h"
#include "structured_learning/localization/search/grid_search.h"
#include "structured_learning/localization/search/random_word_images.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

TEST(BoxScores, EqualPlainSums) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed);
    const std::vector<double> weights = RandomWordWeights(seed, 20);
    const std::vector<double> first(weights.begin(), weights.begin() + 4);
    const AdditiveBoxScore words(image, first);
    const PyramidBoxScore pyramid(image, weights);
    for (const PixelBox& box : AllBoxes(image.width, image.height)) {
      ASSERT_NEAR(words.ScoreOf(box), PlainScore(image, first, box), 1e-12);
      double expected = 0;
      const auto cells = PyramidCellsOf(box);
      for (int cell = 0; cell < kPyramidCells; ++cell) {
        const std::vector<double> part(weights.begin() + 4 * cell, weights.begin() + 4 * cell + 4);
        expected += PlainScore(image, part, cells[cell]);
      }
      ASSERT_NEAR(pyramid.ScoreOf(box), expected, 1e-12);
    }
  }
}

TEST(BoxScores, PyramidCellsShareTheMiddle) {
  const auto cells = PyramidCellsOf({2, 1, 5, 9});
  EXPECT_EQ(cells[0], (PixelBox{2, 1, 5, 9}));
  EXPECT_EQ(cells[1], (PixelBox{2, 1, 3, 5}));
  EXPECT_EQ(cells[2], (PixelBox{3, 1, 5, 5}));
  EXPECT_EQ(cells[3], (PixelBox{2, 5, 3, 9}));
  EXPECT_EQ(cells[4], (PixelBox{3, 5, 5, 9}));
}

TEST(BoxScores, RefuseInvalidInput) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const WordImage image = WorkedExampleImage();
  std::vector<double> weights = WorkedExampleWeights();
  const auto error = [&](ErrorKind kind, const WordImage& words) {
    return MessageOf(kind, [&] { AdditiveBoxScore(words, weights); });
  };
  weights[3] = kNan;
  EXPECT_EQ(error(ErrorKind::kUsage, image),
            "weights: expected finite numbers up to 1e290, found nan as weight 3");
  weights.resize(3);
  weights[1] = 0;
  EXPECT_EQ(
      error(ErrorKind::kData, image),
      "image: expected words from 0 to 2, found word 3 of point 4; use the weights and the images of one "
      "code book");
  EXPECT_EQ(error(ErrorKind::kData, {0, 4, {}}),
            "image: expected an image of 1 to 32767 pixels on each side, found 0 x 4");
  EXPECT_EQ(error(ErrorKind::kData, {2, 2, {{1, 2, 0}}}),
            "image: expected points within 2 x 2 pixels, found point 1 at 1 2");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage,
                      [&] {
                        PyramidBoxScore(WordImage{2, 2, {}}, weights);
                      }),
            "weights: expected the same number for each of the 5 cells of the pyramid, found 3 weights");
}

// The bound needs the score 0 for the empty box.
TEST(BoxScores, ABiasIsRefusedBySearchesWithABound) {
  const WordImage image = WorkedExampleImage();
  const std::vector<double> weights = WorkedExampleWeights();
  const BiasedBoxScore biased(image, weights, {.bias = 0.5});
  EXPECT_EQ(
      MessageOf(ErrorKind::kUsage, [&] { SearchBox(biased); }),
      "box search: expected a score with an upper bound over sets of boxes, which is 0 for the empty box, "
      "found one without: bias 0.5; leave it out and compare the score with a threshold, or search a grid "
      "of boxes");
  const BiasedBoxScore both(image, weights, {.bias = 0.5, .divides_by_points = true});
  EXPECT_NE(
      MessageOf(ErrorKind::kUsage, [&] { SearchBestBoxes(both, 2); }).find("bias 0.5 and normalised counts"),
      std::string::npos);
  EXPECT_EQ(SearchBox(BiasedBoxScore(image, weights, {})).value, 7.5);
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { BiasedBoxScore(image, weights, {.bias = NAN}); }),
            "bias: expected a finite number, found nan");
}

TEST(BoxScores, BiasedScores) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const WordImage image = RandomWordImage(seed);
    const std::vector<double> weights = RandomWordWeights(seed, 4), ones(4, 1.0);
    const BiasedBoxScore biased(image, weights, {.bias = -2});
    const BiasedBoxScore mean(image, weights, {.bias = 1, .divides_by_points = true});
    for (const PixelBox& box : AllBoxes(image.width, image.height)) {
      const double sum = PlainScore(image, weights, box), count = PlainScore(image, ones, box);
      ASSERT_NEAR(biased.ScoreOf(box), sum - 2, 1e-12);
      ASSERT_NEAR(mean.ScoreOf(box), count == 0 ? 1 : 1 + sum / count, 1e-12);
    }
  }
}

TEST(GridSearch, FindsTheBestCandidateAndClaimsNoMore) {
  const WordImage image = WorkedExampleImage();
  const BiasedBoxScore score(image, WorkedExampleWeights(), {.bias = 0.25});
  const BoxSearchResult found = SearchGrid(score, {}, GridBoxes(4, 4, {}));
  EXPECT_EQ(found.box, (PixelBox{1, 1, 2, 2}));
  EXPECT_EQ(found.value, 7.75);
  EXPECT_EQ(found.method, BoxMethod::kGrid);
  EXPECT_FALSE(found.is_exact());
  EXPECT_TRUE(std::isinf(found.upper_bound));
  EXPECT_EQ(BoxMethodName(found.method), "grid");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { SearchGrid(score, {}, {}); }),
            "grid of boxes: expected at least one candidate, found none");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage,
                      [&] {
                        SearchGrid(score, {}, std::vector<PixelBox>{{0, 0, 4, 1}});
                      }),
            "grid of boxes: expected boxes within 4 x 4 pixels, found 0 0 4 1");
}

TEST(GridSearch, GridBoxes) {
  EXPECT_EQ(GridBoxes(4, 3, {}), AllBoxes(4, 3));  // a grid finer than the pixels
  EXPECT_EQ(GridBoxes(800, 600, {}).size(), 1296u);
  EXPECT_EQ(GridBoxes(100, 30, {.columns = 3, .rows = 1, .min_columns = 2}),
            (std::vector<PixelBox>{{0, 0, 65, 29}, {0, 0, 99, 29}, {33, 0, 99, 29}}));
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { GridBoxes(100, 100, {.columns = 0}); }),
            "grid of boxes: expected at least 1 column and row, found 0 x 8, at least 1 x 1 for a box");
  EXPECT_EQ(
      MessageOf(ErrorKind::kUsage, [] { GridBoxes(1000, 1000, {.columns = 1000, .rows = 1000}); }),
      "grid of boxes: expected 1 to 16777216 boxes, found 250500250000; change the columns and rows of the "
      "grid");
  EXPECT_NE(MessageOf(ErrorKind::kUsage, [] { GridBoxes(9, 9, {.min_rows = 9}); }), "no error");
}

// Weights near 0 leave the loss to decide, and the authors' bound of it is weak.
TEST(BoxSearchLimits, TheLimitOfSetsHoldsAndBoundsMemory) {
  common::RandomStream stream(1, "limits");
  WordImage image{600, 500, {}};
  for (int k = 0; k < 3000; ++k) {
    image.points.push_back({static_cast<uint16_t>(stream.UniformIndex(600)),
                            static_cast<uint16_t>(stream.UniformIndex(500)), k % 100});
  }
  std::vector<double> weights(100);
  for (double& weight : weights) weight = 1e-3 * stream.Normal();
  const AdditiveBoxScore score(image, weights);
  const PixelBox truth = {100, 100, 300, 200};
  const BoxObjective objective{BoxGoal::kSlackRescaled, {truth}, score.ScoreOf(truth), LossBound::kAuthors};
  constexpr int64_t kLimit = 1'000'000;
  const BoxSearchResult found = SearchBox(score, objective, {.max_sets = kLimit});
  EXPECT_EQ(found.num_sets, kLimit);
  EXPECT_LE(found.max_queued, kLimit + 1);
  EXPECT_FALSE(found.is_exact());
  EXPECT_GT(found.difference(), 0);
  // Fewer sets never give a better box or a lower bound.
  const BoxSearchResult before = SearchBox(score, objective, {.max_sets = 10'000});
  EXPECT_LE(before.value, found.value);
  EXPECT_GE(before.upper_bound, found.upper_bound);
}

TEST(BoxSearchLimits, APointFarAwayTakesNoMemory) {
  const WordImage image{kMaxImageSide, kMaxImageSide, {{0, 0, 0}, {32'766, 32'766, 1}}};
  const std::vector<double> weights = {1, 2};
  const AdditiveBoxScore score(image, weights);
  EXPECT_EQ(score.grid().num_cells(), 4);
  EXPECT_EQ(SearchBox(score).value, 3);
  EXPECT_EQ(ScanBoxes(score).box, image.Frame());
  WordImage diagonal{kMaxImageSide, kMaxImageSide, {}};
  for (uint16_t k = 0; k < 32'767; ++k) diagonal.points.push_back({k, k, 0});
  EXPECT_EQ(MessageOf(ErrorKind::kData, [&] { AdditiveBoxScore(diagonal, weights); }),
            "image: expected points in at most 33554432 columns x rows, found 32767 x 32767; round the "
            "coordinates, for example to multiples of 2");
}

}  // namespace
}  // namespace structlab::structured_learning
