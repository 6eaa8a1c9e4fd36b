// Trees whose leaves are labels, and the distances between leaves.
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
  int parent;     // index of the parent, smaller than the node's own index; -1 for the root, which is node 0
  double length;  // of the edge to the parent: finite, >= 0; 0 for the root
  Label label = -1;  // of a leaf; -1 for inner nodes
  friend bool operator==(const LabelTreeNode&, const LabelTreeNode&) = default;
};

// A rooted tree with labels as leaves. It is an r-hierarchically well separated tree (Dokania 2016,
// section 3.3) if all edges from a node to its children have the same length, which shrinks by a factor r at
// each level. Other lengths are allowed, too.
//
//     const LabelTree tree({{-1, 0}, {0, 6}, {0, 6}, {1, 3, 0}, {1, 3, 1}, {2, 3, 2}, {2, 3, 3}});
//     const double near = tree.Distances()(0, 1), far = tree.Distances()(0, 2);   // 6 and 18
//
// Here leaves 0 and 1 have one parent, and leaves 2 and 3 another.
class LabelTree {
 public:
  // Throws common::Error(kUsage), which names the node, unless node 0 is the only root, parents precede their
  // children, lengths are in range, only leaves have labels, and the labels are 0..L-1, each once.
  explicit LabelTree(std::vector<LabelTreeNode> nodes);

  int num_labels() const { return static_cast<int>(leaf_of_label_.size()); }
  int num_nodes() const { return static_cast<int>(nodes_.size()); }
  std::span<const LabelTreeNode> nodes() const { return nodes_; }
  std::span<const int> children(int node) const { return children_[node]; }
  int leaf(Label label) const { return leaf_of_label_[label]; }

  // The lengths of the paths between leaves, as a table; a metric. O(labels * nodes) time.
  LabelTable Distances() const;

  // Returns the first violated condition of an r-hierarchically well separated tree (r > 1), or nothing. At
  // each node, the edges to the children must be positive and of one length, and each must be at least r
  // times as long as the edges below it.
  std::optional<std::string> FindSeparationViolation(double r) const;

  friend bool operator==(const LabelTree&, const LabelTree&) = default;

 private:
  std::vector<LabelTreeNode> nodes_;
  std::vector<std::vector<int>> children_;
  std::vector<int> leaf_of_label_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_LABEL_TREE_H_
