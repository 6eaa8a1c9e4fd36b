// Fusion of labelings: the best labeling that takes each label from one of several labelings.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FUSION_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FUSION_H_

#include <cstdint>
#include <span>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct FusionOptions {
  // The minimum is exact if elimination needs at most this many table entries, of 8 bytes each. Larger values
  // make more fusions exact and take more memory and time.
  int64_t max_entries = int64_t{1} << 20;
  // Its time limit and its flag end the search for a labeling better than the first one.
  common::RunControl run = {};
};

// Among all labelings that take each variable's label from one of the given labelings, returns one of low
// energy: never above the energy of the first one. This is a fusion move (Lempitsky, Rother, Roth, Blake:
// Fusion moves for Markov random field optimization, PAMI 2010), and the optimised crossover of Kolen (A
// genetic algorithm for the partial binary constraint satisfaction problem, 2007).
//
// The minimum is exact, by elimination, if the variables on which the labelings differ form a graph of small
// tree-width; local minima of a sparse graph often do. Otherwise subgraph descent starts from the first one.
//
// When to take it: to combine local minima found from several starts or by several methods.
//
//   const Labeling fused = Fuse(graph, std::vector<Labeling>{first, second});
//
// At least one labeling, each with one label for each variable of the graph; this is not checked. Time:
// O(tables of the variables that differ), and elimination. Deterministic unless the time limit binds;
// thread-safe.
Labeling Fuse(const FactorGraph& graph, std::span<const Labeling> labelings,
              const FusionOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_FUSION_H_
