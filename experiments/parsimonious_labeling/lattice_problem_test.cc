#include "experiments/parsimonious_labeling/lattice_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "graphical_models/model/cliques/clique_potential.h"

namespace structlab::parsimonious_labeling {
namespace {

using graphical_models::DiameterDiversity;
using graphical_models::LabelTree;
using graphical_models::Potts;

int DepthOf(const LabelTree& tree, int node) {
  int depth = 0;
  for (; node > 0; node = tree.nodes()[node].parent) ++depth;
  return depth;
}

TEST(RandomSeparatedTree, HasThePropertiesThatItSays) {
  std::set<size_t> sizes;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "test");
    const int labels = 2 + static_cast<int>(random.UniformIndex(30));
    const LabelTree tree = RandomSeparatedTree(labels, 2, 20, random);
    EXPECT_EQ(tree.num_labels(), labels);
    EXPECT_EQ(tree.FindSeparationViolation(2), std::nullopt);
    const auto distances = tree.Distances();
    double largest = 0;
    std::set<int> depths;
    for (int label = 0; label < labels; ++label) {
      largest = std::max(largest, *std::ranges::max_element(distances.values()));
      depths.insert(DepthOf(tree, tree.leaf(label)));
    }
    EXPECT_NEAR(largest, 20, 1e-12);  // the root is split, so two leaves meet there
    EXPECT_EQ(depths.size(), 1u);
    for (int node = 0; node < tree.num_nodes(); ++node) {
      EXPECT_LE(tree.children(node).size(), 4u);
      sizes.insert(tree.children(node).size());
    }
  }
  EXPECT_EQ(sizes, (std::set<size_t>{0, 1, 2, 3, 4}));
}

TEST(RandomBinaryTree, HasTheDiametersOfItsRecipe) {
  std::set<double> lowest, steps;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "test");
    const int labels = 2 + static_cast<int>(random.UniformIndex(30));
    const LabelTree tree = RandomBinaryTree(labels, random);
    EXPECT_EQ(tree.num_labels(), labels);
    std::set<int> depths;
    for (int label = 0; label < labels; ++label) depths.insert(DepthOf(tree, tree.leaf(label)));
    EXPECT_EQ(depths.size(), 1u);
    std::set<double> diameters = {0};
    for (int a = 0; a < labels; ++a) {
      for (int b = 0; b < a; ++b) diameters.insert(tree.Distances()(a, b));
    }
    for (int node = 0; node < tree.num_nodes(); ++node) EXPECT_LE(tree.children(node).size(), 2u);
    // Every level has a split, so that each diameter is that of some pair.
    EXPECT_EQ(static_cast<int>(diameters.size()), *depths.begin() + 1);
    double before = 0;
    for (const double diameter : diameters) {
      if (diameter > 0) (before == 0 ? lowest : steps).insert(diameter - before);
      before = diameter;
    }
  }
  EXPECT_EQ(lowest, (std::set<double>{2, 3, 4, 5}));
  EXPECT_EQ(steps, (std::set<double>{1, 2, 3, 4}));
}

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
