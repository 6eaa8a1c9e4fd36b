// Descent on a discrete energy by the exact minima of many of its variables at once.
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
  // An iteration is a round, in which every variable is in some subgraph. Time limit and flag are read before
  // each variable is eliminated; a round that they end counts as one.
  common::RunControl run = {};
  // One label a variable; empty: where coordinate descent ends (icm.h), within the time of the rule.
  Labeling start = {};
  // On every labeling, as another method proved it; -infinity: none known. Reaching it ends the descent.
  double lower_bound = -std::numeric_limits<double>::infinity();
  // Joint candidates of a cluster of the subgraphs: at first the least, eight times as many after each time
  // that `patience` rounds in turn have not lowered the energy, and at the end (kConverged) the most. All
  // >= 1.
  int64_t least_entries = int64_t{1} << 10;
  int64_t most_entries = int64_t{1} << 18;
  int patience = 5;
  int most_variables = 1000;  // of a subgraph; >= 1
};

// Grows a random subgraph whose clusters have few joint labels, gives its variables the best of all their
// labelings, given the others, and goes on with the next one: coordinate descent whose coordinates are most
// of the variables of a sparse graph at once (Hamze, de Freitas: From fields to trees, UAI 2004; Selby:
// Efficient subgraph-based sampling of Ising-type models with frustration, 2014). Of variables with many
// labels only some candidates are tried, in one subgraph few and in another all: the present label, those
// that cost least, and random ones; so more variables fit, of a small graph all. Where several labelings are
// best, any is taken, so that plateaus are crossed. The energy never rises. A forbidden start is first
// changed until it is allowed (conflict_repair.h), again each round while that fails.
//
// The bound of the result is that of the options. Deterministic, thread-safe. Throws common::Error(kUsage)
// for a start that does not fit and options out of range. A round is O(sum over the clusters of its subgraphs
// of joint labels * tables), at most about variables * entries * factors of a variable, and for each variable
// that a subgraph borders on, in or out, O(its labels * its factors + its labels * log of them). Memory:
// subgraph_minimum.h says, at most about 12 bytes * most_variables * most_entries / 2.
MapResult SubgraphDescent(const FactorGraph& graph, const SubgraphDescentOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SUBGRAPH_DESCENT_H_
