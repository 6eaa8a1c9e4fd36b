// Applies the upper bound of a cost function network to its tables.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_CFN_BOUND_H_

#include <cstddef>
#include <span>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/files/exact_cost.h"

namespace structlab::graphical_models {

// Returns the graph with +infinity for costs that no solution can use: the constant or a table entry whose
// sum with the minima of all other factors reaches the bound. O(entries) time.
//
// This version compares doubles: an entry that reaches the bound only by possible rounding stays allowed.
FactorGraph WithUpperBound(const FactorGraph& graph, double bound);
// This version compares the costs as written, without rounding: the constant, and the tables by table index.
FactorGraph WithUpperBound(const FactorGraph& graph, ExactCost constant,
                           const std::vector<std::vector<ExactCost>>& tables, ExactCost bound);

// The cost of a labeling, summed without rounding.
class ExactSum {
 public:
  // Takes the tables by table index of the graph. The graph may be destroyed afterwards.
  ExactSum(const FactorGraph& graph, ExactCost constant, std::vector<std::vector<ExactCost>> tables);

  // Returns kForbidden if one of the labeling's costs is. O(sum of the scope sizes) time.
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
