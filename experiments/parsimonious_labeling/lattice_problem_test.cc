#include "experiments/parsimonious_labeling/lattice_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graphical_models/model/cliques/clique_potential.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::DiameterDiversity;
using graphical_models::Potts;

// A lattice of 3 x 3 with windows of 2 x 2: four cliques, the middle pixel in all.
TEST(Lattice, HasAWindowAtEveryPlace) {
  const Lattice lattice =
      MakeLattice({.side = 3, .labels = 2, .window = 2}, DiameterDiversity{Potts{1}}, 3, 1);
  ASSERT_EQ(lattice.cliques.num_cliques(), 4);
  const std::vector<std::vector<int>> expected = {{0, 1, 3, 4}, {1, 2, 4, 5}, {3, 4, 6, 7}, {4, 5, 7, 8}};
  for (int clique = 0; clique < 4; ++clique) {
    const auto found = lattice.cliques.variables(clique);
    EXPECT_EQ(std::vector<int>(found.begin(), found.end()), expected[clique]);
    EXPECT_EQ(lattice.cliques.weight(clique), 3);
  }
  EXPECT_EQ(lattice.unaries.num_edges(), 0);
  EXPECT_EQ(MakeLattice({}, DiameterDiversity{Potts{1}}, 1, 1).cliques.num_cliques(), 8281);
}

TEST(Lattice, UnariesAreUniformAndTheSameForAllCliques) {
  const auto unaries = [](int window, double weight, uint64_t seed) {
    const Lattice lattice =
        MakeLattice({.side = 100, .labels = 20, .window = window}, DiameterDiversity{Potts{1}}, weight, seed);
    return std::vector<double>(lattice.unaries.unaries().begin(), lattice.unaries.unaries().end());
  };
  const std::vector<double> costs = unaries(10, 1, 5);
  EXPECT_EQ(costs, unaries(50, 3, 5));
  EXPECT_NE(costs, unaries(10, 1, 6));
  double sum = 0;
  for (const double cost : costs) sum += cost;
  EXPECT_GE(*std::ranges::min_element(costs), 0);
  EXPECT_LE(*std::ranges::max_element(costs), 100);
  // 200,000 uniform values: five standard errors of the mean are 0.32.
  EXPECT_NEAR(sum / static_cast<double>(costs.size()), 50, 0.32);
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
