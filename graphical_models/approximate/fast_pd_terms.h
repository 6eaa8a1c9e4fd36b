// The edges of an energy as FastPD takes them.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_TERMS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_TERMS_H_

#include <vector>

#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/model/pairwise_potential.h"

namespace structlab::graphical_models {

// All of a pairwise energy but its unaries and its constant.
struct FastPdTerms {
  int num_variables = 0;
  int num_labels = 1;  // of every variable
  std::vector<PairwiseEdge> edges;
  std::vector<PairwisePotential> potentials;

  // Whether duals of the one belong to the other: weights and potentials may differ.
  bool HasGraphOf(const FastPdTerms& other) const;
};

// Throw common::Error(kUsage) for what FastPD does not take: numbers of labels that differ, a negative
// weight, a potential of an edge that is negative or +infinity for some labels or not 0 for equal ones; the
// message names edge and labels. O(edges + entries of tables).
FastPdTerms FastPdTermsOf(const PairwiseEnergy& energy);
template <class Cost>
FastPdTerms FastPdTermsOf(const GridEnergy<Cost>& energy);

// What the values d(a, b) of a potential for different labels decide about an energy.
struct PotentialExtent {
  double least = 0, most = 0;  // 0 if there is one label only
  bool are_integers = true;
};

// O(1) for the formulas, else O(entries of the table).
PotentialExtent ExtentOf(const PairwisePotential& potential, int num_labels);

extern template FastPdTerms FastPdTermsOf(const GridEnergy<int32_t>&);
extern template FastPdTerms FastPdTermsOf(const GridEnergy<float>&);
extern template FastPdTerms FastPdTermsOf(const GridEnergy<double>&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FAST_PD_TERMS_H_
