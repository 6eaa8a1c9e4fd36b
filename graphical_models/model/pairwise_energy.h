// Energies of unary and pairwise terms on any graph.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_ENERGY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_ENERGY_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// The term weight * potential(label of p, label of q). The direction matters if the potential is asymmetric.
struct PairwiseEdge {
  int p, q;
  int potential;  // index
  double weight;
  friend bool operator==(const PairwiseEdge&, const PairwiseEdge&) = default;
};

// The energy to minimise is E(y) = constant + sum_v unary_v(y_v) + sum_(p,q) weight_pq potential_pq(y_p,
// y_q). Variables may have different numbers of labels. Potentials are stored once and shared by edges. Two
// variables may be joined by several edges.
//
//     PairwiseEnergy energy({2, 2, 2});
//     energy.AddUnary(0, {{0.0, 3.0}});
//     const int potts = energy.AddPotential(Potts{});
//     energy.AddEdge(0, 1, potts, 1.5);
//
// Take GridEnergy for images with one potential (no stored edges) and FactorGraph for terms of three or more
// variables. Reading is thread-safe. Memory: 8 bytes per variable and label, 24 per edge.
class PairwiseEnergy {
 public:
  PairwiseEnergy() = default;
  // All unaries are 0. Throws common::Error(kUsage) unless every variable has at least one label.
  explicit PairwiseEnergy(std::vector<int> label_counts);

  // Adds one cost per label to the unary of a variable; +infinity is allowed and exact. Throws
  // common::Error(kUsage), and then leaves the energy unchanged, for a variable that does not exist, a wrong
  // number of costs, and an invalid cost (energy_value.h).
  void AddUnary(int variable, std::span<const double> costs);

  // Adds to the constant; +infinity forbids every labeling. Throws common::Error(kUsage) for an invalid value
  // (energy_value.h).
  void AddConstant(double energy);

  // Stores a potential and returns its index for AddEdge.
  int AddPotential(PairwisePotential potential);

  // Adds an edge and returns its index. Throws common::Error(kUsage) for a variable or potential that does
  // not exist, for p = q, for a table with fewer rows than p has labels or fewer columns than q has labels,
  // and for a weight that PotentialRange::CheckWeight refuses.
  int AddEdge(int p, int q, int potential, double weight = 1.0);

  int num_variables() const { return static_cast<int>(label_counts_.size()); }
  int num_labels(int variable) const { return label_counts_[variable]; }
  std::span<const int> label_counts() const { return label_counts_; }
  std::span<const double> unary(int variable) const;
  // The unaries of all variables, concatenated; those of variable v begin at unary_begin(v).
  std::span<const double> unaries() const { return unaries_; }
  size_t unary_begin(int variable) const { return unary_begin_[variable]; }

  int num_edges() const { return static_cast<int>(edges_.size()); }
  std::span<const PairwiseEdge> edges() const { return edges_; }
  int num_potentials() const { return static_cast<int>(potentials_.size()); }
  const PairwisePotential& potential(int index) const { return potentials_[index]; }
  double constant() const { return constant_; }

  // The weighted potential of an edge. Labels are not checked.
  double EdgeEnergy(const PairwiseEdge& edge, Label label_of_p, Label label_of_q) const {
    return edge.weight * potential(edge.potential)(label_of_p, label_of_q);
  }

  // Sums the constant, the unaries and the edges, in this order. Throws common::Error(kUsage) if the labeling
  // does not fit. O(variables + edges) time.
  double Energy(std::span<const Label> labeling) const;

  friend bool operator==(const PairwiseEnergy&, const PairwiseEnergy&) = default;

 private:
  std::vector<int> label_counts_;
  std::vector<size_t> unary_begin_;
  std::vector<double> unaries_;
  double constant_ = 0;
  std::vector<PairwisePotential> potentials_;
  std::vector<PotentialRange> ranges_;  // one a potential
  std::vector<PairwiseEdge> edges_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_ENERGY_H_
