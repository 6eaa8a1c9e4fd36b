// Edges and potentials of an energy, checked for FastPD.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_TERMS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_TERMS_H_

#include <vector>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// A pairwise energy without its unaries and its constant.
struct FastPdTerms {
  int num_variables = 0;
  int num_labels = 1;  // of every variable
  std::vector<PairwiseEdge> edges;
  std::vector<PairwisePotential> potentials;

  // True if both have the same variables, labels and ends of edges, so that duals of one can be used for the
  // other. Weights and potentials may differ.
  bool HasGraphOf(const FastPdTerms& other) const;
};

// Throw common::Error(kUsage), whose message names edge and labels, if FastPD cannot take the energy:
// different numbers of labels; a negative weight; a potential of an edge that is negative or +infinity for
// some labels or not 0 for equal ones. O(edges + entries of tables).
FastPdTerms FastPdTermsOf(const PairwiseEnergy& energy);
template <class Cost>
FastPdTerms FastPdTermsOf(const GridEnergy<Cost>& energy);

// Range of the values d(a, b) of a potential over pairs of different labels.
struct PotentialExtent {
  double min = 0, max = 0;  // 0 if there is only one label
  bool are_integers = true;
};

// O(1) for the formulas, O(entries) for a table.
PotentialExtent ExtentOf(const PairwisePotential& potential, int num_labels);

extern template FastPdTerms FastPdTermsOf(const GridEnergy<int32_t>&);
extern template FastPdTerms FastPdTermsOf(const GridEnergy<float>&);
extern template FastPdTerms FastPdTermsOf(const GridEnergy<double>&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_TERMS_H_
