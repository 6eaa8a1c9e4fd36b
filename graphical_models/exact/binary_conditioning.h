// Energies of two labels of which some are known: what is left for the others.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_CONDITIONING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_CONDITIONING_H_

#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// The only label that each variable of at most two can have, or kUnlabeled; if none is allowed, 0.
Labeling ForcedLabels(const PairwiseEnergy& energy);

// Numbers the variables whose labels are not known, in order.
struct FreeVariables {
  explicit FreeVariables(const Labeling& known);  // one label a variable, kUnlabeled for the free ones

  int size() const { return static_cast<int>(variables.size()); }

  std::vector<int> variables;  // the free ones
  std::vector<int> index;      // of each variable among these, or kUnlabeled
};

// Adds what is left of the energy for the free variables to another one, by AddUnary(variable, cost of 0,
// cost of 1) and AddPairwise(p, q, costs of 00, 01, 10 and 11), and returns what is constant. Costs of known
// labels may be +infinity.
template <class BinaryEnergy>
double AddConditioned(const PairwiseEnergy& energy, const Labeling& known, const FreeVariables& free,
                      BinaryEnergy& to) {
  double constant = energy.constant();
  for (int v = 0; v < energy.num_variables(); ++v) {
    const auto unary = energy.unary(v);
    const size_t i = v;
    if (free.index[i] != kUnlabeled) {
      to.AddUnary(free.index[i], unary[0], unary[1]);
    } else {
      constant += unary[known[i]];
    }
  }
  for (const PairwiseEdge& edge : energy.edges()) {
    const Label p = known[edge.p], q = known[edge.q];
    const int p_index = free.index[edge.p];
    const int q_index = free.index[edge.q];
    const auto cost = [&](Label a, Label b) { return energy.EdgeEnergy(edge, a, b); };
    if (p == kUnlabeled && q == kUnlabeled) {
      to.AddPairwise(p_index, q_index, cost(0, 0), cost(0, 1), cost(1, 0), cost(1, 1));
    } else if (p == kUnlabeled) {
      to.AddUnary(p_index, cost(0, q), cost(1, q));
    } else if (q == kUnlabeled) {
      to.AddUnary(q_index, cost(p, 0), cost(p, 1));
    } else {
      constant += cost(p, q);
    }
  }
  return constant;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_CONDITIONING_H_
