// Fixing the known labels of energies with two labels.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_CONDITIONING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_BINARY_CONDITIONING_H_

#include <vector>

#include "graphical_models/model/labeling.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// For each variable of one or two labels: the only label with a finite unary cost, or kUnlabeled if there are
// two. If no label is allowed, 0.
Labeling ForcedLabels(const PairwiseEnergy& energy);

// An index for the variables whose labels are not known, in order.
struct FreeVariables {
  explicit FreeVariables(const Labeling& known);  // one label per variable, kUnlabeled for free ones

  int size() const { return static_cast<int>(variables.size()); }

  std::vector<int> variables;  // the free ones
  std::vector<int> index;      // for each variable its index among the free ones, or kUnlabeled
};

// Adds the terms that depend on free variables to another energy, by AddUnary(variable, cost of 0, cost of 1)
// and AddPairwise(p, q, costs of 00, 01, 10 and 11), and returns the sum of the constant terms. Costs of
// known labels may be +infinity.
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
