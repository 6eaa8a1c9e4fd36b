// Error bounds of rounded sums of costs, and lower bounds that hold in spite of rounding.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_ROUNDING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_ROUNDING_H_

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// Rounding of sums in double precision: of energies, and of lower bounds, which are sums of minima after
// costs were moved between the terms (messages, duals of linear programs, flows).
//
//     const Rounding rounding = RoundingOf(graph);
//     const double bound = ProvedBound(computed_bound, energy, rounding);
//
struct Rounding {
  double terms = 0;  // number of terms of a sum
  // How far two energies of one labeling, or an energy and a true lower bound, can differ only because they
  // were summed in different orders.
  double max_error = 0;
  // All finite energies are multiples of it, and exact in any order of summation: a power of two, at least 1
  // if all costs are integers; 0 if there is no such unit.
  double unit = 0;
};

// One pass over the costs: O(table entries) for a factor graph, O(unaries + edges + entries of the
// potentials) for the others. Deterministic, thread-safe.
Rounding RoundingOf(const FactorGraph& graph);
Rounding RoundingOf(const PairwiseEnergy& energy);
template <class Cost>
Rounding RoundingOf(const GridEnergy<Cost>& grid);

extern template Rounding RoundingOf(const GridEnergy<int32_t>&);
extern template Rounding RoundingOf(const GridEnergy<float>&);
extern template Rounding RoundingOf(const GridEnergy<double>&);

// Turns a bound that is true except for rounding into a true lower bound of all labelings: subtracts
// max_error, rounds up to the next multiple of the unit, and takes at most the energy. So the result equals
// `energy` only if that energy is proved to be the minimum.
double ProvedBound(double bound, double energy, const Rounding& rounding);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_ROUNDING_H_
