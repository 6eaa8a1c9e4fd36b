// Distances and diameters along a tree of labels, in the form that moves need.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_TREE_DISTANCES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_TREE_DISTANCES_H_

#include <optional>
#include <span>
#include <vector>

#include "graphical_models/model/cliques/label_tree.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// How far the labels that a clique has below one child of a node lie apart, and how far from the node.
struct LabelSpread {
  double diameter = 0;
  double depth = 0;  // of the deepest
};

// Reading is thread-safe. Memory: 8 bytes for each pair of labels.
class TreeDistances {
 public:
  explicit TreeDistances(const LabelTree& tree);

  double operator()(Label a, Label b) const { return distances_(a, b); }

  // Of some variables' labels, all below `node`. The farthest label from the farthest from any is at the
  // distance of the diameter, as in every tree. O(variables).
  LabelSpread SpreadOf(int node, std::span<const int> variables, std::span<const Label> labeling) const;
  LabelSpread SpreadOf(int node, Label a, Label b) const;
  LabelSpread SpreadOf(int node, Label label) const { return {0, DepthBelow(node, label)}; }

  // The diameter of every set of labels that lie below two or more children of the node, if it is the same
  // for all: where all labels below the node are equally deep, as in trees of clusters.
  std::optional<double> CommonUnion(int node) const;

 private:
  double DepthBelow(int node, Label label) const { return label_depths_[label] - node_depths_[node]; }

  LabelTable distances_;
  std::vector<double> node_depths_;           // length of the path from the root
  std::vector<double> shallowest_, deepest_;  // of the leaves below each node
  std::vector<double> label_depths_;          // of the leaves, by label
};

// The diameter of the union of what lies below different children of a node.
class UnionDiameter {
 public:
  void Add(const LabelSpread& spread);
  double value() const;

 private:
  double diameter_ = 0;
  double deepest_ = 0, second_ = 0;  // of two different children
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_TREE_DISTANCES_H_
