#include "experiments/datasets/mulan_corel5k.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::datasets {
namespace {

double MeanTags(const structured_learning::MultiLabelData& data) {
  double tags = 0;
  for (const auto& list : data.tags) tags += static_cast<double>(list.size());
  return tags / static_cast<double>(data.tags.size());
}

TEST(Corel5kStandIn, HasTheSizesOfTheRealOne) {
  const Corel5k images = GenerateCorel5k(7);
  EXPECT_EQ(images.train.features.rows(), kCorel5kTrain);
  EXPECT_EQ(images.test.features.rows(), kCorel5kTest);
  for (const auto* part : {&images.train, &images.test}) {
    EXPECT_NO_THROW(structured_learning::CheckMultiLabelData(*part, "stand-in"));
    EXPECT_EQ(part->features.cols(), kCorel5kFeatures);
    EXPECT_EQ(part->num_tags, kCorel5kTags);
    EXPECT_NEAR(MeanTags(*part), 3.5, 0.3);  // 3.52 of the real images
    EXPECT_NEAR(part->features.sum() / static_cast<double>(part->features.rows()), 8, 1);  // 8.3
  }
}

TEST(Corel5kStandIn, IsThatOfTheSeed) {
  const Corel5k images = GenerateCorel5k(7);
  EXPECT_EQ(images.test.tags, GenerateCorel5k(7).test.tags);
  EXPECT_NE(images.test.tags, GenerateCorel5k(8).test.tags);
  EXPECT_NE(images.train.tags[0], images.test.tags[0]);
}

}  // namespace
}  // namespace structlab::datasets
