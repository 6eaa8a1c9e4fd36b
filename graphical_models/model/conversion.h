// Exact conversions between the representations of an energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONVERSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONVERSION_H_

#include <cstdint>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// The variables and labels stay the same, and so does the energy of every labeling, but for the order in
// which its terms are summed. All are deterministic and thread-safe.

// Edges pixel by pixel, for each by step; the potential is stored once. O(pixels * labels).
template <class Cost>
PairwiseEnergy ToPairwise(const GridEnergy<Cost>& grid);

// Factors of one variable are added to the unaries; equal tables of two become one potential. Throws
// common::Error(kUsage) that names the first factor of more than two variables, and where the sum of unary
// costs is no energy value (energy_value.h). O(size log tables).
PairwiseEnergy ToPairwise(const FactorGraph& graph);

// A factor for every unary that is not 0 throughout, then one for every edge; edges of equal potential,
// weight and label counts share a table. O(size of the result).
FactorGraph ToFactorGraph(const PairwiseEnergy& energy);

// By way of the pairwise energy.
template <class Cost>
FactorGraph ToFactorGraph(const GridEnergy<Cost>& grid) {
  return ToFactorGraph(ToPairwise(grid));
}

extern template PairwiseEnergy ToPairwise(const GridEnergy<int32_t>&);
extern template PairwiseEnergy ToPairwise(const GridEnergy<float>&);
extern template PairwiseEnergy ToPairwise(const GridEnergy<double>&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONVERSION_H_
