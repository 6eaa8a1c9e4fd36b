// Potentials of many variables that depend on the labels they use.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_CLIQUE_POTENTIAL_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_CLIQUE_POTENTIAL_H_

#include <utility>
#include <variant>
#include <vector>

#include "graphical_models/model/cliques/label_histogram.h"
#include "graphical_models/model/cliques/label_tree.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// The value of each potential for a clique whose labels a histogram holds; it has at least one.

// P^n Potts (Kohli, Kumar, Torr 2007; Dokania 2016, eq. 2.27): label_costs[k] if all labels are k, else
// `max_cost`.
struct PnPotts {
  std::vector<double> label_costs;  // one a label, 0 <= cost <= max_cost
  double max_cost = 0;              // finite

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const PnPotts&, const PnPotts&) = default;
};

// Robust P^n Potts (Kohli, Ladicky, Torr 2009): with n_k of n labels being k,
//
//   min(max_cost, min_k label_costs[k] + (n - n_k) (max_cost - label_costs[k]) / Q),  Q = truncation * n,
//
// so that `max_cost` is reached when the share `truncation` of the labels is another one.
struct RobustPnPotts {
  std::vector<double> label_costs;  // one a label, 0 <= cost <= max_cost
  double max_cost = 0;              // finite
  double truncation = 0.5;          // above 0, at most 1/2: then at most one label is below `max_cost`

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const RobustPnPotts&, const RobustPnPotts&) = default;
};

// The diameter diversity (Dokania 2016, section 3.3): the largest distance between two labels in use.
struct DiameterDiversity {
  PairwisePotential distance;  // a metric on the labels, finite

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const DiameterDiversity&, const DiameterDiversity&) = default;
};

// Hierarchical P^n Potts (Dokania 2016, section 3.3): the diameter diversity of the distances along a tree.
class HierarchicalPnPotts {
 public:
  explicit HierarchicalPnPotts(LabelTree tree) : tree_(std::move(tree)), distances_(tree_.Distances()) {}

  const LabelTree& tree() const { return tree_; }
  const LabelTable& distances() const { return distances_; }
  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const HierarchicalPnPotts&, const HierarchicalPnPotts&) = default;

 private:
  LabelTree tree_;
  LabelTable distances_;
};

// Co-occurrence of labels (Ladicky, Russell, Kohli, Torr 2010, up to pairs): for the set S of labels in use,
// offset + sum_{l in S} label_costs[l] + sum_{k < l in S} pair_costs(k, l), which never falls when a label is
// added to S. With label costs 1, no pair costs and offset -1 it is the number of labels minus 1.
struct CoOccurrence {
  double offset = 0;                        // finite; with each label cost it gives >= 0
  std::vector<double> label_costs;          // one a label, finite, >= 0
  PairwisePotential pair_costs = Potts{0};  // finite, >= 0; only k < l is used

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const CoOccurrence&, const CoOccurrence&) = default;
};

// One of the above.
class CliquePotential {
 public:
  // Implicit, so that a PnPotts is a potential wherever one is wanted.
  CliquePotential(PnPotts potential) : potential_(std::move(potential)) {}
  CliquePotential(RobustPnPotts potential) : potential_(std::move(potential)) {}
  CliquePotential(DiameterDiversity potential) : potential_(std::move(potential)) {}
  CliquePotential(HierarchicalPnPotts potential) : potential_(std::move(potential)) {}
  CliquePotential(CoOccurrence potential) : potential_(std::move(potential)) {}

  // Calls visitor(potential) with the type it has.
  template <class Visitor>
  decltype(auto) Visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), potential_);
  }

  // The potential if it is of this type, else null.
  template <class Potential>
  const Potential* As() const {
    return std::get_if<Potential>(&potential_);
  }

  // O(1) for P^n Potts, O(labels in use) for robust P^n Potts and for diameters of Potts, truncated linear
  // and truncated quadratic distances, else O(labels in use ^ 2).
  double operator()(const LabelHistogram& labels) const {
    return Visit([&labels](const auto& potential) { return potential(labels); });
  }

  // Throws common::Error(kUsage) unless it is defined for so many labels and obeys what is said above; the
  // message names the labels. O(labels^3) for the diameter of a table, else O(labels^2).
  void Check(int num_labels) const;

  // No value is larger, whatever the labels; of a potential that Check accepts. O(labels^2).
  double MaxValue(int num_labels) const;

  // "a P^n Potts potential" or the like, for messages.
  std::string Name() const;

  friend bool operator==(const CliquePotential&, const CliquePotential&) = default;

 private:
  std::variant<PnPotts, RobustPnPotts, DiameterDiversity, HierarchicalPnPotts, CoOccurrence> potential_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_CLIQUE_POTENTIAL_H_
