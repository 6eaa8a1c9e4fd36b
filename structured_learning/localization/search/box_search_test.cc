// Searches for boxes against the worked example and against enumeration.
#include "structured_learning/localization/search/box_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/testing/message_of.h"
#include "structured_learning/localization/search/box_scan.h"
#include "structured_learning/localization/search/random_word_images.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

constexpr PixelBox kTruth = {1, 1, 2, 2};
constexpr BoxSet kAllBoxes = {{0, 0, 0, 0}, {3, 3, 3, 3}};

AdditiveBoxScore WorkedExample() { return {WorkedExampleImage(), WorkedExampleWeights()}; }

BoxObjective Augmented(LossBound bound = LossBound::kTight) {
  return {.goal = BoxGoal::kMarginRescaled, .truths = {kTruth}, .loss_bound = bound};
}

TEST(WorkedBoxes, PlainSearch) {
  const BoxSearchResult found = SearchBox(WorkedExample());
  EXPECT_EQ(found.box, kTruth);
  EXPECT_EQ(found.value, 7.5);
  EXPECT_EQ(found.num_sets, 14);
  EXPECT_TRUE(found.is_exact());
  EXPECT_EQ(AllBoxes(4, 4).size(), 100u);
}

TEST(WorkedBoxes, AugmentedSearch) {
  const BoxSearchResult found = SearchBox(WorkedExample(), Augmented());
  EXPECT_EQ(found.box, (PixelBox{1, 1, 2, 3}));
  EXPECT_NEAR(found.value, 7.25 + 1.0 / 3, 1e-12);
  EXPECT_EQ(found.num_sets, 21);
  const BoxSearchResult authors = SearchBox(WorkedExample(), Augmented(LossBound::kAuthors));
  EXPECT_EQ(authors.box, found.box);
  EXPECT_EQ(authors.num_sets, 22);
}

TEST(WorkedBoxes, ThreeBestAugmentedBoxes) {
  const BestBoxes best = SearchBestBoxes(WorkedExample(), 3, Augmented());
  ASSERT_EQ(best.boxes.size(), 3u);
  EXPECT_TRUE(best.is_complete);
  EXPECT_EQ(best.boxes[0].box, (PixelBox{1, 1, 2, 3}));
  EXPECT_NEAR(best.boxes[0].value, 7.5833333333, 1e-10);
  EXPECT_EQ(best.boxes[1].box, kTruth);
  EXPECT_NEAR(best.boxes[1].value, 7.5, 1e-12);
  EXPECT_EQ(best.boxes[2].box, (PixelBox{0, 1, 2, 2}));
  EXPECT_NEAR(best.boxes[2].value, 7.3333333333, 1e-10);
  EXPECT_NEAR(OverlapLoss(kTruth, PixelBox{1, 1, 2, 3}), 0.3333333333, 1e-10);
}

TEST(WorkedBoxes, FiveBounds) {
  const AdditiveBoxScore score = WorkedExample();
  const struct {
    BoxSet set;
    double plain, augmented;
  } expected[] = {
      {kAllBoxes, 12.5, 13.5},
      {{{0, 0, 0, 0}, {1, 3, 3, 3}}, 12.5, 13.5},
      {{{2, 0, 0, 0}, {3, 3, 3, 3}}, 7, 8},
      {{{1, 0, 2, 2}, {1, 1, 3, 3}}, 9.5, 10.1666666667},
      {{{1, 1, 2, 2}, {2, 1, 2, 3}}, 10, 10.6666666667},
  };
  for (const auto& [set, plain, augmented] : expected) {
    EXPECT_NEAR(ObjectiveBound(score, {}, set), plain, 1e-12);
    EXPECT_NEAR(ObjectiveBound(score, Augmented(), set), augmented, 1e-10);
  }
}

// The highest objective of all boxes, and of those in a set.
double BestOf(const BoxScore& score, const BoxObjective& objective, const BoxSet& set) {
  double best = -std::numeric_limits<double>::infinity();
  for (const PixelBox& box : AllBoxes(score.width(), score.height())) {
    if (set.low.left <= box.left && box.left <= set.high.left && set.low.top <= box.top &&
        box.top <= set.high.top && set.low.right <= box.right && box.right <= set.high.right &&
        set.low.bottom <= box.bottom && box.bottom <= set.high.bottom) {
      best = std::max(best, ObjectiveOf(score, objective, box));
    }
  }
  return best;
}

BoxSet AllOf(const BoxScore& score) {
  const int x = score.width() - 1, y = score.height() - 1;
  return {{0, 0, 0, 0}, {x, y, x, y}};
}

// Every goal, with none, one and two true boxes.
BoxObjective RandomObjective(uint64_t seed, const BoxScore& score) {
  BoxObjective objective;
  objective.goal = static_cast<BoxGoal>(seed % 3);
  for (uint64_t k = 0; k < seed / 3 % 3; ++k) {
    objective.truths.push_back(RandomBox(2 * seed + k, score.width(), score.height()));
  }
  if (!objective.truths.empty()) objective.truth_score = score.ScoreOf(objective.truths[0]);
  // Also margins that are negative for all boxes.
  if (seed % 11 == 0) objective.truth_score += 20;
  if (seed % 5 == 0) objective.loss_bound = LossBound::kAuthors;
  return objective;
}

