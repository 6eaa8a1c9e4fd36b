#include "graphical_models/moves/parsimonious/tree_distances.h"

#include <algorithm>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {

TreeDistances::TreeDistances(const LabelTree& tree) : distances_(tree.Distances()) {
  node_depths_.reserve(tree.num_nodes());
  for (const LabelTreeNode& node : tree.nodes()) {
    node_depths_.push_back(node.parent < 0 ? 0 : node_depths_[node.parent] + node.length);
  }
  for (Label label = 0; label < tree.num_labels(); ++label) {
    label_depths_.push_back(node_depths_[tree.leaf(label)]);
  }
  shallowest_.assign(node_depths_.size(), kInfinity);
  deepest_.assign(node_depths_.size(), 0);
  for (size_t node = node_depths_.size(); node-- > 0;) {  // children come after their parents
    if (tree.children(static_cast<int>(node)).empty())
      shallowest_[node] = deepest_[node] = node_depths_[node];
    if (node == 0) break;
    const size_t parent = tree.nodes()[node].parent;
    shallowest_[parent] = std::min(shallowest_[parent], shallowest_[node]);
    deepest_[parent] = std::max(deepest_[parent], deepest_[node]);
  }
}

LabelSpread TreeDistances::SpreadOf(int node, std::span<const int> variables,
                                    std::span<const Label> labeling) const {
  const auto label_of = [labeling](int variable) { return labeling[variable]; };
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

std::optional<double> TreeDistances::CommonUnion(int node) const {
  const size_t n = node;
  if (shallowest_[n] < deepest_[n]) return std::nullopt;
  const double depth = deepest_[n] - node_depths_[n];
  return depth + depth;
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
