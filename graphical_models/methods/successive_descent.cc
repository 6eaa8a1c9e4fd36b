#include "graphical_models/methods/successive_descent.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "graphical_models/approximate/simulated_annealing.h"
#include "graphical_models/approximate/subgraph_descent.h"
#include "graphical_models/exact/determined_variables.h"
#include "graphical_models/methods/succession.h"

namespace structlab::graphical_models {
namespace {

// A start that is good enough: message passing goes on with its bound for very long.
constexpr int64_t kFirstIterations = 200;

// Each finds another minimum.
constexpr int kAnnealings = 10;

// Of one annealing: a few seconds for all.
int64_t SweepsOf(const FactorGraph& graph) {
  int64_t readings = 1;
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    for (const int variable : graph.scope(factor)) readings += graph.num_labels(variable);
  }
  return std::clamp(int64_t{100'000'000} / readings, int64_t{20}, int64_t{2'000});
}

void Descend(const FactorGraph& graph, int parts, int64_t most_entries, Succession& succession) {
  succession.Run(parts, [&](const StopRule& rule) {
    const MapResult& best = succession.result();
    return SubgraphDescent(graph, {.stop = rule,
                                   .start = best.labeling,
                                   .lower_bound = best.lower_bound,
                                   .most_entries = most_entries});
  });
}

void Anneal(const FactorGraph& graph, int parts, int64_t most_sweeps, uint64_t seed, Succession& succession) {
  succession.Run(parts, [&](const StopRule& rule) {
    const MapResult& best = succession.result();
    return SimulatedAnnealing(graph, {.stop = rule,
                                      .start = best.labeling,
                                      .lower_bound = best.lower_bound,
                                      .sweeps = std::min(most_sweeps, rule.iterations),
                                      .hottest = 0.3,
                                      .coldest = 1e-3,
                                      .seed = seed});
  });
}

MapResult RunAll(const FactorGraph& graph, const Minimizer& begin, const StopRule& stop) {
  Succession succession(stop);
  succession.Run(3, [&](StopRule rule) {
    rule.iterations = std::min(rule.iterations, kFirstIterations);
    return begin(graph, rule);
  });
  Descend(graph, 4, int64_t{1} << 13, succession);
  const int64_t sweeps = SweepsOf(graph);
  for (int annealing = 1; annealing <= kAnnealings; ++annealing) {
    Anneal(graph, kAnnealings - annealing + 2, sweeps, static_cast<uint64_t>(annealing), succession);
  }
  Descend(graph, 1, int64_t{1} << 18, succession);
  return succession.Take();
}

}  // namespace

MapResult SuccessiveDescent(const FactorGraph& graph, const Minimizer& begin, const StopRule& stop) {
  Succession whole(stop);  // whose clock counts the substitution, too
  const std::optional<SubstitutedGraph> substituted = SubstituteDeterminedVariables(graph);
  whole.Run(1, [&](const StopRule& rule) {
    if (!substituted) return RunAll(graph, begin, rule);
    MapResult result = RunAll(substituted->graph, begin, rule);
    result.labeling = substituted->Restore(result.labeling);
    return result;
  });
  return whole.Take();
}

}  // namespace structlab::graphical_models
