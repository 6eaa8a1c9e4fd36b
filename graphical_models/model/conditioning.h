// What is left of an energy when some variables are known.
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
  FactorGraph graph;           // over the free variables, in their order
  std::vector<int> variables;  // of the original graph, one a variable of `graph`
  Labeling observed;           // one label an original variable, -1 where it is free

  // The labeling of all original variables that a labeling of the free ones stands for: its energy in the
  // original graph is that in `graph`, but for rounding. Throws common::Error(kUsage) unless it fits.
  Labeling Complete(std::span<const Label> free_labels) const;
};

// Slices the tables; factors that only have observed variables become part of the constant, and factors that
// shared a table share what is left of it where they lose the same places to the same labels. Throws
// common::Error(kUsage) for a variable or label that does not exist, for a variable observed twice, and where
// the sum of the constants is no energy value (energy_value.h). O(size of the graph + factors log factors).
ConditionedGraph Condition(const FactorGraph& graph, std::span<const Observation> evidence);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_CONDITIONING_H_
