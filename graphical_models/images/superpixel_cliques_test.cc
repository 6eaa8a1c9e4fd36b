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
  // Intensities 10, 14 (variance 4 over n, 8 over n - 1) and 50, 50, 53 (variance 2 and 3).
  const Image image = {.width = 5, .height = 1, .channels = 1, .values = {10, 14, 50, 50, 53}};
  const Segmentation regions = {2, {0, 0, 1, 1, 1}};
  const CliqueEnergy cliques =
      SuperpixelCliques(image, regions, TruncatedLinear{3, 2}, 4, 2.0, RegionVariance::kMeanOfChannels);
  ASSERT_EQ(cliques.num_cliques(), 2);
  EXPECT_NEAR(cliques.weight(0), std::exp(-1), 1e-15);
  EXPECT_NEAR(cliques.weight(1), std::exp(-0.5), 1e-15);
  EXPECT_EQ(cliques.Energy(Labeling{1, 1, 2, 2, 2}), 0);
  EXPECT_NEAR(cliques.Energy(Labeling{0, 1, 0, 0, 3}), 3 * std::exp(-1) + 6 * std::exp(-0.5), 1e-14);
  // A grey pixel is a colour with three equal channels.
  const CliqueEnergy sums = SuperpixelCliques(image, regions, TruncatedLinear{3, 2}, 4, 4.0);
  EXPECT_NEAR(sums.weight(0), std::exp(-3 * 8 / 16.0), 1e-15);
  EXPECT_NEAR(sums.weight(1), std::exp(-3 * 3 / 16.0), 1e-15);
}

TEST(SuperpixelCliques, ChannelsAreAveragedOrSummed) {
  const Image image = {.width = 2, .height = 1, .channels = 3, .values = {9, 0, 0, 0, 0, 21}};
  const auto weight = [&](double sigma, RegionVariance variance) {
    return SuperpixelCliques(image, {1, {0, 0}}, Potts{1}, 2, sigma, variance).weight(0);
  };
  EXPECT_NEAR(weight(2, RegionVariance::kMeanOfChannels), std::exp(-1), 1e-15);  // 3 and 7
  EXPECT_NEAR(weight(10, RegionVariance::kSumOfChannels), std::exp(-(81 + 441) / 200.0), 1e-15);
}

TEST(SuperpixelCliques, PixelsInNoRegionAreInNoClique) {
  const Image image = {.width = 4, .height = 1, .channels = 1, .values = {1, 2, 3, 4}};
  const CliqueEnergy cliques = SuperpixelCliques(image, {2, {-1, 0, -1, 1}}, Potts{1}, 2, 2.0);
  ASSERT_EQ(cliques.num_cliques(), 2);
  EXPECT_EQ(cliques.variables(0)[0], 1);
  EXPECT_EQ(cliques.variables(1)[0], 3);
}

TEST(SuperpixelCliques, WeightsFallWithTheVariance) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "cliques");
    const Image image = RandomImage(10, random, 16);
    const Segmentation regions = RegionsOfSimilarColor(image, random.Uniform(0, 200), 3);
    const double sigma = random.Uniform(5, 200);
    const CliqueEnergy cliques = SuperpixelCliques(image, regions, Potts{1}, 3, sigma);
    const CliqueEnergy of_means =
        SuperpixelCliques(image, regions, Potts{1}, 3, sigma, RegionVariance::kMeanOfChannels);
    ASSERT_EQ(cliques.num_cliques(), regions.count);
    for (int clique = 0; clique < regions.count; ++clique) {
      // Computed in two passes.
      const std::span<const int> pixels = cliques.variables(clique);
      EXPECT_TRUE(std::ranges::equal(pixels, regions.Members()[clique]));
      const auto variance = [&](double less, auto value) {
        double mean = 0, squares = 0;
        for (const int pixel : pixels) mean += value(pixel) / static_cast<double>(pixels.size());
        for (const int pixel : pixels) squares += std::pow(value(pixel) - mean, 2);
        return squares == 0 ? 0 : squares / (static_cast<double>(pixels.size()) - less);
      };
      const auto channel = [&](size_t c) {
        return [&, c](int pixel) { return double{1} * ColorOf(image, static_cast<size_t>(pixel))[c]; };
      };
      const double sum = variance(1, channel(0)) + variance(1, channel(1)) + variance(1, channel(2));
      EXPECT_NEAR(cliques.weight(clique), std::exp(-sum / (sigma * sigma)), 1e-9);
      const double mean = variance(
          0, [&](int pixel) { return (channel(0)(pixel) + channel(1)(pixel) + channel(2)(pixel)) / 3; });
      EXPECT_NEAR(of_means.weight(clique), std::exp(-mean / (sigma * sigma)), 1e-9);
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
  EXPECT_NE(message({1, {0, 0}}, TruncatedQuadratic{1, 100}, 1), "no error");  // not a metric
}

}  // namespace
}  // namespace structlab::graphical_models
