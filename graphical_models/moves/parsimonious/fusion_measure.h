// Diameters that a fusion of labelings needs for its edges and cliques.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_FUSION_MEASURE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_FUSION_MEASURE_H_

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/cliques/label_histogram.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"
#include "graphical_models/moves/parsimonious/tree_distances.h"

namespace structlab::graphical_models {

// The labeling of a node of the tree; all its labels are below the node.
class NodeLabeling {
 public:
  // A leaf: the same label everywhere.
  explicit NodeLabeling(Label leaf) : leaf_(leaf) {}
  // Any other node.
  explicit NodeLabeling(Labeling labels) : labels_(std::move(labels)) {}

  bool is_leaf() const { return leaf_ >= 0; }
  Label operator[](int variable) const { return is_leaf() ? leaf_ : labels_[variable]; }

  LabelSpread SpreadOf(const TreeDistances& distances, int node, std::span<const int> variables) const {
    return is_leaf() ? distances.SpreadOf(node, leaf_) : distances.SpreadOf(node, variables, labels_);
  }

  Labeling Take(int num_variables) && {
    return is_leaf() ? Labeling(static_cast<size_t>(num_variables), leaf_) : std::move(labels_);
  }

 private:
  Labeling labels_;
  Label leaf_ = -1;
};

// Diameters of sets of labels, along a tree or by a metric. Keeps a reference to it.
class FusionMeasure {
 public:
  // Along the tree, for labels below the node.
  FusionMeasure(const TreeDistances& distances, int node) : tree_(&distances), node_(node) {}
  // By the metric.
  FusionMeasure(const PairwisePotential& metric, int num_labels)
      : metric_(&metric), diversity_(DiameterDiversity{metric}), labels_(num_labels), all_(num_labels) {}

  double Distance(Label a, Label b) const {
    if (a == b) return 0;
    return tree_ != nullptr ? (*tree_)(a, b) : (*metric_)(a, b);
  }

  // The diameter of every union of labels of different children, if it is the same for all such unions.
  std::optional<double> CommonUnion() const {
    return tree_ != nullptr ? tree_->CommonUnion(node_) : std::nullopt;
  }

  // The diameter of all labels that the children have at the two ends of an edge.
  double UnionOnEdge(std::span<const NodeLabeling> children, int p, int q) {
    if (tree_ == nullptr) {
      all_.Clear();
      for (const NodeLabeling& child : children) all_.Add(child[p]), all_.Add(child[q]);
      return diversity_(all_);
    }
    UnionDiameter all;
    for (const NodeLabeling& child : children) all.Add(tree_->SpreadOf(node_, child[p], child[q]));
    return all.value();
  }

  // Appends the diameter of each child's labels in a clique; returns the diameter of all of them together.
  double MeasureClique(std::span<const NodeLabeling> children, std::span<const int> variables,
                       std::vector<double>& diameters) {
    if (tree_ != nullptr) {
      UnionDiameter all;
      for (const NodeLabeling& child : children) {
        const LabelSpread spread = child.SpreadOf(*tree_, node_, variables);
        diameters.push_back(spread.diameter);
        all.Add(spread);
      }
      return all.value();
    }
    all_.Clear();
    for (const NodeLabeling& child : children) {
      labels_.Clear();
      for (const int v : variables) labels_.Add(child[v]);
      diameters.push_back(diversity_(labels_));
      for (const Label label : labels_.present()) all_.Add(label);
    }
    return diversity_(all_);
  }

 private:
  const TreeDistances* tree_ = nullptr;
  int node_ = 0;
  const PairwisePotential* metric_ = nullptr;
  DiameterDiversity diversity_ = {Potts{}};
  LabelHistogram labels_{0}, all_{0};  // scratch memory
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_PARSIMONIOUS_FUSION_MEASURE_H_
