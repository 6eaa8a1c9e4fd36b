#include "graphical_models/moves/parsimonious/tree_distances.h"

#include <algorithm>

namespace structlab::graphical_models {

TreeDistances::TreeDistances(const LabelTree& tree) : distances_(tree.Distances()) {
  node_depths_.reserve(static_cast<size_t>(tree.num_nodes()));
  for (const LabelTreeNode& node : tree.nodes()) {
    node_depths_.push_back(node.parent < 0 ? 0
                                           : node_depths_[static_cast<size_t>(node.parent)] + node.length);
  }
  for (Label label = 0; label < tree.num_labels(); ++label) {
    label_depths_.push_back(node_depths_[static_cast<size_t>(tree.leaf(label))]);
  }
}

LabelSpread TreeDistances::SpreadOf(int node, std::span<const int> variables,
                                    std::span<const Label> labeling) const {
  const auto label_of = [labeling](int variable) { return labeling[static_cast<size_t>(variable)]; };
  const Label first = label_of(variables.front());
  LabelSpread spread;
  Label farthest = first;
  for (const int variable : variables) {
    const Label label = label_of(variable);
    spread.depth = std::max(spread.depth, DepthBelow(node, label));
    if (distances_(first, label) > distances_(first, farthest)) farthest = label;
  }
  for (const int variable : variables) {
    spread.diameter = std::max(spread.diameter, distances_(farthest, label_of(variable)));
  }
  return spread;
}

LabelSpread TreeDistances::SpreadOf(int node, Label a, Label b) const {
  return {.diameter = distances_(a, b), .depth = std::max(DepthBelow(node, a), DepthBelow(node, b))};
}

void UnionDiameter::Add(const LabelSpread& spread) {
  diameter_ = std::max(diameter_, spread.diameter);
  if (spread.depth > deepest_) {
    second_ = deepest_;
    deepest_ = spread.depth;
  } else {
    second_ = std::max(second_, spread.depth);
  }
}

double UnionDiameter::value() const { return std::max(diameter_, deepest_ + second_); }

}  // namespace structlab::graphical_models
