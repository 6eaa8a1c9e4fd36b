// Trees whose leaves are the labels, and the distances along them.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_LABEL_TREE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_LABEL_TREE_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

struct LabelTreeNode {
  int parent;        // its index, smaller than the own one; -1 for the root, which is node 0
  double length;     // of the edge to the parent: finite, >= 0; 0 for the root
  Label label = -1;  // of a leaf; -1 for the others
  friend bool operator==(const LabelTreeNode&, const LabelTreeNode&) = default;
};

// A rooted tree. With edges of one length from a node to its children that shrink by a factor r on the way
// down it is an r-hierarchically well separated tree (Dokania 2016, section 3.3); other lengths are allowed.
//
//   LabelTree({{-1, 0}, {0, 6}, {0, 6}, {1, 3, 0}, {1, 3, 1}, {2, 3, 2}, {2, 3, 3}})
//
// has the leaves 0 and 1 under one node, 2 and 3 under another: distances 6 inside a pair and 18 across.
class LabelTree {
 public:
  // Throws common::Error(kUsage) that names the node unless node 0 is the only root, parents come first,
  // lengths are in range, exactly the leaves have labels, and these are 0..L-1, each once.
  explicit LabelTree(std::vector<LabelTreeNode> nodes);

  int num_labels() const { return static_cast<int>(leaf_of_label_.size()); }
  int num_nodes() const { return static_cast<int>(nodes_.size()); }
  std::span<const LabelTreeNode> nodes() const { return nodes_; }
  std::span<const int> children(int node) const { return children_[node]; }
  int leaf(Label label) const { return leaf_of_label_[label]; }

  // The length of the path between the leaves: a metric, as a table. O(labels * nodes).
  LabelTable Distances() const;

  // Which condition of an r-hierarchically well separated tree the first wrong node breaks, or nothing: the
  // edges to its children are positive and of one length, and each is at least r times as long as the edges
  // below it. For r > 1.
  std::optional<std::string> FindSeparationViolation(double r) const;

  friend bool operator==(const LabelTree&, const LabelTree&) = default;

 private:
  std::vector<LabelTreeNode> nodes_;
  std::vector<std::vector<int>> children_;
  std::vector<int> leaf_of_label_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_LABEL_TREE_H_
