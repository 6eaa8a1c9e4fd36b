#include "graphical_models/model/cliques/label_tree.h"

#include <algorithm>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

std::string NameOfNode(size_t node) { return "node " + std::to_string(node) + " of a label tree"; }

void CheckEdge(size_t i, const LabelTreeNode& node) {
  if (i == 0) {
    if (node.parent == -1 && node.length == 0) return;
    common::ThrowUsageError(
        NameOfNode(i), "the root: parent -1, length 0",
        "parent " + std::to_string(node.parent) + ", length " + common::FormatDouble(node.length));
  }
  if (node.parent < 0 || node.parent >= static_cast<int>(i)) {
    common::ThrowUsageError(NameOfNode(i), "a parent from 0 to " + std::to_string(i - 1),
                            std::to_string(node.parent));
  }
  if (!(node.length >= 0 && node.length <= kMaxEnergy)) {
    common::ThrowUsageError(NameOfNode(i), "a length from 0 to 1e290", common::FormatDouble(node.length));
  }
}

}  // namespace

LabelTree::LabelTree(std::vector<LabelTreeNode> nodes) : nodes_(std::move(nodes)), children_(nodes_.size()) {
  if (nodes_.empty()) common::ThrowUsageError("label tree", "at least one node", "none");
  for (size_t i = 0; i < nodes_.size(); ++i) {
    CheckEdge(i, nodes_[i]);
    if (i > 0) children_[nodes_[i].parent].push_back(static_cast<int>(i));
  }
  const auto leaves = std::count_if(children_.begin(), children_.end(),
                                    [](const std::vector<int>& children) { return children.empty(); });
  leaf_of_label_.assign(leaves, -1);
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Label label = nodes_[i].label;
    if (!children_[i].empty()) {
      if (label == -1) continue;
      common::ThrowUsageError(NameOfNode(i), "no label, since it has children", std::to_string(label));
    }
    if (label < 0 || label >= num_labels()) {
      common::ThrowUsageError(NameOfNode(i), "a label from 0 to " + std::to_string(num_labels() - 1),
                              std::to_string(label));
    }
    int& leaf = leaf_of_label_[label];
    if (leaf >= 0) {
      common::ThrowUsageError(NameOfNode(i), "another label than node " + std::to_string(leaf),
                              std::to_string(label));
    }
    leaf = static_cast<int>(i);
  }
}

LabelTable LabelTree::Distances() const {
  const size_t labels = leaf_of_label_.size();
  std::vector<double> table(labels * labels, 0.0);
  std::vector<double> from(nodes_.size());
  for (size_t a = 0; a < labels; ++a) {
    // Goes up from the leaf first; reaches all other nodes from their parents.
    std::fill(from.begin(), from.end(), -1.0);
    double way = 0;
    for (int node = leaf(static_cast<Label>(a)); node >= 0; node = nodes_[node].parent) {
      from[node] = way;
      way += nodes_[node].length;
    }
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (from[i] < 0) from[i] = from[nodes_[i].parent] + nodes_[i].length;
    }
    // Copies the other half, so that rounding does not break the symmetry.
    for (size_t b = 0; b < a; ++b) {
      table[a * labels + b] = table[b * labels + a] = from[leaf_of_label_[b]];
    }
  }
  return LabelTable(num_labels(), num_labels(), std::move(table));
}

std::optional<std::string> LabelTree::FindSeparationViolation(double r) const {
  if (!(r > 1)) common::ThrowUsageError("separation of a label tree", "r > 1", common::FormatDouble(r));
  for (size_t i = 1; i < nodes_.size(); ++i) {
    const auto& [parent, length, label] = nodes_[i];
    const std::string edge = "the edge to node " + std::to_string(i);
    if (!(length > 0)) return edge + " has no length";
    const size_t first = children_[parent].front();
    if (length != nodes_[first].length)
      return edge + " is not as long as that to node " + std::to_string(first);
    if (parent > 0 && nodes_[parent].length < r * length) {
      return edge + " is not shorter by r than that above it";
    }
  }
  return std::nullopt;
}

}  // namespace structlab::graphical_models
