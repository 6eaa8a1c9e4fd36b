// One move: every variable keeps its label or takes the one that is proposed to it, as a minimum cut.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/moves/extended_cost.h"
#include "graphical_models/moves/move_function.h"
#include "graphical_models/moves/move_network.h"
#include "graphical_models/moves/move_reduction.h"

namespace structlab::graphical_models {

// How many moves were minimised, and what their groups are as parts of a graph, before anything is left out:
// a node for each count of a group of two or more, with an edge to each member and one to a terminal.
struct CutTotals {
  int64_t cuts = 0, group_nodes = 0, group_edges = 0;

  CutTotals& operator+=(const CutTotals& other) {
    cuts += other.cuts, group_nodes += other.group_nodes, group_edges += other.group_edges;
    return *this;
  }
};

// The energy of a move as a function of who takes, minimised: unary costs, pairs of variables, and groups
// whose cost grows with the number of members that choose alike. The proposals are the caller's: one label
// for all (alpha-expansion), two that are exchanged (alpha-beta-swap), or the labels of another labeling
// (fusion of the children of a tree, Dokania 2016, Alg. 7).
//
//   MoveCut cut({.variables = 3});
//   cut.AddUnary(0, 5, 2);               // 5 to keep, 2 to take
//   cut.AddPair(0, 1, 1, 4, 4, 0);
//   cut.AddPnPotts({{0, 1, 2}}, 2, 1, 5);
//   const std::vector<bool> takes = cut.Minimize();
//   cut.Clear();                         // the next move, in the same memory
//
// Costs are finite or +infinity; forbidden choices are avoided first (ExtendedCost). In double precision:
// exact for integers whose sum of magnitudes is below 2^53. What some choices cost whatever the others do
// decides many of them without a cut (MoveReduction). Deterministic; not thread-safe. Memory, once there was
// so much: 93 bytes a variable, 56 a pair, 52 a group and 8 a member of it, and if there is a cut another 24
// for each count of a group, of which P^n Potts costs have two, and 32 for each member of it.
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

  // Costs of p's choice and then q's. Wanted: keep_keep + take_take <= keep_take + take_keep. Where that does
  // not hold, the larger of the two on the right counts as what is missing more: a move of least energy is
  // then still no worse than keeping everything, whose cost is exact (Rother, Kumar, Kolmogorov, Blake:
  // Digital tapestry, 2005). A smaller keep_keep would do as well, but where many pairs are so, no move would
  // be left that gains anything.
  void AddPair(int p, int q, ExtendedCost keep_keep, ExtendedCost keep_take, ExtendedCost take_keep,
               ExtendedCost take_take);

  // min(largest, each * number of these variables that make this choice), for finite numbers >= 0: what all
  // the clique costs below consist of.
  void AddCount(std::span<const int> variables, MoveChoice choice, double each, double largest);

  // P^n Potts (Kohli, Kumar, Torr 2007): all_keep if all variables keep, all_take if all take, else mixed,
  // which is finite and not less than the others.
  void AddPnPotts(std::span<const int> variables, double all_keep, double all_take, double mixed);

  // Who takes in a choice of least energy; of several that with the fewest takers. Call it once before Clear.
  // Throws common::Error(kUsage) for 2^30 pairs and members of groups or more, and for costs whose sum is not
  // finite.
  std::vector<bool> Minimize();

  // How often Minimize was called.
  int64_t num_minimized() const { return totals_.cuts; }
  // Of all calls.
  const CutTotals& totals() const { return totals_; }

 private:
  struct InfinitePair {
    int p, q;
    ExtendedCost forward;  // p keeps and q takes
  };

  void AddGroup(std::span<const int> variables, const MoveCount& keep, const MoveCount& take);
  // Writes the function with infinite costs as numbers; returns how far its sums may be off.
  double FinishFunction();

  std::vector<ExtendedCost> slopes_;  // what taking costs more than keeping
  std::vector<InfinitePair> infinite_pairs_;
  MoveFunction function_;  // but for the slopes and these pairs
  double total_ = 0;       // of the finite costs in it
  MoveReduction reduction_;
  MoveNetwork network_;
  CutTotals totals_;
};

// Here, because moves add millions of pairs.
//
// keep_keep + at_p x_p + at_q x_q + forward (1 - x_p) x_q + backward x_p (1 - x_q), x = 1: take. Any
// forward + backward = keep_take + take_keep - keep_keep - take_take will do; a flow has the least to do if
// the rest is shared out evenly.
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
