// One move: every variable keeps its label or takes the one that is proposed to it, as a minimum cut.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/moves/extended_cost.h"

namespace structlab::graphical_models {

enum class MoveChoice { kKeep, kTake };

// The energy of a move as a function of who takes, minimised: unary costs, pairs of variables, and groups
// whose cost grows with the number of members that choose alike. The proposals are the caller's: one label
// for all (alpha-expansion), two that are exchanged (alpha-beta-swap), or the labels of another labeling
// (fusion of the children of a tree, Dokania 2016, Alg. 7).
//
//   MoveCut cut({.variables = 3, .groups = 2, .pairs = 1});
//   cut.AddUnary(0, 5, 2);               // 5 to keep, 2 to take
//   cut.AddPair(0, 1, 1, 4, 4, 0);
//   cut.AddPnPotts({{0, 1, 2}}, 2, 1, 5);
//   const std::vector<bool> takes = cut.Minimize();
//
// Costs are finite or +infinity; forbidden choices are avoided first (ExtendedCost). In double precision:
// exact for integers whose sum of magnitudes is below 2^53. Deterministic; not thread-safe. Memory: that of
// MaxFlowGraph<double>, with a node a group, and 16 bytes a variable.
class MoveCut {
 public:
  struct Size {
    int variables = 0;
    int groups = 0;     // at most so many calls of AddCount, of which AddPnPotts makes two
    int64_t pairs = 0;  // only reserves memory
  };

  // All costs 0. Throws common::Error(kUsage) if a number is negative or too large.
  explicit MoveCut(const Size& size);

  void AddUnary(int variable, ExtendedCost keep, ExtendedCost take);

  // Costs of p's choice and then q's. Wanted: keep_keep + take_take <= keep_take + take_keep. Where that does
  // not hold, keep_keep counts as keep_take + take_keep - take_take, which is less: a move of least energy is
  // then still no worse than keeping everything (Rother, Kumar, Kolmogorov, Blake: Digital tapestry, 2005).
  void AddPair(int p, int q, ExtendedCost keep_keep, ExtendedCost keep_take, ExtendedCost take_keep,
               ExtendedCost take_take);

  // min(largest, each * number of these variables that make this choice), for finite numbers >= 0: what all
  // the clique costs below consist of.
  void AddCount(std::span<const int> variables, MoveChoice choice, double each, double largest);

  // P^n Potts (Kohli, Kumar, Torr 2007): all_keep if all variables keep, all_take if all take, else mixed,
  // which is finite and not less than the others.
  void AddPnPotts(std::span<const int> variables, double all_keep, double all_take, double mixed);

  // Who takes in a choice of least energy. Call it once.
  std::vector<bool> Minimize();

 private:
  struct InfinitePair {
    int p, q;
    ExtendedCost capacity;
  };

  // The cost of p keeping while q takes.
  void AddArc(int p, int q, double capacity);

  int num_variables_;
  int next_group_;
  MaxFlowGraph<double> graph_;        // keeping is the source side
  std::vector<ExtendedCost> slopes_;  // what taking costs more than keeping
  std::vector<InfinitePair> infinite_pairs_;
  double total_ = 0;  // of the finite capacities
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MOVES_MOVE_CUT_H_
