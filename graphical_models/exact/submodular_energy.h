// Submodular energies of binary variables: the minimum by one cut, min-marginals by dynamic cuts.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_ENERGY_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_ENERGY_H_

#include <array>
#include <cstdint>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/max_flow_graph.h"

namespace structlab::graphical_models {

// The energy to minimise is E(x) = sum_v unary_v(x_v) + sum_(p,q) cost_pq(x_p, x_q) over x_v in {0, 1}, where
// every pair has cost(0, 0) + cost(1, 1) <= cost(0, 1) + cost(1, 0) (Kolmogorov, Zabih: What energy functions
// can be minimized via graph cuts?, PAMI 2004). Costs are finite, of either sign, of type int32_t, int64_t or
// double.
//
//     SubmodularEnergy<int32_t> energy(2);
//     energy.AddUnary(0, 0, 3);
//     energy.AddUnary(1, 5, 0);
//     energy.AddPairwise(0, 1, 0, 4, 4, 0);
//     energy.Minimize();      // 3: both labels are 1
//     energy.MinMarginals();  // {4, 3}, {5, 3}
//
// Take it for the exact minimum of two labels; RoofDual also takes pairs that are not submodular, and
// MinimizeSubmodular takes a PairwiseEnergy. All errors are common::Error (usage). Integer overflows are
// detected; with double, sums are rounded. Deterministic; not thread-safe. Memory: as MaxFlowGraph with one
// edge per pair.
template <FlowCapacity CapacityType>
class SubmodularEnergy {
 public:
  using Cost = CapacityType;
  using Value = FlowValue<Cost>;

  // All costs are 0; expected_pairs only reserves memory. Throws if a number is negative or too large.
  explicit SubmodularEnergy(int num_variables, int64_t expected_pairs = 0)
      : graph_(num_variables, expected_pairs) {}

  int num_variables() const { return graph_.num_nodes(); }

  // Adds to the costs of a variable's labels. Throws, and then leaves the energy unchanged, for a variable
  // that does not exist, a cost that is not finite, and an overflow.
  void AddUnary(int variable, Cost cost_0, Cost cost_1);

  // Adds a pair of two different variables. Throws an error that names the pair if a variable does not exist,
  // a cost is not finite or the pair is not submodular (with double: by more than the rounding of its four
  // costs). Throws at an overflow, after which the energy must not be used any more.
  void AddPairwise(int p, int q, Cost cost_00, Cost cost_01, Cost cost_10, Cost cost_11);

  // Returns the minimum energy. More costs may be added afterwards; the next call reuses the flow found so
  // far.
  Value Minimize() { return graph_.Solve(); }

  // A variable's label in the minimum that the last Minimize found. Throws for a variable that does not
  // exist, and if costs were added since.
  int Label(int variable) const { return graph_.OnSourceSide(variable) ? 0 : 1; }

  // For each variable and label, the minimum energy of all labelings with that label: a cut, then for each
  // variable the flow that its other label adds (local_flips.h). This takes a few steps where unaries are
  // stronger than pairs. Where they are weaker, most searches would visit the whole graph, and one dynamic
  // cut per variable is faster (Kohli, Torr: Measuring uncertainty in graph cut solutions, 2008): at least
  // O(n (n + m)) time. Which of the two is tried at the first variables. Leaves the energy as it was, but
  // Minimize must be called again before Label. With double, every dynamic cut adds a rounding error. Throws
  // if an integer sum of a variable's costs overflows.
  std::vector<std::array<Value, 2>> MinMarginals();

 private:
  // A node on the source side has label 0 and pays its capacity to the sink.
  MaxFlowGraph<Cost> graph_;
};

extern template class SubmodularEnergy<int32_t>;
extern template class SubmodularEnergy<int64_t>;
extern template class SubmodularEnergy<double>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_SUBMODULAR_ENERGY_H_
