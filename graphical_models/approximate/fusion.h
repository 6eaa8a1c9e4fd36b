// The best labeling that can be put together from several.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FUSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FUSION_H_

#include <cstdint>
#include <span>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct FusionOptions {
  // The minimum is exact where elimination needs at most so many entries of tables, 8 bytes each.
  int64_t most_entries = int64_t{1} << 20;
  // The time limit and the flag end the search for a better labeling than the first.
  common::RunControl run = {};
};

// Of all labelings that take each variable's label from one of the given, the one of least energy, which is
// never above that of the first: a fusion move (Lempitsky, Rother, Roth, Blake: Fusion moves for Markov
// random field optimization, PAMI 2010), or the optimised crossover of Kolen (A genetic algorithm for the
// partial binary constraint satisfaction problem, 2007). Exact by elimination where the variables on which
// the labelings differ make a graph of small tree-width, which they often do where both are local minima of a
// sparse graph; else by subgraph descent from the first. One labeling or more, each of which fits, which is
// not checked. O(tables of the variables that differ) and elimination. Deterministic, thread-safe.
Labeling Fuse(const FactorGraph& graph, std::span<const Labeling> labelings,
              const FusionOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FUSION_H_
