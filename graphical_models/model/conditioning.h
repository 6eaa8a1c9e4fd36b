// Fixing the labels of some variables: the energy of the remaining ones.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONDITIONING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONDITIONING_H_

#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// A variable whose label is known.
struct Observation {
  int variable;
  Label label;
  friend bool operator==(const Observation&, const Observation&) = default;
};

// The energy of the variables that are not observed.
struct ConditionedGraph {
  FactorGraph graph;           // over the free variables, in their original order
  std::vector<int> variables;  // for each variable of `graph`, its index in the original graph
  Labeling observed;           // for each original variable, its known label; -1 if it is free

  // Adds the observed labels to a labeling of the free variables. Its energy in the original graph equals the
  // energy in `graph`, except for rounding. Throws common::Error(kUsage) if the labeling does not fit
  // `graph`.
  Labeling Complete(std::span<const Label> free_labels) const;
};

// Fixes the observed variables by slicing the tables. Factors over observed variables only are added to the
// constant. Factors that shared a table share its slice, too, if they fix the same positions to the same
// labels.
//
//     const ConditionedGraph rest = Condition(graph, {{{.variable = 2, .label = 0}}});
//     const Labeling labeling = rest.Complete(BruteForceMap(rest.graph).labeling);
//
// MinimizeGivenEvidence (methods/known_labels.h) does both steps with any minimiser. Throws
// common::Error(kUsage) for a variable or label that does not exist, for a variable observed twice, and if
// the sum of the constants is not a valid energy (energy_value.h). O(size of the graph + factors log factors)
// time.
ConditionedGraph Condition(const FactorGraph& graph, std::span<const Observation> evidence);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONDITIONING_H_
