// The examples of C. Lampert's program ESS 1.1 with the outputs that he prints.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "structured_learning/localization/search/box_scan.h"
#include "structured_learning/localization/search/box_search.h"
#include "structured_learning/localization/search/word_files.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {
namespace {

// His bounds are floats.
constexpr double kPrecision = 1e-6;

class AuthorsExamples : public testing::Test {
 protected:
  void SetUp() override {
    const char* const data = std::getenv("STRUCTLAB_DATA");
    if (data == nullptr || *data == '\0') GTEST_SKIP() << "STRUCTLAB_DATA is not set";
    ess_ = std::string(data) + "/ess/";
    folder_ = ess_ + "ess_examples/";
  }

  std::string ess_, folder_;
};

// The box is as good as his: the same value, and if it is another box, his has it, too.
void ExpectBox(const BoxScore& score, const BoxSearchResult& found, const PixelBox& box, double value) {
  EXPECT_NEAR(found.value, value, kPrecision * std::abs(value));
  EXPECT_NEAR(score.ScoreOf(box), value, kPrecision * std::abs(value));
  EXPECT_TRUE(found.is_exact());
}

TEST_F(AuthorsExamples, Cow) {
  const WordImage image = ReadWordPoints(folder_ + "cow.clst", ImageSize{368, 272});
  EXPECT_EQ(image.points.size(), 13498u);
  const AdditiveBoxScore score(image, ReadWordWeights(folder_ + "cow.weight"));
  constexpr PixelBox kBox = {89, 117, 258, 209};
  const BoxSearchResult search = SearchBox(score), scan = ScanBoxes(score), best = BestBox(score);
  ExpectBox(score, search, kBox, 10978.8779297);
  EXPECT_EQ(search.box, kBox);
  ExpectBox(score, scan, kBox, 10978.8779297);
  EXPECT_EQ(scan.box, best.box);
  // His program splits 11068 sets: it takes sets with equal bounds in another order.
  EXPECT_LT(search.num_sets, 11068);
}

TEST_F(AuthorsExamples, CarWordByWord) {
  WordImage image = ReadWordPoints(folder_ + "car.clst", ImageSize{151, 101});
  const std::vector<double> weights = ReadWordWeights(folder_ + "car-l1.weight");
  const auto found = FindBoxesByRemoval(image, weights, BoxFeatures::kWords, 3);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].box, (PixelBox{39, 56, 118, 77}));
  const struct {
    PixelBox box;
    double value;
  } expected[] = {{{39, 56, 118, 77}, 1.51183950901},
                  {{4, 61, 144, 65}, 0.286267101765},
                  {{53, 88, 147, 90}, 0.138369500637}};
  for (int k = 0; k < 3; ++k) {
    SCOPED_TRACE(k);
    const AdditiveBoxScore score(image, weights);
    ExpectBox(score, found[k], expected[k].box, expected[k].value);
    EXPECT_NEAR(ScanBoxes(score).value, expected[k].value, kPrecision);
    image = WithoutPointsIn(image, found[k].box);
  }
}

TEST_F(AuthorsExamples, CarByPyramid) {
  WordImage image = ReadWordPoints(folder_ + "car.clst", ImageSize{151, 101});
  const std::vector<double> weights = ReadWordWeights(folder_ + "car-l2.weight");
  const auto found = FindBoxesByRemoval(image, weights, BoxFeatures::kWordPyramid, 2);
  ASSERT_EQ(found.size(), 2u);
  ExpectBox(PyramidBoxScore(image, weights), found[0], {33, 55, 115, 77}, 1.69141745567);
  EXPECT_EQ(found[0].box, (PixelBox{33, 55, 115, 77}));
  image = WithoutPointsIn(image, found[0].box);
  ExpectBox(PyramidBoxScore(image, weights), found[1], {4, 60, 136, 65}, 0.15714520216);
}

TEST_F(AuthorsExamples, Corners) {
  WordImage image = ReadWordPoints(folder_ + "test_corners.clst", ImageSize{5, 5});
  const std::vector<double> weights = ReadWordWeights(folder_ + "test_corners.weight");
  const auto found = FindBoxesByRemoval(image, weights, BoxFeatures::kWords, 4);
  ASSERT_EQ(found.size(), 4u);
  const struct {
    PixelBox box;
    double value;
  } expected[] = {{{4, 4, 4, 4}, 1.4}, {{4, 0, 4, 1}, 1.3}, {{1, 4, 1, 4}, 1.2}, {{1, 1, 1, 1}, 1.1}};
  for (int k = 0; k < 4; ++k) {
    SCOPED_TRACE(k);
    ExpectBox(AdditiveBoxScore(image, weights), found[k], expected[k].box, expected[k].value);
    image = WithoutPointsIn(image, found[k].box);
  }
}

TEST_F(AuthorsExamples, WeightsOfAConditionalRandomFieldFindTheCar) {
  const WordImage image = ReadWordPoints(ess_ + "ess_000006.clst");
  EXPECT_EQ(image.width, 627);
  EXPECT_EQ(image.height, 469);
  EXPECT_EQ(image.points.size(), 21301u);
  const AdditiveBoxScore score(image,
                               ReadWordWeights(ess_ + "crf_weights/cd_car_8_10_200_1_trainval_weights.txt"));
  const BoxSearchResult found = BestBox(score);
  EXPECT_NEAR(found.value, score.ScoreOf({130, 149, 387, 257}), 1e-9);
  EXPECT_NEAR(Overlap(found.box, {144, 113, 390, 260}), 0.698, 0.01);
}

}  // namespace
}  // namespace structlab::structured_learning
