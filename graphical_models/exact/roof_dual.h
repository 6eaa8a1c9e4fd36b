// The roof dual of energies of binary variables that need not be submodular: a lower bound and the labels of
// which it proves that minima have them.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_ROOF_DUAL_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_ROOF_DUAL_H_

#include <cstdint>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// E(x) = sum_v unary_v(x_v) + sum_(p,q) cost_pq(x_p, x_q) over x_v in {0, 1}, minimised. Costs are finite, of
// either sign, int32_t, int64_t or double.
//
//   RoofDual<int32_t> dual(3);
//   dual.AddUnary(2, 0, 7);
//   dual.AddPairwise(0, 1, 5, 0, 0, 5);    // prefers different labels
//   dual.AddPairwise(1, 2, 0, 2, 2, 0);    // prefers equal ones
//   dual.Solve();                          // 0, twice the bound; x = (1, 0, 0) has energy 0
//   dual.label(1);                         // 0
//
// One minimum cut of a graph with two nodes a variable, for x_v and 1 - x_v, is the roof dual (Hammer,
// Hansen, Simeone: Roof duality, complementation and persistency in quadratic 0-1 optimization, 1984; Boros,
// Hammer: Pseudo-Boolean optimization, 2002, section 5.1; Kolmogorov, Rother: Minimizing nonsubmodular
// functions with graph cuts - a review, PAMI 2007). It is the maximum of the linear relaxation's dual. Of the
// labels,
//   weak persistency: replacing the labels of any labeling by all that are found never raises its energy, so
//     that some minimum has them all;
//   strong persistency: every minimum has those of which IsStrong says so.
// As many variables get a label as the relaxation allows, by the strong components of the residual graph
// (Billionnet, Jaumard 1989): all of a submodular energy, and all if exchanging 0 and 1 of some makes it one.
//
// All errors are common::Error (usage). Sums of integers that do not fit are detected. With double the sums
// are rounded, and bound and labels are those of an energy that differs as little. Deterministic; not
// thread-safe. Copies are independent. Memory as MaxFlowGraph with two nodes a variable and two edges a pair,
// and up to 48 bytes a pair while the labels are read.
template <FlowCapacity CapacityType>
class RoofDual {
 public:
  using Cost = CapacityType;
  using Value = FlowValue<Cost>;

  // All costs 0; expected_pairs only reserves memory. Throws if a number is negative or too large.
  explicit RoofDual(int num_variables, int64_t expected_pairs = 0);

  int num_variables() const { return static_cast<int>(pair_costs_.size()); }

  // Adds to the costs of a variable's labels. Throws if there is no such variable or a cost is not finite,
  // and at an overflow; the energy must then not be used any more.
  void AddUnary(int variable, Cost cost_0, Cost cost_1);

  // Adds a pair of two different variables; there may be several of the same two. Throws as AddUnary.
  void AddPairwise(int p, int q, Cost cost_00, Cost cost_01, Cost cost_10, Cost cost_11);

  // Makes the other label of a variable cost more than can be gained by it, so that the label becomes a
  // strong one, whatever label was fixed before. Throws as AddUnary, and for another label than 0 and 1.
  void Fix(int variable, Label label);

  // Twice the roof dual: of integer costs, that is an integer, and may be odd. After changes it starts from
  // the flow that is there. Throws if the flow does not fit its type. Costs as MaxFlowGraph::Solve.
  Value Solve();

  // Of the last Solve. Throw if there is no such variable or the energy was changed or not solved since.
  Label label(int variable) const;  // 0, 1 or kUnlabeled
  bool IsStrong(int variable) const;

 private:
  int NodeOfComplement(int variable) const { return variable + num_variables(); }
  void CheckVariable(int variable, const char* function) const;
  void CheckSolved(const char* function) const;
  void AddToUnary(int node, int complement, Cost cost_0, Cost cost_1);
  void ReadLabels();

  // Nodes v for x_v and v + n for 1 - x_v: on the source side for the value 0.
  MaxFlowGraph<Cost> graph_;
  std::vector<Value> pair_costs_;  // the most that a variable's pairs can change by its label alone
  bool solved_ = false;
  Labeling labels_;
  std::vector<bool> strong_;
};

extern template class RoofDual<int32_t>;
extern template class RoofDual<int64_t>;
extern template class RoofDual<double>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_ROOF_DUAL_H_
