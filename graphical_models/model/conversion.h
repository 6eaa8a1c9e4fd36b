// Exact conversions between factor graphs, pairwise energies and grids.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONVERSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONVERSION_H_

#include <cstdint>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// All conversions keep the variables, the labels and the energy of every labeling; only the order in which
// terms are summed may change, and with it the rounding. Deterministic and thread-safe.
//
//     const FactorGraph graph = ToFactorGraph(grid);
//     const PairwiseEnergy energy = ToPairwise(graph);
//
// Take the special form where a method has one: it needs less memory and time (a grid stores no edges).

// Adds the edges pixel by pixel and, for each pixel, step by step. Stores the potential once.
// O(pixels * labels) time.
template <class Cost>
PairwiseEnergy ToPairwise(const GridEnergy<Cost>& grid);

// Adds factors of one variable to the unaries, and stores equal tables of two variables as one potential.
// Throws common::Error(kUsage) that names the first factor of more than two variables, and if a sum of unary
// costs is not a valid energy (energy_value.h). O(size log tables) time.
PairwiseEnergy ToPairwise(const FactorGraph& graph);

// Adds one factor for every unary that is not 0 for all labels, then one for every edge. Edges with the same
// potential, weight and label counts share a table. O(size of the result) time.
FactorGraph ToFactorGraph(const PairwiseEnergy& energy);

// Converts by way of a PairwiseEnergy.
template <class Cost>
FactorGraph ToFactorGraph(const GridEnergy<Cost>& grid) {
  return ToFactorGraph(ToPairwise(grid));
}

extern template PairwiseEnergy ToPairwise(const GridEnergy<int32_t>&);
extern template PairwiseEnergy ToPairwise(const GridEnergy<float>&);
extern template PairwiseEnergy ToPairwise(const GridEnergy<double>&);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONVERSION_H_
