#include "graphical_models/images/image_problem.h"

#include <gtest/gtest.h>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/images/superpixel_cliques.h"
#include "graphical_models/images/testing/random_images.h"
#include "graphical_models/moves/co_occurrence_expansion.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

Labeling RandomLabels(int pixels, int labels, common::RandomStream& random) {
  Labeling labeling;
  for (int pixel = 0; pixel < pixels; ++pixel) {
    labeling.push_back(static_cast<int>(random.UniformIndex(static_cast<uint64_t>(labels))));
  }
  return labeling;
}

TEST(ImageProblem, IsTheSumOfItsParts) {
  common::RandomStream random(1, "problem");
  const Image left = RandomImage(20, 15, 3, random, 30), right = RandomImage(20, 15, 3, random, 30);
  const StereoOptions options = {.labels = 6, .truncation = 3};
  const CliqueOptions cliques = {.superpixels = {.min_size = 10}, .sigma = 50};
  const ImageProblem stereo = StereoProblem(left, right, options, cliques);
  EXPECT_EQ(stereo.pairwise, StereoEnergy(left, right, options));
  EXPECT_EQ(stereo.superpixels, MeanShiftSuperpixels(left, cliques.superpixels));
  EXPECT_EQ(stereo.cliques, SuperpixelCliques(left, stereo.superpixels, TruncatedLinear{20, 3}, 6, 50));
  const Labeling labels = RandomLabels(20 * 15, 6, random);
  EXPECT_EQ(stereo.Energy(labels), stereo.pairwise.Energy(labels) + stereo.cliques.Energy(labels));
  EXPECT_GT(stereo.cliques.Energy(labels), 0);

  const Image noisy = RandomImage(9, 8, 1, random), mask = RandomImage(9, 8, 1, random, 255);
  const ImageProblem restoration = RestorationProblem(noisy, &mask, {.slope = 2, .truncation = 9}, cliques);
  EXPECT_EQ(restoration.pairwise, RestorationEnergy(noisy, &mask, {.slope = 2, .truncation = 9}));
  const Segmentation all = MeanShiftSuperpixels(noisy, cliques.superpixels);
  EXPECT_EQ(restoration.superpixels, RegionsOutside(all, mask));
  EXPECT_EQ(restoration.cliques,
            SuperpixelCliques(noisy, RegionsOutside(all, mask), TruncatedLinear{2, 9}, 256, 50));
  CliqueOptions include_holes = cliques;
  include_holes.include_holes = true;
  EXPECT_EQ(RestorationProblem(noisy, &mask, {.slope = 2, .truncation = 9}, include_holes).cliques,
            SuperpixelCliques(noisy, all, TruncatedLinear{2, 9}, 256, 50));
}

// Dokania 2016, section 3.6.2.
TEST(ImageProblem, PresetsAreThePublishedOnes) {
  const StereoPreset& tsukuba = FindStereoPreset("tsukuba");
  EXPECT_EQ(tsukuba.energy.labels, 16);
  EXPECT_EQ(tsukuba.energy.unary_truncation, 3 * 255);
  EXPECT_EQ(tsukuba.energy.slope, 20);
  EXPECT_EQ(tsukuba.energy.truncation, 5);
  EXPECT_EQ(tsukuba.energy.gradient_threshold, 8);
  EXPECT_EQ(tsukuba.energy.weight_below_threshold, 2);
  EXPECT_EQ(tsukuba.cliques.sigma, 100);
  const StereoPreset& teddy = FindStereoPreset("teddy");
  EXPECT_EQ(teddy.energy.labels, 60);
  EXPECT_EQ(teddy.energy.unary_truncation, 3 * 16);
  EXPECT_EQ(teddy.energy.slope, 20);
  EXPECT_EQ(teddy.energy.truncation, 1);
  EXPECT_EQ(teddy.energy.gradient_threshold, 10);
  EXPECT_EQ(teddy.energy.weight_below_threshold, 3);
  EXPECT_EQ(teddy.cliques.sigma, 100);
  const RestorationPreset& penguin = FindRestorationPreset("penguin");
  EXPECT_EQ(penguin.energy.slope, 40);
  EXPECT_EQ(penguin.energy.truncation, 40);
  EXPECT_EQ(penguin.cliques.sigma, 10000);
  const RestorationPreset& house = FindRestorationPreset("house");
  EXPECT_EQ(house.energy.slope, 50);
  EXPECT_EQ(house.energy.truncation, 50);
  EXPECT_EQ(house.cliques.sigma, 1000);
  EXPECT_EQ(MessageOf([] { FindStereoPreset("venus"); }),
            "preset: expected one of teddy, tsukuba, found 'venus'");
  EXPECT_NE(MessageOf([] { FindRestorationPreset("tsukuba"); }), "no error");
}

