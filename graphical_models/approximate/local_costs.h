// The costs of the labels of one variable, given the labels of all others, for coordinate descent.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LOCAL_COSTS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LOCAL_COSTS_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/extended_cost.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// The cost of a label, and how large the costs in it are.
struct LocalCost {
  ExtendedCost sum = {};
  double magnitude = 0;  // sum of the absolute values of the finite costs

  // An infinite cost counts `weight`.
  void Add(double cost, int64_t weight = 1) {
    if (cost == kInfinity) {
      sum.infinities += weight;
    } else {
      sum.finite += cost;
      magnitude += std::abs(cost);
    }
  }
  friend bool operator<(const LocalCost& a, const LocalCost& b) { return a.sum < b.sum; }
};

// The label costs of the variables of a factor graph. Keeps a reference to the graph.
class FactorGraphCosts {
 public:
  explicit FactorGraphCosts(const FactorGraph& graph) : graph_(graph), slots_(graph) {}

  const FactorSlots& slots() const { return slots_; }

  // costs[label] of the factors that contain only this variable.
  void Unary(int variable, std::vector<LocalCost>& costs) const {
    costs.assign(graph_.num_labels(variable), {});
    for (const int slot : slots_.of_variable(variable)) {
      const int factor = slots_[slot].factor;
      if (graph_.scope(factor).size() > 1) continue;
      for (size_t a = 0; a < costs.size(); ++a) costs[a].Add(graph_.table(factor)[a]);
    }
  }

  // costs[label] of all factors of the variable. An infinite cost of a factor counts weight_of(factor).
  template <class WeightOf>
  void Conditional(int variable, const Labeling& labeling, const WeightOf& weight_of,
                   std::vector<LocalCost>& costs) const {
    costs.assign(graph_.num_labels(variable), {});
    for (const int slot : slots_.of_variable(variable)) {
      const int factor = slots_[slot].factor;
      // The entries of consecutive labels of the variable are `stride` apart.
      const std::span<const int> scope = graph_.scope(factor);
      size_t stride = 1;
      for (size_t i = static_cast<size_t>(slots_[slot].position) + 1; i < scope.size(); ++i) {
        stride *= static_cast<size_t>(graph_.num_labels(scope[i]));
      }
      const size_t own = labeling[variable];
      const size_t first = graph_.TableEntry(factor, labeling) - own * stride;
      for (size_t a = 0; a < costs.size(); ++a) {
        costs[a].Add(graph_.table(factor)[first + a * stride], weight_of(factor));
      }
    }
  }

  void Conditional(int variable, const Labeling& labeling, std::vector<LocalCost>& costs) const {
    Conditional(
        variable, labeling, [](int) { return 1; }, costs);
  }

 private:
  const FactorGraph& graph_;
  FactorSlots slots_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_LOCAL_COSTS_H_
