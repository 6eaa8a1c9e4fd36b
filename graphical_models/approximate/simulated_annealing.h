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

// Gibbs sampling: draws each variable in turn from its distribution, given the others. In the long run a
// labeling appears with a probability proportional to exp(-energy / temperature). If every label of a
// variable has infinite costs, only the labels with the fewest are drawn. Not thread-safe.
class HeatBath {
 public:
  // Keeps a reference to the graph.
  explicit HeatBath(const FactorGraph& graph) : graph_(graph), costs_(graph) {}

  // Visits every variable once, in the order of indices. O(sum over factors of labels of its variables).
  void Sweep(double temperature, common::RandomStream& random, Labeling& labeling);

  // Mean over the variables of the difference between the largest and the least cost of the labels that Sweep
  // would draw from. 0 without variables.
  double MeanSpread(const Labeling& labeling);

 private:
  ExtendedCost Least() const;

  const FactorGraph& graph_;
  FactorGraphCosts costs_;
  std::vector<LocalCost> local_;
  std::vector<double> weights_;
};

struct AnnealingOptions {
  common::RunControl run = {};  // an iteration is a sweep
  // The labeling to start with, one label a variable. Empty: the result of coordinate descent (icm.h), within
  // the time limit.
  Labeling start = {};
  // A lower bound on the energy of every labeling that another method has proved; -infinity: none is known.
  // Reaching it ends the annealing.
  double lower_bound = -std::numeric_limits<double>::infinity();
  // >= 1. More sweeps cool more slowly and usually find lower energies.
  int64_t sweeps = 2000;
  // First and last temperature, in units of HeatBath::MeanSpread of the start. Between them the temperature
  // falls by the same factor in each sweep, or faster if the time limit would end the sweeps before. Finite,
  // > 0. A high first temperature forgets the start.
  double initial_temperature = 1, final_temperature = 1e-4;
  // False: the start is not a candidate for the result, which is then nearly always another minimum, possibly
  // a worse one. The trace counts the start in both cases.
  bool may_return_start = true;
};

// Simulated annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by simulated annealing, Science 1983), with
// Gibbs sampling instead of Metropolis' rule. Returns the best labeling at the end of a sweep.
//
// When to take it: to leave a local minimum in which descents (IteratedConditionalModes, SubgraphDescent)
// end, for factors of any size. It proves nothing.
//
//   const MapResult result = SimulatedAnnealing(graph, {.start = labeling, .sweeps = 500});
//
// The ending is kConverged after the last sweep, or kTimeLimit if the time limit made the cooling faster. The
// stop rule is checked after each sweep. The bound of the result is that of the options. Throws
// common::Error(kUsage) for a start that does not fit and options out of range. A sweep takes O(sum over
// factors of labels of its variables). Deterministic unless the time limit binds; thread-safe.
MapResult SimulatedAnnealing(const FactorGraph& graph, const AnnealingOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_SIMULATED_ANNEALING_H_