constexpr int kLabels = 4;

// Random unaries and weights, and two cliques.
ImageProblem RandomProblem(Connectivity connectivity, common::RandomStream& stream) {
  const GridShape shape = {.width = 5, .height = 4, .labels = kLabels, .connectivity = connectivity};
  std::vector<int32_t> unaries(shape.num_pixels() * kLabels);
  for (int32_t& unary : unaries) unary = static_cast<int32_t>(stream.UniformIndex(50));
  std::vector<std::vector<int32_t>> weights(shape.num_steps());
  for (auto& plane : weights) {
    plane.resize(shape.num_pixels());
    for (int32_t& weight : plane) weight = static_cast<int32_t>(stream.UniformIndex(20));
  }
  const TruncatedLinear potential{1, 2};
  CliqueEnergy cliques(shape.num_pixels(), kLabels);
  const int diameter = cliques.AddPotential(DiameterDiversity{potential});
  cliques.AddClique({{0, 1, 5, 6}}, diameter, 7.5);
  cliques.AddClique({{12, 13, 18}}, diameter, 3);
  return {{shape, std::move(unaries), potential, GridWeights<int32_t>::PerEdge(std::move(weights))},
          {},
          std::move(cliques)};
}

TEST(PairsAsCliques, CostTheSame) {
  common::RandomStream stream(1, "pairs among cliques");
  for (const Connectivity connectivity : {Connectivity::kFour, Connectivity::kEight}) {
    const ImageProblem problem = RandomProblem(connectivity, stream);
    const ImageProblem moved = PairsAsCliques(problem);
    EXPECT_EQ(moved.cliques.num_cliques(), 2 + problem.pairwise.shape().num_edges());
    for (int repeat = 0; repeat < 100; ++repeat) {
      Labeling labeling(20);
      for (Label& label : labeling) label = static_cast<Label>(stream.UniformIndex(kLabels));
      EXPECT_DOUBLE_EQ(moved.Energy(labeling), problem.Energy(labeling));
      double unaries = 0;
      for (int v = 0; v < 20; ++v) {
        unaries += problem.pairwise.unary(v)[labeling[v]];
      }
      EXPECT_EQ(moved.pairwise.Energy(labeling), unaries);
    }
  }
}

// Expansions that also over-estimate the pairs miss moves.
TEST(PairsAsCliques, AreOverEstimatedByCoOccurrence) {
  common::RandomStream stream(2, "pairs among cliques");
  double exact = 0, over_estimated = 0;
  for (int repeat = 0; repeat < 50; ++repeat) {
    const ImageProblem problem = RandomProblem(Connectivity::kFour, stream);
    const ImageProblem moved = PairsAsCliques(problem);
    exact += CoOccurrenceExpansion(problem.pairwise, problem.cliques).energy;
    over_estimated += CoOccurrenceExpansion(moved.pairwise, moved.cliques).energy;
  }
  EXPECT_LT(exact, over_estimated);
}

}  // namespace
}  // namespace structlab::graphical_models
