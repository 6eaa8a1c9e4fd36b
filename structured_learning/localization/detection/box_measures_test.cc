#include "structured_learning/localization/detection/box_measures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/localization/search/random_word_images.h"

namespace structlab::structured_learning {
namespace {

constexpr PixelBox kLeft = {0, 0, 9, 9}, kRight = {20, 0, 29, 9}, kElsewhere = {50, 50, 59, 59};

TEST(BoxMeasures, OfAWorkedExample) {
  // Overlaps: 1 and 80 / 100 (found first), none, 0; one image without an object is left empty, one is not.
  const std::vector<FoundInImage> images = {
      {.truths = {kLeft, kRight}, .found = {{kLeft, 1}, {{20, 0, 27, 9}, 2}}},
      {.truths = {kLeft}},
      {.truths = {kLeft}, .found = {{kElsewhere, 5}}},
      {},
      {.found = {{kLeft, 0.5}}},
      {.ignored = {kLeft}, .found = {{kLeft, 3}}},
  };
  const BoxMeasures measures = MeasureBoxes(images);
  EXPECT_EQ(measures.images_with_object, 3);
  EXPECT_EQ(measures.images_without_object, 2);
  EXPECT_EQ(measures.objects, 4);
  EXPECT_EQ(measures.finds, 5);
  EXPECT_DOUBLE_EQ(measures.mean_overlap, 0.8 / 3);
  EXPECT_DOUBLE_EQ(measures.share_at_50, 1.0 / 3);
  EXPECT_DOUBLE_EQ(measures.share_at_75, 1.0 / 3);
  EXPECT_DOUBLE_EQ(measures.share_empty, 0.5);
  // By score: wrong (5), does not count (3), right (2), right (1), wrong (0.5). Precisions at recalls 1/4 and
  // 2/4: 1/2, 2/3; the highest at this or a larger recall is 2/3 for both.
  EXPECT_DOUBLE_EQ(measures.average_precision_50, 2.0 / 4 * 2 / 3);
  EXPECT_DOUBLE_EQ(measures.average_precision_75, 2.0 / 4 * 2 / 3);
}

TEST(BoxMeasures, AreNanWhereTheyAreNotDefined) {
  const BoxMeasures measures = MeasureBoxes({{.found = {{kLeft, 1}}}});
  EXPECT_TRUE(std::isnan(measures.mean_overlap));
  EXPECT_TRUE(std::isnan(measures.average_precision_50));
  EXPECT_EQ(measures.share_empty, 0);
  EXPECT_TRUE(std::isnan(MeasureBoxes({{.truths = {kLeft}}}).share_empty));
}

TEST(AveragePrecision, CountsEachTrueBoxOnce) {
  EXPECT_EQ(AveragePrecision({{.truths = {kLeft}, .found = {{kLeft, 2}}}}, 0.5), 1);
  // The second find of the same box is wrong, but comes after the first.
  EXPECT_EQ(AveragePrecision({{.truths = {kLeft}, .found = {{kLeft, 2}, {kLeft, 1}}}}, 0.5), 1);
  EXPECT_EQ(
      AveragePrecision({{.truths = {kLeft, kRight}, .found = {{kLeft, 3}, {kLeft, 2}, {kRight, 1}}}}, 0.5),
      0.5 + 0.5 * 2 / 3);
  // Finds with equal scores: their order in the list does not matter.
  EXPECT_EQ(AveragePrecision({{.truths = {kLeft}, .found = {{kLeft, 1}, {kElsewhere, 1}}}}, 0.5), 0.5);
  EXPECT_EQ(AveragePrecision({{.truths = {kLeft}, .found = {{kElsewhere, 1}, {kLeft, 1}}}}, 0.5), 0.5);
  // 10 x 10 against 10 x 15 pixels: overlap 2/3.
  EXPECT_EQ(AveragePrecision({{.truths = {kLeft}, .found = {{{0, 0, 9, 14}, 1}}}}, 2.0 / 3), 1);
  EXPECT_EQ(AveragePrecision({{.truths = {kLeft}, .found = {{{0, 0, 9, 14}, 1}}}}, 0.67), 0);
}

// The same by definition: for each recall k/n, the highest precision of a threshold that reaches it.
double PlainAveragePrecision(const std::vector<FoundInImage>& images, double min_overlap) {
  struct Find {
    double score;
    size_t image;
    PixelBox box;
  };
  std::vector<Find> finds;
  int num_truths = 0;
  std::set<double> thresholds;
  for (size_t i = 0; i < images.size(); ++i) {
    num_truths += static_cast<int>(images[i].truths.size());
    for (const ScoredBox& found : images[i].found) {
      finds.push_back({found.score, i, found.box});
      thresholds.insert(found.score);
    }
  }
  std::ranges::sort(finds, [](const Find& a, const Find& b) { return a.score > b.score; });
  std::vector<double> best(num_truths + 1, 0.0);
  for (const double threshold : thresholds) {
    std::set<std::pair<size_t, size_t>> hit;
    int counted = 0;
    for (const Find& find : finds) {
      if (find.score < threshold) continue;
      double nearest = -1;
      size_t at = 0;
      bool is_ignored = false;
      for (size_t k = 0; k < images[find.image].truths.size(); ++k) {
        const double overlap = Overlap(images[find.image].truths[k], find.box);
        if (overlap > nearest) nearest = overlap, at = k;
      }
      for (const PixelBox& ignored : images[find.image].ignored) {
        if (Overlap(ignored, find.box) > nearest) nearest = Overlap(ignored, find.box), is_ignored = true;
      }
      if (nearest >= min_overlap && is_ignored) continue;
      ++counted;
      if (nearest >= min_overlap) hit.insert({find.image, at});
    }
    for (size_t k = 1; k <= hit.size(); ++k) {
      best[k] = std::max(best[k], static_cast<double>(hit.size()) / counted);
    }
  }
  double sum = 0;
  for (const double precision : best) sum += precision;
  return sum / num_truths;
}

TEST(AveragePrecision, EqualsItsDefinition) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    common::RandomStream random(seed, "average precision");
    std::vector<FoundInImage> images(3);
    uint64_t next = 1000 * seed;
    for (FoundInImage& image : images) {
      for (uint64_t k = random.UniformIndex(4); k > 0; --k) image.truths.push_back(RandomBox(++next, 8, 8));
      for (uint64_t k = random.UniformIndex(2); k > 0; --k) image.ignored.push_back(RandomBox(++next, 8, 8));
      for (uint64_t k = random.UniformIndex(6); k > 0; --k) {
        // Few different scores, so that some are equal.
        image.found.push_back({RandomBox(++next, 8, 8), static_cast<double>(random.UniformIndex(8))});
      }
    }
    images[0].truths.push_back(kLeft);
    images[0].found.push_back({kLeft, 4});
    for (const double min_overlap : {0.2, 0.5}) {
      EXPECT_NEAR(AveragePrecision(images, min_overlap), PlainAveragePrecision(images, min_overlap), 1e-12)
          << seed;
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
