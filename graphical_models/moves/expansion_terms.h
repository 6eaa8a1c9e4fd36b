// The unary and pairwise terms of an expansion move.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_TERMS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_TERMS_H_

#include <span>

#include "graphical_models/model/labeling.h"
#include "graphical_models/moves/move_cut.h"
#include "graphical_models/moves/move_terms.h"

namespace structlab::graphical_models {

// True if alpha is a label of the variable and not its current one.
template <class Energy>
bool MayTake(const Energy& energy, std::span<const Label> labeling, int variable, Label alpha) {
  return labeling[variable] != alpha && alpha < NumLabelsOf(energy, variable);
}

// Adds the costs of unaries and edges if every variable that may take alpha takes it or keeps its label.
template <class Energy>
void AddExpansionTerms(const Energy& energy, std::span<const Label> labeling, Label alpha, MoveCut& cut) {
  const auto now = [labeling](int v) { return labeling[v]; };
  const auto may_take = [&](int v) { return MayTake(energy, labeling, v, alpha); };
  for (int v = 0; v < energy.num_variables(); ++v) {
    if (may_take(v)) cut.AddUnary(v, UnaryOf(energy, v, now(v)), UnaryOf(energy, v, alpha));
  }
  ForEachEdge(energy, [&](int p, int q, int index, double weight) {
    const PairwisePotential& potential = PotentialOf(energy, index);
    const Label a = now(p), b = now(q);
    const auto cost = [&](Label x, Label y) { return ExtendedCost(weight * potential(x, y)); };
    if (may_take(p) && may_take(q)) {
      cut.AddPair(p, q, cost(a, b), cost(a, alpha), cost(alpha, b), cost(alpha, alpha));
    } else if (may_take(p)) {
      cut.AddUnary(p, cost(a, b), cost(alpha, b));
    } else if (may_take(q)) {
      cut.AddUnary(q, cost(a, b), cost(a, alpha));
    }
  });
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_EXPANSION_TERMS_H_
