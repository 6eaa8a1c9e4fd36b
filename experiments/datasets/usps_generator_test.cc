#include "experiments/datasets/usps_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace structlab::datasets {
namespace {

std::vector<int> Counts(const UspsDigits& digits) {
  std::vector<int> counts(kUspsClasses);
  for (const uint8_t label : digits.labels) ++counts.at(label);
  return counts;
}

TEST(UspsGenerator, HasTheSizesOfTheRealSet) {
  const Usps usps = GenerateUsps(0);
  EXPECT_EQ(usps.train.size(), 7291);
  EXPECT_EQ(usps.test.size(), 2007);
  EXPECT_EQ(Counts(usps.train), (std::vector<int>{1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644}));
  EXPECT_EQ(Counts(usps.test), (std::vector<int>{359, 264, 198, 166, 200, 160, 170, 147, 166, 177}));
  for (const UspsDigits* part : {&usps.train, &usps.test}) {
    EXPECT_EQ(part->pixels.size(), part->labels.size() * kUspsPixels);
    EXPECT_EQ(*std::ranges::min_element(part->pixels), -1);
    EXPECT_EQ(*std::ranges::max_element(part->pixels), 1);
  }
}

TEST(UspsGenerator, DependsOnTheSeedAlone) {
  const Usps usps = GenerateUsps(3);
  EXPECT_EQ(usps, GenerateUsps(3));
  EXPECT_NE(usps.test.pixels, GenerateUsps(4).test.pixels);
}

}  // namespace
}  // namespace structlab::datasets
