// Both forms of the released rival.
#include "experiments/rivals/reversed_co_occurrence.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "common/random_stream.h"
#include "experiments/rivals/printed_cut.h"
#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/random_trees.h"

namespace structlab::rivals {
namespace {

using graphical_models::CliqueEnergy;
using graphical_models::CliquePotential;
using graphical_models::DiameterDiversity;
using graphical_models::HierarchicalPnPotts;
using graphical_models::MapResult;
using graphical_models::PairwiseEnergy;
using graphical_models::TruncatedLinear;

constexpr int kWindow = 3;

struct Lattice {
  PairwiseEnergy unaries;
  CliqueEnergy cliques;
};

// Unaries from U[0, 100]; windows of 3 x 3 at every place, with the potentials in turn.
Lattice RandomLattice(int side, int labels, const std::vector<CliquePotential>& potentials, double weight,
                      uint64_t seed) {
  Lattice lattice = {PairwiseEnergy(std::vector<int>(side * side, labels)),
                     CliqueEnergy(side * side, labels)};
  common::RandomStream random(seed, "test/unaries");
  std::vector<double> costs(labels);
  for (int pixel = 0; pixel < side * side; ++pixel) {
    for (double& cost : costs) cost = random.Uniform(0, 100);
    lattice.unaries.AddUnary(pixel, costs);
  }
  for (const CliquePotential& potential : potentials) lattice.cliques.AddPotential(potential);
  for (int y = 0; y + kWindow <= side; ++y) {
    for (int x = 0; x + kWindow <= side; ++x) {
      std::vector<int> pixels;
      for (int i = 0; i < kWindow * kWindow; ++i)
        pixels.push_back((y + i / kWindow) * side + x + i % kWindow);
      lattice.cliques.AddClique(pixels, (x + y) % static_cast<int>(potentials.size()), weight);
    }
  }
  return lattice;
}

// Where cliques change labels, its moves end much above those of the right cut: the finding of the package.
TEST(ReversedCoOccurrence, EndsFarAboveTheRightCut) {
  double right = 0, reversed = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Lattice lattice = RandomLattice(10, 8, {DiameterDiversity{TruncatedLinear{1, 5}}}, 5, seed);
    const MapResult result = ReversedCoOccurrence(lattice.unaries, lattice.cliques);
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

// Two implementations of the same moves, of which one leaves out what saves nothing.
TEST(PrintedCutCoOccurrence, MakesTheMovesOfTheReversedCut) {
  common::RandomStream random(3, "trees");
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    constexpr int kLabels = 6;
    const double weight = 1 + static_cast<double>(seed % 5);
    const CliquePotential linear = DiameterDiversity{TruncatedLinear{1, 5}};
    const CliquePotential along_tree =
        HierarchicalPnPotts(graphical_models::RandomSeparatedTree(kLabels, 2, 20, random));
    for (const std::vector<CliquePotential>& potentials :
         {std::vector{linear}, std::vector{along_tree}, std::vector{linear, along_tree}}) {
      const Lattice lattice = RandomLattice(9, kLabels, potentials, weight, seed);
      const MapResult printed = PrintedCutCoOccurrence(lattice.unaries, lattice.cliques);
      EXPECT_EQ(printed.labeling, ReversedCoOccurrence(lattice.unaries, lattice.cliques).labeling);
      EXPECT_GT(printed.moves, kLabels);
    }
  }
}

}  // namespace
}  // namespace structlab::rivals
