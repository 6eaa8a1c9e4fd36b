#include "experiments/parsimonious_labeling/released_rival.h"

#include <gtest/gtest.h>

#include "experiments/parsimonious_labeling/lattice_problem.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/moves/co_occurrence_expansion.h"

namespace structlab::parsimonious_labeling {
namespace {

// Where cliques change labels, its moves end much above those of the right cut: the finding of the package.
TEST(ReversedCoOccurrence, EndsFarAboveTheRightCut) {
  double right = 0, reversed = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Lattice lattice =
        MakeLattice({.side = 10, .labels = 8, .window = 3},
                    graphical_models::DiameterDiversity{graphical_models::TruncatedLinear{1, 5}}, 5, seed);
    const graphical_models::MapResult result = ReversedCoOccurrence(lattice.unaries, lattice.cliques);
    EXPECT_EQ(result.energy,
              lattice.unaries.Energy(result.labeling) + lattice.cliques.Energy(result.labeling));
    right += CoOccurrenceExpansion(lattice.unaries, lattice.cliques).energy;
    reversed += result.energy;
  }
  EXPECT_LT(1.05 * right, reversed);
}

// With pairs as cliques of two, as the program that was released has them.
TEST(ReversedCoOccurrence, OfAnImageIsThatOfItsCliques) {
  const graphical_models::Image left = graphical_models::UniformImage(6, 5, 1, 9);
  graphical_models::Image right = left;
  for (int i = 0; i < 30; ++i) right.values[i] = static_cast<uint8_t>(7 * i % 31);
  const graphical_models::ImageProblem problem =
      StereoProblem(left, right, {.labels = 5}, {.superpixels = {.min_size = 4}});
  const graphical_models::ImageProblem moved = PairsAsCliques(problem);
  graphical_models::PairwiseEnergy unaries(std::vector<int>(30, 5));
  for (int v = 0; v < 30; ++v) {
    const auto costs = moved.pairwise.unary(v);
    unaries.AddUnary(v, std::vector<double>(costs.begin(), costs.end()));
  }
  const graphical_models::MapResult result = ReversedCoOccurrence(problem);
  EXPECT_EQ(result.labeling, ReversedCoOccurrence(unaries, moved.cliques).labeling);
  EXPECT_NEAR(result.energy, problem.Energy(result.labeling), 1e-9);
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
