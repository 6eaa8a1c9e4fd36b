// Sums of clique potentials, to be added to the energy of a grid or a graph.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_CLIQUE_ENERGY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_CLIQUE_ENERGY_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/model/cliques/clique_potential.h"
#include "graphical_models/model/cliques/label_histogram.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The energy to minimise is E(y) = sum_c weight_c potential_c(labels of the variables of c). All variables
// have the same number of labels. Potentials are stored once and shared by cliques.
//
//     CliqueEnergy energy(4, 3);                                   // 4 variables, 3 labels
//     const int potential = energy.AddPotential(DiameterDiversity{TruncatedLinear{1, 2}});
//     energy.AddClique({{0, 1, 3}}, potential, 0.5);
//
// Take it for cliques of many variables, such as superpixels; small cliques can also be tables of a
// FactorGraph (AddCliques). Reading is thread-safe. Memory: 4 bytes per variable of a clique, 24 per clique.
class CliqueEnergy {
 public:
  // Without cliques. Throws common::Error(kUsage) for a negative number of variables or without labels.
  CliqueEnergy(int num_variables, int num_labels);

  // Stores a potential and returns its index for AddClique. Throws like CliquePotential::Check.
  int AddPotential(CliquePotential potential);

  // Adds a clique and returns its index. Throws common::Error(kUsage), and then leaves the energy unchanged,
  // for an empty clique, a variable that does not exist or occurs twice, a potential that does not exist, and
  // a weight that is negative or gives values above kMaxEnergy.
  int AddClique(std::span<const int> variables, int potential, double weight = 1.0);

  int num_variables() const { return num_variables_; }
  int num_labels() const { return num_labels_; }
  int num_potentials() const { return static_cast<int>(potentials_.size()); }
  const CliquePotential& potential(int index) const { return potentials_[index]; }
  int num_cliques() const { return static_cast<int>(cliques_.size()); }
  std::span<const int> variables(int clique) const;
  int potential_of(int clique) const { return cliques_[clique].potential; }
  double weight(int clique) const { return cliques_[clique].weight; }

  // The weighted energy of one clique. `scratch` is a histogram for num_labels() labels; its content is
  // replaced. Labels are not checked. O(variables of the clique) time plus one evaluation of the potential.
  double EnergyOfClique(int clique, std::span<const Label> labeling, LabelHistogram& scratch) const;

  // Sums the cliques by index. Throws common::Error(kUsage) if the labeling does not fit. O(variables + sum
  // of the clique sizes) time plus one evaluation of a potential per clique.
  double Energy(std::span<const Label> labeling) const;

  friend bool operator==(const CliqueEnergy&, const CliqueEnergy&) = default;

 private:
  struct Clique {
    size_t begin;
    double weight;
    int size;
    int potential;
    friend bool operator==(const Clique&, const Clique&) = default;
  };

  void CheckVariables(std::span<const int> variables) const;

  int num_variables_;
  int num_labels_;
  std::vector<CliquePotential> potentials_;
  std::vector<double> max_values_;  // one per potential
  std::vector<Clique> cliques_;
  std::vector<int> variables_;  // of all cliques, concatenated
};

// Throws common::Error(kUsage) unless the cliques have as many variables and labels as an energy with these
// label counts.
void CheckSameVariables(const CliqueEnergy& cliques, std::span<const int> label_counts);

// Adds one factor per clique; cliques of the same size, potential and weight share a table. For tests and
// small problems: O(labels ^ size) time and memory per table. Throws common::Error(kUsage) unless the graph
// has the same variables and labels, and for a clique whose table would have more than 2^24 entries.
void AddCliques(const CliqueEnergy& cliques, FactorGraph& graph);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CLIQUES_CLIQUE_ENERGY_H_
