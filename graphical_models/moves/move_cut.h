// One move as a minimum cut: every variable keeps its label or takes the label proposed to it.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/model/extended_cost.h"
#include "graphical_models/moves/move_function.h"
#include "graphical_models/moves/move_network.h"
#include "graphical_models/moves/move_reduction.h"

namespace structlab::graphical_models {

// Totals over all calls of Minimize: the number of moves, and the nodes and edges that their groups would
// have in a graph before anything is reduced. A count of a group of two or more has one node, an edge to each
// member and one to a terminal.
struct CutTotals {
  int64_t cuts = 0, group_nodes = 0, group_edges = 0;

  CutTotals& operator+=(const CutTotals& other) {
    cuts += other.cuts, group_nodes += other.group_nodes, group_edges += other.group_edges;
    return *this;
  }
};

// The energy of a move as a function of who takes: unary costs, costs of pairs, and costs of groups that grow
// with the number of members that make the same choice. Minimize() finds the best choice.
//
// When to take it: to write a move-making method. The caller decides what is proposed: one label for all
// (alpha-expansion), the other one of two labels (alpha-beta-swap), or the labels of another labeling (fusion
// of the children of a tree, Dokania 2016, Alg. 7).
//
//   MoveCut cut({.variables = 3});
//   cut.AddUnary(0, 5, 2);               // 5 to keep, 2 to take
//   cut.AddPair(0, 1, 1, 4, 4, 0);
//   cut.AddPnPotts({{0, 1, 2}}, 2, 1, 5);
//   const std::vector<bool> takes = cut.Minimize();
//   cut.Clear();                         // the next move, in the same memory
//
// Costs are finite or +infinity; infinite costs are avoided first (ExtendedCost). Sums are in double
// precision, exact for integers whose sum of magnitudes is below 2^53. Many variables are decided without a
// cut, because one choice is best whatever the others do (MoveReduction). Deterministic; not thread-safe.
// Memory, reused by the next move: 93 bytes a variable, 56 a pair, 52 a group and 8 a member of it. If a cut
// is needed, also 24 bytes for each count of a group (P^n Potts costs have two) and 32 for each member of a
// count.
class MoveCut {
 public:
  struct Size {
    int variables = 0;
    int64_t pairs = 0;  // only reserves memory
  };

  // All costs 0. Throws common::Error(kUsage) if a number is negative.
  explicit MoveCut(const Size& size);

  // Makes all costs 0 again.
  void Clear();

  void AddUnary(int variable, ExtendedCost keep, ExtendedCost take) { slopes_[variable] += take - keep; }

  // The costs for p's choice, then q's. If keep_keep + take_take <= keep_take + take_keep does not hold, the
  // larger of the two costs on the right is raised until it does. Then a move of least energy is still no
  // worse than keeping everything, whose cost is exact (Rother, Kumar, Kolmogorov, Blake: Digital tapestry,
  // 2005). Lowering keep_keep would also work, but if many pairs need it, no move that lowers the energy
  // would be left.
  void AddPair(int p, int q, ExtendedCost keep_keep, ExtendedCost keep_take, ExtendedCost take_keep,
               ExtendedCost take_take);

  // Costs min(max_cost, each * number of these variables that make this choice), with finite numbers >= 0.
  // All clique costs below are sums of such counts.
  void AddCount(std::span<const int> variables, MoveChoice choice, double each, double max_cost);

  // P^n Potts (Kohli, Kumar, Torr 2007): all_keep if all variables keep, all_take if all take, otherwise
  // mixed, which must be finite and not less than the other two.
  void AddPnPotts(std::span<const int> variables, double all_keep, double all_take, double mixed);

  // [variable] true if it takes, in a choice of least energy; among several, the one with the fewest takers.
  // Call it only once before Clear. Throws common::Error(kUsage) for 2^30 or more pairs and members of
  // groups, and for costs whose sum is not finite.
  std::vector<bool> Minimize();

  // The number of calls of Minimize.
  int64_t num_minimized() const { return totals_.cuts; }
  // Totals of all calls.
  const CutTotals& totals() const { return totals_; }

 private:
  struct InfinitePair {
    int p, q;
    ExtendedCost forward;  // p keeps and q takes
  };

  void AddGroup(std::span<const int> variables, const MoveCount& keep, const MoveCount& take);
  // Completes function_, with infinite costs replaced by large numbers; returns a bound on the rounding of
  // its sums.
  double FinishFunction();

  std::vector<ExtendedCost> slopes_;  // [variable] cost of taking minus cost of keeping
  std::vector<InfinitePair> infinite_pairs_;
  MoveFunction function_;  // without slopes_ and infinite_pairs_ until FinishFunction
  double total_ = 0;       // sum of the finite costs in function_
  MoveReduction reduction_;
  MoveNetwork network_;
  CutTotals totals_;
};

// Inline, because moves add millions of pairs.
//
// The cost is keep_keep + at_p x_p + at_q x_q + forward (1 - x_p) x_q + backward x_p (1 - x_q), with x = 1
// for taking. Any forward + backward = keep_take + take_keep - keep_keep - take_take is possible; a flow has
// the least work if the rest is shared evenly.
inline void MoveCut::AddPair(int p, int q, ExtendedCost keep_keep, ExtendedCost keep_take,
                             ExtendedCost take_keep, ExtendedCost take_take) {
  ExtendedCost sum = keep_take + take_keep - keep_keep - take_take;
  if (sum < ExtendedCost()) {
    (keep_take < take_keep ? take_keep : keep_take) -= sum;
    sum = ExtendedCost();
  }
  if (sum.infinities > 0) {
    slopes_[p] += take_keep - keep_keep;
    slopes_[q] += take_take - take_keep;
    infinite_pairs_.push_back({p, q, sum});
    return;
  }
  const ExtendedCost even = keep_take - keep_keep;
  const double forward =
      even.infinities == 0
          ? std::clamp(even.finite + (keep_keep.finite - take_take.finite) / 2, 0.0, sum.finite)
          : sum.finite;
  const double backward = sum.finite - forward;
  slopes_[p] += take_keep - keep_keep - backward;
  slopes_[q] += keep_take - keep_keep - forward;
  if (sum.finite <= 0) return;
  function_.pairs.push_back({p, q, forward, backward});
  total_ += sum.finite;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_
