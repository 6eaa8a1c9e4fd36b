#include "experiments/parsimonious_labeling/printed_cut.h"

#include <gtest/gtest.h>

#include "common/random_stream.h"
#include "experiments/parsimonious_labeling/released_rival.h"
#include "graphical_models/model/cliques/clique_potential.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::MapResult;

// Two implementations of the same moves, of which one leaves out what saves nothing.
TEST(PrintedCutCoOccurrence, MakesTheMovesOfTheReleasedRival) {
  common::RandomStream random(3, "trees");
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const LatticeShape shape = {.side = 9, .labels = 6, .window = 3};
    const double weight = 1 + static_cast<double>(seed % 5);
    const graphical_models::CliquePotential potentials[] = {
        graphical_models::DiameterDiversity{graphical_models::TruncatedLinear{1, 5}},
        graphical_models::HierarchicalPnPotts(RandomSeparatedTree(shape.labels, 2, 20, random))};
    for (const auto& potential : potentials) {
      const Lattice lattice = MakeLattice(shape, potential, weight, seed);
      const MapResult printed = PrintedCutCoOccurrence(lattice);
      EXPECT_EQ(printed.labeling, ReversedCoOccurrence(lattice.unaries, lattice.cliques).labeling);
      EXPECT_GT(printed.moves, shape.labels);
    }
  }
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
