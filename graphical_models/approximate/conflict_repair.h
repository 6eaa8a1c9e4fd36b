// Turns labelings of infinite energy into labelings of finite energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_CONFLICT_REPAIR_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_CONFLICT_REPAIR_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/local_costs.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// Changes one label at a time until no factor costs +infinity, by the breakout method (Morris: The breakout
// method for escaping from local minima, AAAI 1993):
// - Take the violated factors (those that cost +infinity) in turn. Change one label of one variable of it, so
//   that the total weight of violated factors falls most; among equal changes the one with the least finite
//   costs.
// - If no change lowers the weight, the weight of this factor grows by 1. Weights begin at 1 and are kept
//   from call to call, so that factors that are hard to satisfy count more.
// - One change in 20 is drawn at random, as in random walks for satisfiability, because such searches can go
//   in circles.
//
// When to take it: after a method that chooses each label separately (MinimizeTrws and LoopyMaxProduct call
// it themselves), because one violated hard constraint makes the whole labeling worthless.
//
//   ConflictRepair repair(graph);
//   if (graph.Energy(labeling) == kInfinity && repair.Repair(labeling)) energy = graph.Energy(labeling);
//
// Deterministic: the same sequence of calls gives the same results. Not thread-safe. Memory: at most about 13
// bytes a factor, and that of FactorSlots.
class ConflictRepair {
 public:
  // Keeps a reference to the graph.
  explicit ConflictRepair(const FactorGraph& graph);

  // Returns true if no factor of `labeling` costs +infinity any more; then coordinate descent (icm.h) has
  // also lowered the finite costs. Returns false if the search ended first: after reading 10,000 costs plus
  // four times the entries of all tables, or when must_stop() returned true. Another call may succeed. The
  // labeling must have one label for each variable of the graph; this is not checked.
  bool Repair(
      Labeling& labeling, const std::function<bool()>& must_stop = [] { return false; });

 private:
  struct Change {
    int variable = -1;  // -1: no change lowers the weights
    Label label = 0;
  };

  bool IsInfinite(int factor, const Labeling& labeling) const;
  // Appends the factor to the queue if it is violated.
  void Enqueue(int factor, const Labeling& labeling);
  Change BestChange(int factor, const Labeling& labeling);
  Change RandomChange(int factor);
  bool RemoveConflicts(Labeling& labeling, const std::function<bool()>& must_stop);

  const FactorGraph& graph_;
  FactorGraphCosts local_;
  common::RandomStream random_{1, "conflict repair"};
  std::vector<int64_t> weights_;  // [factor]
  int64_t max_readings_;
  // State of one call.
  std::deque<int> queue_;        // queue of factors that cost +infinity, or did when they were appended
  std::vector<bool> is_queued_;  // [factor] true if it is in queue_
  int64_t readings_ = 0;
  std::vector<LocalCost> costs_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_CONFLICT_REPAIR_H_
