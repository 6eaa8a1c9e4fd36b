// Distances and diameters along a tree of labels, in the form that moves need.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_TREE_DISTANCES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_TREE_DISTANCES_H_

#include <optional>
#include <span>
#include <vector>

#include "graphical_models/model/cliques/label_tree.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Spread of a set of labels below a node: how far they are from each other and from the node.
struct LabelSpread {
  double diameter = 0;
  double depth = 0;  // distance from the node to the deepest label
};

// Distances and spreads of labels along a tree. Reading is thread-safe. Memory: 8 bytes for each pair of
// labels.
class TreeDistances {
 public:
  explicit TreeDistances(const LabelTree& tree);

  double operator()(Label a, Label b) const { return distances_(a, b); }

  // The spread of some variables' labels, which must all be below `node`. As in every tree, the diameter is
  // the distance from the label farthest from any label to the label farthest from that one. O(variables).
  LabelSpread SpreadOf(int node, std::span<const int> variables, std::span<const Label> labeling) const;
  LabelSpread SpreadOf(int node, Label a, Label b) const;
  LabelSpread SpreadOf(int node, Label label) const { return {0, DepthBelow(node, label)}; }

  // The diameter of every set of labels that lie below two or more children of the node, if all such sets
  // have the same. They do if all labels below the node are equally deep, as in trees of clusters.
  std::optional<double> CommonUnion(int node) const;

 private:
  double DepthBelow(int node, Label label) const { return label_depths_[label] - node_depths_[node]; }

  LabelTable distances_;
  std::vector<double> node_depths_;           // [node] length of the path from the root
  std::vector<double> shallowest_, deepest_;  // [node] depths of the leaves below it
  std::vector<double> label_depths_;          // [label] depth of its leaf
};

// The diameter of the union of sets of labels that lie below different children of a node.
class UnionDiameter {
 public:
  void Add(const LabelSpread& spread);
  double value() const;

 private:
  double diameter_ = 0;
  double deepest_ = 0, second_ = 0;  // the two largest depths, below different children
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_TREE_DISTANCES_H_
