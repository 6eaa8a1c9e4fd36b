// Allowed labelings from forbidden ones.
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
// method for escaping from local minima, AAAI 1993): of the factors that cost it, taken in turn, one label of
// one variable is changed, by which the weights of such factors fall most and, of those, the finite costs are
// least. Where no change lowers the weights, that of the factor grows by 1. Weights begin as 1 and stay from
// call to call, so that what has turned out to be hard counts more. One change in 20 is drawn at random
// instead, as in random walks for satisfiability, since searches like this can go round in circles.
//
// For methods that read their labelings variable by variable, where hard constraints make the whole worth
// nothing if one of them is missed. Deterministic; not thread-safe.
class ConflictRepair {
 public:
  // Keeps a reference to the graph.
  explicit ConflictRepair(const FactorGraph& graph);

  // True: no factor of `labeling` costs +infinity, and coordinate descent (icm.h) has lowered the others.
  // False: the search ended after 10,000 readings of costs and four times as many as all tables have entries,
  // or soon after `must_stop` said so; another call may succeed. The labeling has one label for each variable
  // of the graph, which is not checked.
  bool Repair(
      Labeling& labeling, const std::function<bool()>& must_stop = [] { return false; });

 private:
  struct Change {
    int variable = -1;  // none lowers the weights
    Label label = 0;
  };

  bool IsInfinite(int factor, const Labeling& labeling) const;
  void Await(int factor, const Labeling& labeling);
  Change BestChange(int factor, const Labeling& labeling);
  Change RandomChange(int factor);
  bool RemoveConflicts(Labeling& labeling, const std::function<bool()>& must_stop);

  const FactorGraph& graph_;
  FactorGraphCosts local_;
  common::RandomStream random_{1, "conflict repair"};
  std::vector<int64_t> weights_;  // [factor]
  int64_t most_readings_;
  // Of one call.
  std::deque<int> infinite_;      // factors that cost +infinity, and some that did
  std::vector<bool> is_waiting_;  // [factor] in infinite_
  int64_t readings_ = 0;
  std::vector<LocalCost> costs_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_CONFLICT_REPAIR_H_
