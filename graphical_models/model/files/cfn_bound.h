// What the bound of a cost function network forbids.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/files/exact_cost.h"

namespace structlab::graphical_models {

// Returns the graph with +infinity for what brings every sum of energies to the bound: the constant, or an
// entry of a table beside the least entries of all other factors. O(entries).
//
// By doubles: what rounding could have brought there stays allowed.
FactorGraph Bounded(const FactorGraph& graph, double bound);
// By the energies as they were written, without rounding: the constant, and the tables by table index.
FactorGraph Bounded(const FactorGraph& graph, ExactCost constant,
                    const std::vector<std::vector<ExactCost>>& tables, ExactCost bound);

// The sum of what a labeling costs, without rounding.
class ExactSum {
 public:
  // The tables by table index of the graph, which need not live longer.
  ExactSum(const FactorGraph& graph, ExactCost constant, std::vector<std::vector<ExactCost>> tables);

  // kForbidden if one of its costs is. O(variables of all factors).
  ExactCost Of(std::span<const Label> labeling) const;

 private:
  struct Factor {
    std::vector<int> scope;
    size_t table;
  };

  std::vector<int> label_counts_;
  std::vector<Factor> factors_;
  ExactCost constant_;
  std::vector<std::vector<ExactCost>> tables_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_
