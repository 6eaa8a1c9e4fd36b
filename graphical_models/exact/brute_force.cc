#include "graphical_models/exact/brute_force.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "common/error.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/rounding.h"
#include "graphical_models/model/trace_recorder.h"

namespace structlab::graphical_models {
namespace {

void CheckSize(const FactorGraph& graph) {
  int64_t labelings = 1;
  for (const int count : graph.label_counts()) {
    labelings *= count;
    if (labelings <= kMaxLabelingsToTry) continue;
    common::ThrowUsageError("brute force", "at most 2^26 labelings", "more", "use another method");
  }
}

// Calls visitor(labeling, energy) for all allowed labelings, in lexicographic order, until must_stop()
// returns true, which is called now and then. Each factor is added as soon as the last of its variables has a
// label.
template <class Visitor, class MustStop>
void ForAllowedLabelings(const FactorGraph& graph, const Visitor& visitor, const MustStop& must_stop) {
  constexpr int64_t kStepsBetweenQuestions = 4096;
  const size_t n = graph.num_variables();
  std::vector<std::vector<int>> factors_of_last(n);
  for (int f = 0; f < graph.num_factors(); ++f) {
    const auto scope = graph.scope(f);
    factors_of_last[*std::max_element(scope.begin(), scope.end())].push_back(f);
  }
  Labeling labeling(n, -1);
  std::vector<double> energy(n + 1, graph.constant());  // energy[v]: of the labels of the first v variables
  if (energy[0] == kInfinity) return;
  if (n == 0) {
    visitor(static_cast<const Labeling&>(labeling), energy[0]);
    return;
  }
  size_t v = 0;
  for (int64_t step = 1; step % kStepsBetweenQuestions != 0 || !must_stop(); ++step) {
    if (++labeling[v] == graph.num_labels(static_cast<int>(v))) {
      labeling[v] = -1;
      if (v == 0) return;
      --v;
      continue;
    }
    energy[v + 1] = energy[v];
    for (const int f : factors_of_last[v]) energy[v + 1] += graph.table(f)[graph.TableEntry(f, labeling)];
    if (energy[v + 1] == kInfinity) continue;
    if (v + 1 < n) {
      ++v;
    } else {
      visitor(static_cast<const Labeling&>(labeling), energy[n]);
    }
  }
}

}  // namespace

MapResult BruteForceMap(const FactorGraph& graph, const common::RunControl& run) {
  TraceRecorder trace(run);
  CheckSize(graph);
  MapResult result;
  result.labeling.assign(graph.num_variables(), 0);
  result.energy = graph.Energy(result.labeling);
  std::optional<common::Ending> ending = trace.Record(0, result.energy);
  if (!ending) {
    // The sums here have another order than in FactorGraph::Energy, so that they only select the candidates,
    // which FactorGraph::Energy then evaluates.
    const Rounding rounding = RoundingOf(graph);
    const double difference = rounding.unit > 0 ? 0 : 2 * rounding.max_error;
    double least = kInfinity;
    const auto keep_better = [&](const Labeling& labeling, double sum) {
      if (sum > least + difference) return;
      least = std::min(least, sum);
      const double energy = difference > 0 ? graph.Energy(labeling) : sum;
      if (energy >= result.energy) return;
      result.energy = energy;
      result.labeling = labeling;
    };
    ForAllowedLabelings(graph, keep_better, [&] { return (ending = trace.MustStop()).has_value(); });
    const std::optional<common::Ending> end =
        trace.Record(1, result.energy, ending ? -kInfinity : result.energy);
    if (!ending) ending = end;
  }
  result.lower_bound = trace.best_bound();
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

BruteForceDistribution BruteForceSum(const FactorGraph& graph) {
  CheckSize(graph);
  const auto never = [] { return false; };
  double least = kInfinity;
  ForAllowedLabelings(
      graph, [&](const Labeling&, double energy) { least = std::min(least, energy); }, never);
  BruteForceDistribution distribution;
  for (const int count : graph.label_counts()) {
    distribution.marginals.emplace_back(static_cast<size_t>(count), 0.0);
  }
  double sum = 0;  // of exp(-E), scaled so that the largest term is 1
  const auto add = [&](const Labeling& labeling, double energy) {
    const double term = std::exp(least - energy);
    sum += term;
    for (size_t v = 0; v < labeling.size(); ++v) {
      distribution.marginals[v][labeling[v]] += term;
    }
  };
  ForAllowedLabelings(graph, add, never);
  for (std::vector<double>& marginal : distribution.marginals) {
    for (double& probability : marginal) probability /= sum;
  }
  distribution.log_partition = std::log(sum) - least;
  return distribution;
}

}  // namespace structlab::graphical_models
