// Mean field: the product of independent distributions that is nearest to a model.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MEAN_FIELD_H_
#define STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MEAN_FIELD_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/map_result.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {

struct MeanFieldOptions {
  common::RunControl run = {.stop = {.iterations = 1000}};  // an iteration updates every variable once
  double tolerance = 1e-10;  // kConverged when no probability changes by more; >= 0
  // [variable][label] probabilities >= 0 with the sum 1 (to 1e-9); empty: uniform. The result is a local
  // optimum that depends on the start.
  std::vector<std::vector<double>> start = {};
  // Called with the marginals before the first iteration (0) and after each iteration; may be empty.
  std::function<void(int64_t iteration, const std::vector<std::vector<double>>& marginals)>
      observe_marginals = {};
};

struct MeanFieldResult {
  std::vector<std::vector<double>> marginals;  // [variable][label]; approximate
  // F = expected energy - entropy, an upper bound of -log Z. +infinity if the product gives a positive
  // probability to an infinite entry.
  double free_energy;
  std::vector<common::TracePoint> trace;  // the values are F; apart from rounding it never rises
  common::Ending ending;                  // kConverged, or the limit that stopped it
};

// Updates the variables in turn, each to the exact minimum of F, given the others (Xiong, thesis, eq. 2.12,
// with F of eq. 2.10, line 2). +infinity is treated as the limit of ever larger costs: a variable first puts
// all its probability on the labels with the least probability of an infinite cost.
//
// When to take it: for marginals when a bound of log Z is wanted or LoopySumProduct does not converge.
//
//   const MeanFieldResult result = MeanField(graph, {.run = {.stop = {.iterations = 50}}});
//   const double log_partition_bound = -result.free_energy;  // <= log Z
//
// Throws common::Error(kUsage) for options out of range. An iteration takes O(size of the tables * variables
// of a factor). Deterministic, thread-safe.
MeanFieldResult MeanField(const FactorGraph& graph, const MeanFieldOptions& options = {});

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_APPROXIMATE_MEAN_FIELD_H_
