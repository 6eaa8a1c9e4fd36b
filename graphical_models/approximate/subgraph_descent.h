// Descent on a discrete energy by exact minimisation over many variables at once.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_DESCENT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_DESCENT_H_

#include <cstdint>
#include <limits>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct SubgraphDescentOptions {
  // An iteration is a round, in which every variable is in some subgraph. Time limit and flag are checked
  // before each variable is eliminated. A round that they cut short counts as one.
  common::RunControl run = {};
  // The labeling to start with, one label a variable. Empty: the result of coordinate descent (icm.h), within
  // the time limit.
  Labeling start = {};
  // A lower bound on the energy of every labeling that another method has proved; -infinity: none is known.
  // Reaching it ends the descent.
  double lower_bound = -std::numeric_limits<double>::infinity();
  // Limit on the joint candidate labels of a cluster of a subgraph; all >= 1. It begins with min_entries.
  // After `patience` rounds in a row that did not lower the energy it grows by a factor of 8, up to
  // max_entries; after `patience` such rounds with max_entries the descent ends (kConverged). Larger limits
  // find lower energies; rounds take more time and memory.
  int64_t min_entries = int64_t{1} << 10;
  int64_t max_entries = int64_t{1} << 18;
  int patience = 5;
  int max_variables = 1000;  // of a subgraph; >= 1
};

// Repeats: grow a random subgraph whose clusters have few joint labels, then give its variables their best
// joint labeling, given all others. This is coordinate descent over most of the variables of a sparse graph
// at once (Hamze, de Freitas: From fields to trees, UAI 2004; Selby: Efficient subgraph-based sampling of
// Ising-type models with frustration, 2014).
// - For variables with many labels only candidates are tried: the current label, labels of low cost, and
//   random ones. Their number is drawn for each subgraph, from few to all; with fewer candidates more
//   variables fit.
// - Among several best labelings any one is taken, so that plateaus are crossed. The energy never rises.
// - A start of infinite energy is first repaired (conflict_repair.h); if that fails, again in each round.
//
// When to take it: after MinimizeTrws, LoopyMaxProduct or a move-making method, whose labeling it improves.
//
//   const MapResult found = MinimizeTrws(ToPairwise(graph));
//   const MapResult result =
//       SubgraphDescent(graph, {.start = found.labeling, .lower_bound = found.lower_bound});
//
// The bound of the result is that of the options. Throws common::Error(kUsage) for a start that does not fit
// and options out of range. Time of a round: O(sum over the clusters of its subgraphs of joint labels *
// tables), at most about variables * entries * factors of a variable; and for each variable in a subgraph or
// adjacent to it O(its labels * its factors + its labels * log(its labels)). Memory: see subgraph_minimum.h,
// at most about 12 bytes * max_variables * max_entries / 2. Deterministic unless the time limit binds;
// thread-safe.
MapResult SubgraphDescent(const FactorGraph& graph, const SubgraphDescentOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_DESCENT_H_