TEST(BoxSearch, SearchScanAndEnumerationAgreeOn10000Images) {
  for (uint64_t seed = 1; seed <= 10'000; ++seed) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed, {.max_side = 5});
    const AdditiveBoxScore score(image, RandomWordWeights(seed, 4));
    const double best = BestOf(score, {}, AllOf(score));
    const BoxSearchResult search = SearchBox(score), scan = ScanBoxes(score), either = BestBox(score);
    ASSERT_NEAR(search.value, best, 1e-12);
    ASSERT_NEAR(scan.value, best, 1e-12);
    ASSERT_NEAR(either.value, best, 1e-12);
    ASSERT_NEAR(ObjectiveOf(score, {}, scan.box), scan.value, 1e-12);
    ASSERT_NEAR(PlainScore(image, RandomWordWeights(seed, 4), search.box), best, 1e-12);
    ASSERT_TRUE(search.is_exact() && scan.is_exact() && either.is_exact());
  }
}

// More rows and columns than the scan takes at once, wide and high.
TEST(BoxSearch, SearchAndScanAgreeOnLargerImages) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed, {.max_side = 60, .num_words = 50});
    const AdditiveBoxScore score(image, RandomWordWeights(seed, 50));
    const BoxSearchResult search = SearchBox(score), scan = ScanBoxes(score);
    ASSERT_NEAR(search.value, scan.value, 1e-10);
    ASSERT_NEAR(score.ScoreOf(scan.box), scan.value, 1e-10);
    if (scan.value > 0) {
      ASSERT_NEAR(score.ScoreOf(LowestBoxWithSamePoints(score.grid(), search.box)), scan.value, 1e-10);
    }
  }
}

// The rows of the second object, which is a little better, are tried after those of the first one.
TEST(BoxSearch, TheScanSkipsNoRowsThatHaveTheBestBox) {
  const std::vector<double> weights = {-0.01, 1, -10, 1.02};
  WordImage image{50, 60, {}};
  for (uint16_t y = 0; y < 60; ++y) {
    for (uint16_t x = 0; x < 50; ++x) {
      image.points.push_back({x, y, y == 30 ? 2 : (x == 7 && y == 3) ? 1 : (x == 40 && y == 50) ? 3 : 0});
    }
  }
  const BoxSearchResult scan = ScanBoxes(AdditiveBoxScore(image, weights));
  EXPECT_EQ(scan.box, (PixelBox{40, 50, 40, 50}));
  EXPECT_NEAR(scan.value, 1.02, 1e-9);
}

TEST(BoxSearch, EveryGoalEqualsEnumeration) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed, {.max_side = 5});
    const AdditiveBoxScore score(image, RandomWordWeights(seed, 4));
    const BoxObjective objective = RandomObjective(seed, score);
    const BoxSearchResult found = SearchBox(score, objective);
    ASSERT_NEAR(found.value, BestOf(score, objective, AllOf(score)), 1e-12);
    ASSERT_EQ(found.value, ObjectiveOf(score, objective, found.box));
    const PyramidBoxScore pyramid(image, RandomWordWeights(seed, 20));
    ASSERT_NEAR(SearchBox(pyramid, objective).value, BestOf(pyramid, objective, AllOf(pyramid)), 1e-12);
  }
}

// Sums of integers are exact, so equal values are equal.
TEST(BoxSearch, OfEqualBoxesTheScanFindsTheLowest) {
  for (uint64_t seed = 3; seed <= 1500; seed += 3) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed, {.max_side = 5});
    const AdditiveBoxScore score(image, RandomWordWeights(seed, 4));
    const double best = BestOf(score, {}, AllOf(score));
    const std::vector<PixelBox> boxes = AllBoxes(image.width, image.height);
    const PixelBox first =
        *std::ranges::find_if(boxes, [&](const PixelBox& box) { return score.ScoreOf(box) == best; });
    ASSERT_EQ(ScanBoxes(score).box, first);
    ASSERT_EQ(SearchBox(score).value, best);
  }
}

TEST(BoxSearch, EveryBoundIsAtLeastTheBestBoxOfItsSet) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed, {.max_side = 5});
    const AdditiveBoxScore words(image, RandomWordWeights(seed, 4));
    const PyramidBoxScore pyramid(image, RandomWordWeights(seed, 20));
    const BoxSet all = AllOf(words);
    const PixelBox x = RandomBox(seed + 1'000'000, image.width, image.height);
    const PixelBox y = RandomBox(seed + 2'000'000, image.width, image.height);
    // Sides in any order, so that smallest boxes are often empty.
    const BoxSet set{{x.left, x.top, y.left, y.top}, {x.right, x.bottom, y.right, y.bottom}};
    for (const BoxScore* const score :
         {static_cast<const BoxScore*>(&words), static_cast<const BoxScore*>(&pyramid)}) {
      const BoxObjective objective = RandomObjective(seed, *score);
      ASSERT_GE(ObjectiveBound(*score, objective, all) + 1e-12, BestOf(*score, objective, all));
      if (set.HasBox()) {
        ASSERT_GE(ObjectiveBound(*score, objective, set) + 1e-12, BestOf(*score, objective, set));
      }
      const double single = ObjectiveOf(*score, objective, x);
      ASSERT_NEAR(ObjectiveBound(*score, objective, {x, x}), single, 1e-12);
    }
  }
}

