#include "graphical_models/moves/parsimonious/cluster_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/label_metric.h"

namespace structlab::graphical_models {
namespace {

struct Cluster {
  int node;
  std::vector<Label> labels;
};

// Builds the tree level by level, with a node for each cluster of each level. A cluster that is not split has
// one child: the same cluster, one level down.
class TreeBuilder {
 public:
  TreeBuilder(const PairwisePotential& distance, std::span<const int> permutation)
      : distance_(distance), permutation_(permutation.begin(), permutation.end()) {
    std::vector<Label> all = permutation_;
    std::ranges::sort(all);
    AddCluster(-1, 0, std::move(all));
  }

  LabelTree Build(double beta, TreeHeights heights) {
    if (const double smallest = SmallestDistance(); smallest < kInfinity) {
      const double unit = smallest / 2;
      int levels = 1;  // the largest distance is at most 2^levels units
      while (std::ldexp(unit, levels) < diameters_[0]) ++levels;
      for (int level = levels - 1; level >= 0; --level) {
        SplitAll(beta * std::ldexp(unit, level - 1), std::ldexp(unit, level + 1));
      }
    }
    SetLabels();
    if (heights == TreeHeights::kTight) TightenLengths();
    return LabelTree(std::move(nodes_));
  }

 private:
  double SmallestDistance() const {
    double smallest = kInfinity;
    for (const Label a : permutation_) {
      for (const Label b : permutation_) {
        if (distance_(a, b) > 0) smallest = std::min(smallest, distance_(a, b));
      }
    }
    return smallest;
  }

  double DiameterOf(std::span<const Label> labels) const {
    double diameter = 0;
    for (const Label a : labels) {
      for (const Label b : labels) diameter = std::max(diameter, distance_(a, b));
    }
    return diameter;
  }

  void AddCluster(int parent, double length, std::vector<Label> labels) {
    const int node = static_cast<int>(nodes_.size());
    nodes_.push_back({.parent = parent, .length = length});
    diameters_.push_back(DiameterOf(labels));
    clusters_.push_back({node, std::move(labels)});
  }

  void SplitAll(double radius, double length) {
    for (Cluster& cluster : std::exchange(clusters_, {})) {
      for (std::vector<Label>& part : Split(std::move(cluster.labels), radius)) {
        AddCluster(cluster.node, length, std::move(part));
      }
    }
  }

  // Each label goes to the first centre that is near enough; the label itself is a centre, at distance 0.
  // Parts are sorted by their first labels, not by their centres, so that trees of equal clusters are equal.
  std::vector<std::vector<Label>> Split(std::vector<Label> labels, double radius) const {
    std::vector<std::vector<Label>> parts;
    for (const Label center : permutation_) {
      // Clang 14 cannot compile the subrange that std::ranges::stable_partition returns.
      const auto taken = std::stable_partition(
          labels.begin(), labels.end(), [&](Label label) { return !(distance_(label, center) < radius); });
      if (taken != labels.end()) parts.emplace_back(taken, labels.end());
      labels.erase(taken, labels.end());
    }
    std::ranges::sort(parts, {}, [](const std::vector<Label>& part) { return part.front(); });
    return parts;
  }

  // Sets the labels of the remaining clusters, which have one label or several at distance 0 of each other.
  void SetLabels() {
    for (Cluster& cluster : std::exchange(clusters_, {})) {
      if (cluster.labels.size() == 1) {
        nodes_[cluster.node].label = cluster.labels.front();
        continue;
      }
      for (const Label label : cluster.labels) {
        AddCluster(cluster.node, 0, {label});
        nodes_.back().label = label;
      }
    }
  }

  // The path from a cluster down to each of its labels becomes half its diameter.
  void TightenLengths() {
    for (size_t node = 1; node < nodes_.size(); ++node) {
      nodes_[node].length = (diameters_[nodes_[node].parent] - diameters_[node]) / 2;
    }
  }

  const PairwisePotential& distance_;
  std::vector<Label> permutation_;
  std::vector<LabelTreeNode> nodes_;
  std::vector<double> diameters_;  // of the labels below each node
  std::vector<Cluster> clusters_;  // of the lowest level so far
};

void CheckDistance(const PairwisePotential& distance, int num_labels) {
  if (num_labels < 1) common::ThrowUsageError("tree", "at least one label", std::to_string(num_labels));
  if (const auto violation = FindMetricViolation(distance, num_labels)) {
    common::ThrowUsageError("distance of labels", "a metric", violation->text);
  }
  for (Label a = 0; a < num_labels; ++a) {
    for (Label b = 0; b < num_labels; ++b) {
      const double value = distance(a, b);
      if (value == 0 || (value >= std::numeric_limits<double>::min() && value < kInfinity)) continue;
      common::ThrowUsageError("distance of labels " + std::to_string(a) + " and " + std::to_string(b),
                              "0, or at least 2.3e-308 and finite", common::FormatDouble(value));
    }
  }
}

}  // namespace

LabelTree ClusterTree(const PairwisePotential& distance, std::span<const int> permutation, double beta,
                      TreeHeights heights) {
  const int num_labels = static_cast<int>(permutation.size());
  CheckDistance(distance, num_labels);
  std::vector<bool> seen(permutation.size(), false);
  for (const int label : permutation) {
    if (label < 0 || label >= num_labels || seen[label]) {
      common::ThrowUsageError("permutation", "each label once", std::to_string(label));
    }
    seen[label] = true;
  }
  if (!(beta >= 1 && beta <= 2)) {
    common::ThrowUsageError("beta", "a number from 1 to 2", common::FormatDouble(beta));
  }
  return TreeBuilder(distance, permutation).Build(beta, heights);
}

LabelTree RandomClusterTree(const PairwisePotential& distance, int num_labels, TreeHeights heights,
                            common::RandomStream& random) {
  CheckDistance(distance, num_labels);
  const std::vector<int> permutation = random.Permutation(num_labels);
  double beta;  // drawn uniformly and kept with probability 1 / beta
  do {
    beta = random.Uniform(1, 2);
  } while (random.Uniform() * beta >= 1);
  return ClusterTree(distance, permutation, beta, heights);
}

}  // namespace structlab::graphical_models
