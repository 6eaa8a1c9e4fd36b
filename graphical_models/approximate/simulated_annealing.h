// Simulated annealing of a discrete energy.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SIMULATED_ANNEALING_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SIMULATED_ANNEALING_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "common/random_stream.h"
#include "graphical_models/approximate/local_costs.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

// Draws each variable in turn from its distribution given the others, so that a labeling comes about with a
// probability proportional to exp(-energy / temperature) in the long run (Gibbs sampling). Where every label
// of a variable meets infinite costs, only those that meet the fewest are drawn. Not thread-safe.
class HeatBath {
 public:
  // Keeps a reference.
  explicit HeatBath(const FactorGraph& graph) : graph_(graph), costs_(graph) {}

  // Visits every variable once, by index. O(sum over factors of labels of its variables).
  void Sweep(double temperature, common::RandomStream& random, Labeling& labeling);

  // The mean over the variables of how far the costs of those labels are apart that Sweep would draw from.
  // 0 without variables.
  double MeanSpread(const Labeling& labeling);

 private:
  LocalCost Least() const;

  const FactorGraph& graph_;
  FactorGraphCosts costs_;
  std::vector<LocalCost> local_;
  std::vector<double> weights_;
};

struct AnnealingOptions {
  common::RunControl run = {};  // an iteration is a sweep
  // One label a variable; empty: where coordinate descent ends (icm.h), within the time of the rule.
  Labeling start = {};
  // On every labeling, as another method proved it; -infinity: none known. Reaching it ends the annealing.
  double lower_bound = -std::numeric_limits<double>::infinity();
  int64_t sweeps = 2000;  // >= 1
  // The temperature falls from MeanSpread of the start times the one to that times the other, by the same
  // factor each sweep; where a time limit would end the sweeps before, as fast as that asks. Finite, > 0.
  double hottest = 1, coldest = 1e-4;
  // Whether the start is one of the labelings of which the best is returned. If not, the result is another
  // minimum nearly always, if not a better one; the trace counts the start all the same.
  bool may_return_start = true;
};

// Kirkpatrick, Gelatt, Vecchi: Optimization by simulated annealing, Science 1983, with the heat bath instead
// of Metropolis' rule. Returns the best labeling that was met at the end of a sweep; kConverged after the
// last one, but kTimeLimit where time had a part in the cooling. The stop rule is read after each sweep. The
// bound of the result is that of the options. Deterministic unless the time limit binds, thread-safe. Throws
// common::Error(kUsage) for a start that does not fit and options out of range. A sweep is O(sum over factors
// of labels of its variables).
MapResult SimulatedAnnealing(const FactorGraph& graph, const AnnealingOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SIMULATED_ANNEALING_H_
