// The roof dual of energies of binary variables that need not be submodular: a lower bound, and labels that
// minima provably have.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_ROOF_DUAL_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_ROOF_DUAL_H_

#include <cstdint>
#include <vector>

#include "graphical_models/exact/flow_capacity.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// The energy to minimise is E(x) = sum_v unary_v(x_v) + sum_(p,q) cost_pq(x_p, x_q) over x_v in {0, 1}. Costs
// are finite, of either sign, of type int32_t, int64_t or double.
//
//     RoofDual<int32_t> dual(3);
//     dual.AddUnary(2, 0, 7);
//     dual.AddPairwise(0, 1, 5, 0, 0, 5);    // prefers different labels
//     dual.AddPairwise(1, 2, 0, 2, 2, 0);    // prefers equal labels
//     dual.Solve();                          // 0, twice the bound; x = (1, 0, 0) has energy 0
//     const Label label = dual.label(1);     // 0
//
// The roof dual is one minimum cut of a graph with two nodes per variable, for x_v and 1 - x_v (Hammer,
// Hansen, Simeone: Roof duality, complementation and persistency in quadratic 0-1 optimization, 1984; Boros,
// Hammer: Pseudo-Boolean optimization, 2002, section 5.1; Kolmogorov, Rother: Minimizing nonsubmodular
// functions with graph cuts - a review, PAMI 2007). It is the maximum of the dual of the linear relaxation.
// The labels it finds have one of two properties:
//   - weak persistency: replacing the labels of any labeling by all labels found never raises its energy, so
//     that some minimum has all of them;
//   - strong persistency (IsStrong): every minimum has this label.
// As many variables get a label as the relaxation allows, by the strong components of the residual graph
// (Billionnet, Jaumard 1989): all variables of a submodular energy, and all if the energy becomes submodular
// by exchanging 0 and 1 of some variables.
//
// Take SubmodularEnergy for submodular energies (half the nodes), and MinimizeQpbo for a PairwiseEnergy. All
// errors are common::Error (usage). Integer overflows are detected. With double, sums are rounded; the bound
// and the labels are then those of an energy that differs by that rounding. Deterministic; not thread-safe.
// Copies are independent. Memory: as MaxFlowGraph with two nodes per variable and two edges per pair, and up
// to 48 bytes per pair while labels are computed.
template <FlowCapacity CapacityType>
class RoofDual {
 public:
  using Cost = CapacityType;
  using Value = FlowValue<Cost>;

  // All costs are 0; expected_pairs only reserves memory. Throws if a number is negative or too large.
  explicit RoofDual(int num_variables, int64_t expected_pairs = 0);

  int num_variables() const { return static_cast<int>(pair_costs_.size()); }

  // Adds to the costs of a variable's labels. Throws for a variable that does not exist, a cost that is not
  // finite, and an overflow; after an error the energy must not be used any more.
  void AddUnary(int variable, Cost cost_0, Cost cost_1);

  // Adds a pair of two different variables; several pairs may join the same two. Throws like AddUnary.
  void AddPairwise(int p, int q, Cost cost_00, Cost cost_01, Cost cost_10, Cost cost_11);

  // Fixes a label, in place of one fixed before: makes the other label cost more than it can gain, so that
  // this label becomes strong. Throws like AddUnary, and for a label other than 0 and 1.
  void Fix(int variable, Label label);

  // Returns twice the roof dual: with integer costs this is an integer, and may be odd. After changes it
  // starts from the previous flow. Throws if the flow overflows. Time as MaxFlowGraph::Solve.
  Value Solve();

  // Results of the last Solve. Both throw for a variable that does not exist, and if the energy was changed,
  // or not solved, since.
  Label label(int variable) const;  // 0, 1 or kUnlabeled
  bool IsStrong(int variable) const;

 private:
  int NodeOfComplement(int variable) const { return variable + num_variables(); }
  void CheckVariable(int variable, const char* function) const;
  void CheckSolved(const char* function) const;
  void AddToUnary(int node, int complement, Cost cost_0, Cost cost_1);
  void ReadLabels();

  // Node v stands for x_v and node v + n for 1 - x_v; a node on the source side has the value 0.
  MaxFlowGraph<Cost> graph_;
  std::vector<Value> pair_costs_;  // maximum change of a variable's pairs by its label
  bool solved_ = false;
  Labeling labels_;
  std::vector<bool> strong_;
};

extern template class RoofDual<int32_t>;
extern template class RoofDual<int64_t>;
extern template class RoofDual<double>;

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_ROOF_DUAL_H_
