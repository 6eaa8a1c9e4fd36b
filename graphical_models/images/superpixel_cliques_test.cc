#include "graphical_models/images/superpixel_cliques.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/testing/random_images.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

TEST(SuperpixelCliques, OfTwoRegionsByHand) {
  // Intensities 10, 14 (variance 4) and 50, 50, 53 (variance 2).
  const Image image = {.width = 5, .height = 1, .channels = 1, .values = {10, 14, 50, 50, 53}};
  const Segmentation regions = {2, {0, 0, 1, 1, 1}};
  const CliqueEnergy cliques = SuperpixelCliques(image, regions, TruncatedLinear{3, 2}, 4, 2.0);
  ASSERT_EQ(cliques.num_cliques(), 2);
  EXPECT_NEAR(cliques.weight(0), std::exp(-1), 1e-15);
  EXPECT_NEAR(cliques.weight(1), std::exp(-0.5), 1e-15);
  EXPECT_EQ(cliques.Energy(Labeling{1, 1, 2, 2, 2}), 0);
  EXPECT_NEAR(cliques.Energy(Labeling{0, 1, 0, 0, 3}), 3 * std::exp(-1) + 6 * std::exp(-0.5), 1e-14);
}

TEST(SuperpixelCliques, IntensityIsTheMeanOfTheChannels) {
  const Image image = {.width = 2, .height = 1, .channels = 3, .values = {9, 0, 0, 0, 0, 21}};
  const CliqueEnergy cliques = SuperpixelCliques(image, {1, {0, 0}}, Potts{1}, 2, 2.0);
  EXPECT_NEAR(cliques.weight(0), std::exp(-1), 1e-15);  // 3 and 7
}

TEST(SuperpixelCliques, WeightsFallWithTheVariance) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "cliques");
    const Image image = RandomImage(10, random, 16);
    const Segmentation regions = RegionsOfLikeColor(image, random.Uniform(0, 200), 3);
    const double sigma = random.Uniform(5, 200);
    const CliqueEnergy cliques = SuperpixelCliques(image, regions, Potts{1}, 3, sigma);
    ASSERT_EQ(cliques.num_cliques(), regions.count);
    for (int clique = 0; clique < regions.count; ++clique) {
      // In two passes.
      const std::span<const int> pixels = cliques.variables(clique);
      EXPECT_TRUE(std::ranges::equal(pixels, regions.Members()[static_cast<size_t>(clique)]));
      double mean = 0, variance = 0;
      const auto intensity = [&](int pixel) {
        const auto color = ColorOf(image, static_cast<size_t>(pixel));
        return (color[0] + color[1] + color[2]) / 3.0;
      };
      for (const int pixel : pixels) mean += intensity(pixel) / static_cast<double>(pixels.size());
      for (const int pixel : pixels) {
        variance += std::pow(intensity(pixel) - mean, 2) / static_cast<double>(pixels.size());
      }
      EXPECT_NEAR(cliques.weight(clique), std::exp(-variance / (sigma * sigma)), 1e-9);
    }
  }
}

TEST(SuperpixelCliques, TinyAndHugeSigmaAreLimits) {
  const Image image = {.width = 3, .height = 1, .channels = 1, .values = {0, 255, 9}};
  const Segmentation regions = {2, {0, 0, 1}};
  const CliqueEnergy none = SuperpixelCliques(image, regions, Potts{1}, 2, 1e-300);
  EXPECT_EQ(none.weight(0), 0);
  EXPECT_EQ(none.weight(1), 1);  // no variance
  EXPECT_EQ(SuperpixelCliques(image, regions, Potts{1}, 2, 1e300).weight(0), 1);
}

TEST(SuperpixelCliques, MistakesAreTold) {
  const Image image = UniformImage(2, 1, 1);
  const auto message = [&](const Segmentation& regions, const PairwisePotential& distance, double sigma) {
    return MessageOf([&] { SuperpixelCliques(image, regions, distance, 3, sigma); });
  };
  EXPECT_EQ(message({1, {0}}, Potts{1}, 1), "segmentation: expected a region for each of 2 pixels, found 1");
  EXPECT_EQ(message({1, {0, 0}}, Potts{1}, 0), "sigma of cliques: expected above 0, found 0");
  EXPECT_NE(message({1, {0, 0}}, Potts{1}, std::nan("")), "no error");
  EXPECT_NE(message({1, {0, 0}}, TruncatedQuadratic{1, 100}, 1), "no error");  // no metric
}

}  // namespace
}  // namespace structlab::graphical_models
