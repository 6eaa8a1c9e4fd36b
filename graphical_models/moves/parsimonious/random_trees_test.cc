#include "graphical_models/moves/parsimonious/random_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

namespace structlab::graphical_models {
namespace {

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

}  // namespace
}  // namespace structlab::graphical_models
