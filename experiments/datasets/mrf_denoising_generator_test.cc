#include "experiments/datasets/mrf_denoising_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace structlab::datasets {
namespace {

TEST(MrfDenoisingGenerator, HasTheFormOfTheRealImages) {
  const DenoisingProblem house = GenerateHouse(0);
  for (const auto* image : {&house.clean, &house.noisy, &house.mask}) {
    EXPECT_EQ(image->width, 256);
    EXPECT_EQ(image->height, 256);
    EXPECT_EQ(image->channels, 1);
  }
  EXPECT_EQ(std::ranges::count(house.mask.values, 255), 19143);
  EXPECT_EQ(std::ranges::count(house.mask.values, 0), 46393);
  double squares = 0;
  for (size_t i = 0; i < house.mask.values.size(); ++i) {
    if (house.mask.values[i] == 255) {
      EXPECT_EQ(house.noisy.values[i], 0);
    } else {
      squares += std::pow(house.noisy.values[i] - house.clean.values[i], 2);
    }
  }
  EXPECT_NEAR(std::sqrt(squares / 46393), 25, 1.5);  // 24.9 in the real house, where noise is cut off too
  const auto penguin = GeneratePenguin(0);
  EXPECT_EQ(penguin.width, 122);
  EXPECT_EQ(penguin.height, 179);
}

TEST(MrfDenoisingGenerator, DependsOnTheSeedAlone) {
  EXPECT_TRUE(GenerateHouse(3) == GenerateHouse(3));
  EXPECT_NE(GenerateHouse(3).clean.values, GenerateHouse(4).clean.values);
  EXPECT_NE(GeneratePenguin(3).values, GeneratePenguin(4).values);
}

}  // namespace
}  // namespace structlab::datasets
