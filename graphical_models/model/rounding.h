// How far sums of the costs of an energy may be rounded, and which lower bounds they prove in spite of that.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_ROUNDING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_ROUNDING_H_

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/grid_energy.h"
#include "graphical_models/model/pairwise_energy.h"

namespace structlab::graphical_models {

// Of sums in double precision: energies, and lower bounds as sums of minima after costs were moved between
// the terms (messages, duals of linear programs, flows).
struct Rounding {
  double terms = 0;  // of a sum
  // By which two energies of one labeling, or an energy and a true lower bound, can differ for their order of
  // summing alone.
  double max_error = 0;
  // All finite energies are multiples of it and exact in whatever order they are summed: 1 or more if all
  // costs are integers, a power of two in any case; 0 if there is none.
  double unit = 0;
};

// One pass over the costs: O(table entries); O(unaries + edges + entries of the potentials). Deterministic,
// thread-safe.
Rounding RoundingOf(const FactorGraph& graph);
Rounding RoundingOf(const PairwiseEnergy& energy);
template <class Cost>
Rounding RoundingOf(const GridEnergy<Cost>& grid);

extern template Rounding RoundingOf(const GridEnergy<int32_t>&);
extern template Rounding RoundingOf(const GridEnergy<float>&);
extern template Rounding RoundingOf(const GridEnergy<double>&);

// What a bound that is true but for rounding proves about a labeling of this energy and all others: lower by
// the largest rounding, then raised to the next multiple of the unit, and never above the energy. So it is
// the energy only where that is proved to be the minimum.
double ProvedBound(double bound, double energy, const Rounding& rounding);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_ROUNDING_H_