TEST(BoxSearch, TheNotesLossBoundIsNeverAboveTheAuthors) {
  bool is_lower_somewhere = false;
  for (uint64_t seed = 1; seed <= 5000; ++seed) {
    const PixelBox x = RandomBox(seed, 20, 20), y = RandomBox(seed + 10'000, 20, 20);
    const BoxSet set{{x.left, x.top, y.left, y.top}, {x.right, x.bottom, y.right, y.bottom}};
    if (!set.HasBox()) continue;
    const PixelBox truth = RandomBox(seed + 20'000, 20, 20);
    const double ours = LossUpperBound(set, truth), authors = AuthorsLossUpperBound(set, truth);
    EXPECT_LE(ours, authors + 1e-12);
    is_lower_somewhere |= ours < authors - 0.01;
    EXPECT_LE(LossLowerBound(set, truth), ours + 1e-12);
  }
  EXPECT_TRUE(is_lower_somewhere);
}

TEST(BoxSearch, BestBoxesAreTheSortedEnumeration) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed, {.max_side = 4});
    const AdditiveBoxScore score(image, RandomWordWeights(seed, 4));
    const BoxObjective objective = RandomObjective(seed, score);
    std::vector<double> values;
    for (const PixelBox& box : AllBoxes(image.width, image.height)) {
      values.push_back(ObjectiveOf(score, objective, box));
    }
    std::ranges::sort(values, std::greater());
    const int count = static_cast<int>(values.size()), asked = seed % 2 == 0 ? count + 1 : (count + 1) / 2;
    const BestBoxes best = SearchBestBoxes(score, asked, objective);
    ASSERT_EQ(static_cast<int>(best.boxes.size()), std::min(asked, count));
    for (size_t k = 0; k < best.boxes.size(); ++k) ASSERT_NEAR(best.boxes[k].value, values[k], 1e-12);
    if (asked < count) {
      ASSERT_GE(best.upper_bound + 1e-12, values[asked]);
    } else {
      ASSERT_TRUE(seed % 2 == 1 || std::isinf(best.upper_bound));
    }
  }
}

TEST(BoxSearch, AtTheLimitTheBestBoxAndTheBoundEncloseTheMaximum) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const WordImage image = RandomWordImage(seed, {.max_side = 6});
    const AdditiveBoxScore score(image, RandomWordWeights(seed, 4));
    const BoxObjective objective = RandomObjective(seed, score);
    const double best = BestOf(score, objective, AllOf(score));
    for (const int64_t limit : {1, 2, 7, 30}) {
      const BoxSearchResult found = SearchBox(score, objective, {.max_sets = limit});
      ASSERT_LE(found.num_sets, limit);
      ASSERT_LE(found.value, best + 1e-12);
      ASSERT_GE(found.upper_bound, best - 1e-12);
      ASSERT_EQ(found.value, ObjectiveOf(score, objective, found.box));
      const BestBoxes several = SearchBestBoxes(score, 3, objective, {.max_sets = limit});
      ASSERT_GE(several.upper_bound, several.boxes.empty() ? best - 1e-12 : several.upper_bound);
      ASSERT_TRUE(several.is_complete || several.num_sets == limit);
    }
  }
}

TEST(BoxSearch, RemovalFindsBoxesWithoutCommonPoints) {
  const WordImage image = RandomWordImage(5, {.max_side = 40});
  const std::vector<double> weights = RandomWordWeights(5, 4);
  const auto found = FindBoxesByRemoval(image, weights, BoxFeatures::kWords, 4);
  ASSERT_EQ(found.size(), 4u);
  WordImage rest = image;
  for (const BoxSearchResult& result : found) {
    EXPECT_NEAR(result.value, PlainScore(rest, weights, result.box), 1e-9);
    EXPECT_NEAR(result.value, ScanBoxes(AdditiveBoxScore(rest, weights)).value, 1e-9);
    std::erase_if(rest.points, [&](const WordPoint& point) { return point.IsIn(result.box); });
  }
  EXPECT_TRUE(FindBoxesByRemoval({3, 3, {}}, weights, BoxFeatures::kWords, 2).empty());
}

TEST(BoxSearch, RefusesInvalidOptions) {
  const AdditiveBoxScore score = WorkedExample();
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { SearchBox(score, {}, {.max_sets = 0}); }),
            "box search: expected a limit of at least 1 set, found 0");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { SearchBestBoxes(score, 0); }),
            "box search: expected at least 1 box, found 0");
}

}  // namespace
}  // namespace structlab::structured_learning
