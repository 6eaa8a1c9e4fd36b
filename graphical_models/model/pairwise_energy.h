// Energies of unary and pairwise terms on any graph.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_ENERGY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_PAIRWISE_ENERGY_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// weight * potential(label of p, label of q): the direction matters where the potential is not symmetric.
struct PairwiseEdge {
  int p, q;
  int potential;  // index
  double weight;
  friend bool operator==(const PairwiseEdge&, const PairwiseEdge&) = default;
};

// E(y) = constant + sum_v unary_v(y_v) + sum_(p,q) weight_pq potential_pq(y_p, y_q), minimised. Label counts
// may differ. Potentials are stored once and shared by edges; between two variables there may be several
// edges.
//
//   PairwiseEnergy energy({2, 2, 2});
//   energy.AddUnary(0, {{0.0, 3.0}});
//   const int potts = energy.AddPotential(Potts{});
//   energy.AddEdge(0, 1, potts, 1.5);
//
// Reading is thread-safe. Memory: 8 bytes a variable and label, 24 an edge.
class PairwiseEnergy {
 public:
  PairwiseEnergy() = default;
  // All unaries 0. Throws common::Error(kUsage) unless every variable has at least one label.
  explicit PairwiseEnergy(std::vector<int> label_counts);

  // Adds to the unary of a variable, one cost a label. Throws common::Error(kUsage), and then changes
  // nothing, for a variable that does not exist, another number of costs, or what is no energy
  // (energy_value.h); +infinity is allowed and stays exact.
  void AddUnary(int variable, std::span<const double> costs);

  // Throws common::Error(kUsage) for what is no energy. +infinity forbids everything.
  void AddConstant(double energy);

  // Returns the index by which edges name it.
  int AddPotential(PairwisePotential potential);

  // Returns the index of the edge. Throws common::Error(kUsage) for a variable or potential that does not
  // exist, p = q, a table that does not have p's labels as rows and q's as columns (it may have more), a
  // weight that CheckWeight refuses.
  int AddEdge(int p, int q, int potential, double weight = 1.0);

  int num_variables() const { return static_cast<int>(label_counts_.size()); }
  int num_labels(int variable) const { return label_counts_[variable]; }
  std::span<const int> label_counts() const { return label_counts_; }
  std::span<const double> unary(int variable) const;
  // Of all variables, one after the other; that of variable v begins at unary_begin(v).
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

  // Sums constant, unaries and edges, in this order. Throws common::Error(kUsage) unless the labeling fits.
  // O(variables + edges).
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
