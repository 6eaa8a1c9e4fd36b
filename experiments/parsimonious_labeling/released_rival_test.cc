#include "experiments/parsimonious_labeling/released_rival.h"

#include <gtest/gtest.h>

#include "common/random_stream.h"
#include "graphical_models/moves/co_occurrence_expansion.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::Connectivity;
using graphical_models::GridShape;
using graphical_models::GridWeights;
using graphical_models::ImageProblem;
using graphical_models::Label;
using graphical_models::Labeling;

constexpr int kLabels = 4;

// Random unaries and weights, and two cliques.
ImageProblem RandomProblem(Connectivity connectivity, common::RandomStream& stream) {
  const GridShape shape = {.width = 5, .height = 4, .labels = kLabels, .connectivity = connectivity};
  std::vector<int32_t> unaries(static_cast<size_t>(shape.num_pixels() * kLabels));
  for (int32_t& unary : unaries) unary = static_cast<int32_t>(stream.UniformIndex(50));
  std::vector<std::vector<int32_t>> weights(static_cast<size_t>(shape.num_steps()));
  for (auto& plane : weights) {
    plane.resize(static_cast<size_t>(shape.num_pixels()));
    for (int32_t& weight : plane) weight = static_cast<int32_t>(stream.UniformIndex(20));
  }
  const graphical_models::TruncatedLinear potential{1, 2};
  graphical_models::CliqueEnergy cliques(shape.num_pixels(), kLabels);
  const int diameter = cliques.AddPotential(graphical_models::DiameterDiversity{potential});
  cliques.AddClique({{0, 1, 5, 6}}, diameter, 7.5);
  cliques.AddClique({{12, 13, 18}}, diameter, 3);
  return {{shape, std::move(unaries), potential, GridWeights<int32_t>::PerEdge(std::move(weights))},
          {},
          std::move(cliques)};
}

TEST(PairsAmongCliques, CostTheSame) {
  common::RandomStream stream(1, "pairs among cliques");
  for (const Connectivity connectivity : {Connectivity::kFour, Connectivity::kEight}) {
    const ImageProblem problem = RandomProblem(connectivity, stream);
    const ImageProblem moved = PairsAmongCliques(problem);
    EXPECT_EQ(moved.cliques.num_cliques(), 2 + problem.pairwise.shape().num_edges());
    for (int repeat = 0; repeat < 100; ++repeat) {
      Labeling labeling(20);
      for (Label& label : labeling) label = static_cast<Label>(stream.UniformIndex(kLabels));
      EXPECT_DOUBLE_EQ(moved.Energy(labeling), problem.Energy(labeling));
      double unaries = 0;
      for (int v = 0; v < 20; ++v) {
        unaries += problem.pairwise.unary(v)[static_cast<size_t>(labeling[static_cast<size_t>(v)])];
      }
      EXPECT_EQ(moved.pairwise.Energy(labeling), unaries);
    }
  }
}

// Expansions that over-estimate the pairs, too, miss moves.
TEST(PairsAmongCliques, AreOverEstimatedByCoOccurrence) {
  common::RandomStream stream(2, "pairs among cliques");
  double exact = 0, over_estimated = 0;
  for (int repeat = 0; repeat < 50; ++repeat) {
    const ImageProblem problem = RandomProblem(Connectivity::kFour, stream);
    const ImageProblem moved = PairsAmongCliques(problem);
    exact += CoOccurrenceExpansion(problem.pairwise, problem.cliques).energy;
    over_estimated += CoOccurrenceExpansion(moved.pairwise, moved.cliques).energy;
  }
  EXPECT_LT(exact, over_estimated);
}

// Never below what the right cut reaches on the whole, and much above it: the finding of the package.
TEST(ReversedCoOccurrence, EndsFarAboveTheRightCut) {
  common::RandomStream stream(3, "pairs among cliques");
  double right = 0, reversed = 0;
  for (int repeat = 0; repeat < 50; ++repeat) {
    const ImageProblem problem = RandomProblem(Connectivity::kFour, stream);
    const ImageProblem moved = PairsAmongCliques(problem);
    const graphical_models::MapResult result = ReversedCoOccurrence(problem);
    EXPECT_DOUBLE_EQ(result.energy, problem.Energy(result.labeling));
    right += CoOccurrenceExpansion(moved.pairwise, moved.cliques).energy;
    reversed += result.energy;
  }
  EXPECT_LT(1.02 * right, reversed);
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
