// Potentials of many variables that depend only on how often each label occurs.
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

// operator() of each potential returns its value for the labels of a clique, which must not be empty.

// P^n Potts (Kohli, Kumar, Torr 2007; Dokania 2016, eq. 2.27): label_costs[k] if all labels are k, otherwise
// max_cost.
struct PnPotts {
  std::vector<double> label_costs;  // one per label, 0 <= cost <= max_cost
  double max_cost = 0;              // finite

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const PnPotts&, const PnPotts&) = default;
};

// Robust P^n Potts (Kohli, Ladicky, Torr 2009): with n_k of the n labels equal to k,
//
//   min(max_cost, min_k label_costs[k] + (n - n_k) (max_cost - label_costs[k]) / Q),  Q = truncation * n,
//
// so that max_cost is reached as soon as the share `truncation` of the labels differs from k. Take it instead
// of P^n Potts if a few variables of a clique may disagree.
struct RobustPnPotts {
  std::vector<double> label_costs;  // one per label, 0 <= cost <= max_cost
  double max_cost = 0;              // finite
  double truncation = 0.5;          // above 0, at most 1/2, so that at most one label is below max_cost

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const RobustPnPotts&, const RobustPnPotts&) = default;
};

// Diameter diversity (Dokania 2016, section 3.3): the maximum distance between two labels in use.
struct DiameterDiversity {
  PairwisePotential distance;  // a metric on the labels, finite

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const DiameterDiversity&, const DiameterDiversity&) = default;
};

// Hierarchical P^n Potts (Dokania 2016, section 3.3): the diameter diversity of the distances in a label
// tree.
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

// Co-occurrence of labels (Ladicky, Russell, Kohli, Torr 2010, up to pairs). For the set S of labels in use
// it is offset + sum_{l in S} label_costs[l] + sum_{k < l in S} pair_costs(k, l), which never falls when a
// label is added to S. With label costs 1, no pair costs and offset -1 it is the number of labels in use
// minus 1.
struct CoOccurrence {
  double offset = 0;                        // finite; offset + label_costs[l] >= 0 for each label l
  std::vector<double> label_costs;          // one per label, finite, >= 0
  PairwisePotential pair_costs = Potts{0};  // finite, >= 0; only pairs k < l are used

  double operator()(const LabelHistogram& labels) const;
  friend bool operator==(const CoOccurrence&, const CoOccurrence&) = default;
};

// One of the five potentials above.
class CliquePotential {
 public:
  // Implicit conversions, so that a PnPotts can be passed as a CliquePotential.
  CliquePotential(PnPotts potential) : potential_(std::move(potential)) {}
  CliquePotential(RobustPnPotts potential) : potential_(std::move(potential)) {}
  CliquePotential(DiameterDiversity potential) : potential_(std::move(potential)) {}
  CliquePotential(HierarchicalPnPotts potential) : potential_(std::move(potential)) {}
  CliquePotential(CoOccurrence potential) : potential_(std::move(potential)) {}

  // Calls visitor(potential) with its concrete type.
  template <class Visitor>
  decltype(auto) Visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), potential_);
  }

  // A pointer to the potential if it has this type, otherwise null.
  template <class Potential>
  const Potential* As() const {
    return std::get_if<Potential>(&potential_);
  }

  // The value for the labels of a clique. O(1) time for P^n Potts; O(labels in use) for robust P^n Potts and
  // for diameters of Potts, truncated linear and truncated quadratic distances; otherwise O(labels in use ^
  // 2).
  double operator()(const LabelHistogram& labels) const {
    return Visit([&labels](const auto& potential) { return potential(labels); });
  }

  // Throws common::Error(kUsage), which names the labels, unless it is defined for this number of labels and
  // its members are in the ranges above. O(labels^3) time for the diameter of a table, otherwise O(labels^2).
  void Check(int num_labels) const;

  // An upper bound of the values for any labels, if Check accepts the potential. O(labels^2) time.
  double MaxValue(int num_labels) const;

  // A name for messages, such as "a P^n Potts potential".
  std::string Name() const;

  friend bool operator==(const CliquePotential&, const CliquePotential&) = default;

 private:
  std::variant<PnPotts, RobustPnPotts, DiameterDiversity, HierarchicalPnPotts, CoOccurrence> potential_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_CLIQUE_POTENTIAL_H_
