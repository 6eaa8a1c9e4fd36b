#include "graphical_models/approximate/mean_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr int kNone = -1;

using Marginals = std::vector<std::vector<double>>;

void CheckOptions(const FactorGraph& graph, const MeanFieldOptions& options) {
  if (!(options.tolerance >= 0)) {
    common::ThrowUsageError("tolerance of mean field", "0 or more", common::FormatDouble(options.tolerance));
  }
  if (options.start.empty()) return;
  if (options.start.size() != static_cast<size_t>(graph.num_variables())) {
    common::ThrowUsageError("start of mean field", std::to_string(graph.num_variables()) + " distributions",
                            std::to_string(options.start.size()));
  }
  for (int v = 0; v < graph.num_variables(); ++v) {
    const std::vector<double>& marginal = options.start[v];
    double sum = 0;
    bool fine = marginal.size() == static_cast<size_t>(graph.num_labels(v));
    for (const double probability : marginal) {
      fine = fine && probability >= 0;
      sum += probability;
    }
    if (fine && std::abs(sum - 1) <= 1e-9) continue;
    common::ThrowUsageError(
        "start of mean field, variable " + std::to_string(v),
        std::to_string(graph.num_labels(v)) + " probabilities with the sum 1",
        std::to_string(marginal.size()) + " numbers with the sum " + common::FormatShort(sum));
  }
}

Marginals Uniform(const FactorGraph& graph) {
  Marginals marginals;
  for (const int count : graph.label_counts()) {
    marginals.emplace_back(static_cast<size_t>(count), 1.0 / count);
  }
  return marginals;
}

// Expected costs of a variable's labels: `forbidden` is the sum over factors of the probability of an
// infinite cost, `finite` the expectation of the finite costs.
struct ExpectedCosts {
  std::vector<double> forbidden, finite;
  double terms = 0;  // number of terms of all sums
};

class MeanFieldUpdates {
 public:
  MeanFieldUpdates(const FactorGraph& graph, const Marginals& start)
      : graph_(graph), slots_(graph), marginals_(start.empty() ? Uniform(graph) : start) {}

  // Updates every variable once; returns the largest change of a probability.
  double Iterate() {
    double change = 0;
    for (int v = 0; v < graph_.num_variables(); ++v) {
      std::vector<double> updated = BestMarginal(v);
      std::vector<double>& marginal = marginals_[v];
      for (size_t label = 0; label < marginal.size(); ++label) {
        change = std::max(change, std::abs(updated[label] - marginal[label]));
      }
      marginal.swap(updated);
    }
    return change;
  }

  double FreeEnergy() const {
    double energy = graph_.constant();
    for (int f = 0; f < graph_.num_factors(); ++f) {
      ForEntries(f, kNone, [&](size_t, double probability, double cost) { energy += probability * cost; });
    }
    for (const std::vector<double>& marginal : marginals_) {
      for (const double p : marginal) {
        if (p > 0) energy += p * std::log(p);
      }
    }
    return energy;
  }

  Marginals& marginals() { return marginals_; }

 private:
  // Calls visit(label at position, probability of the other labels, cost) for the entries of a factor whose
  // probability is not 0. If position is kNone, all labels belong to the probability.
  template <class Visitor>
  void ForEntries(int factor, int position, const Visitor& visit) const {
    const std::span<const int> scope = graph_.scope(factor);
    const std::span<const double> table = graph_.table(factor);
    Labeling labels(scope.size(), 0);
    for (const double cost : table) {
      double probability = 1;
      for (size_t i = 0; i < scope.size(); ++i) {
        if (static_cast<int>(i) == position) continue;
        probability *= marginals_[scope[i]][labels[i]];
      }
      const size_t at = position == kNone ? 0 : static_cast<size_t>(position);
      if (probability > 0) visit(static_cast<size_t>(labels[at]), probability, cost);
      for (size_t i = scope.size(); i-- > 0;) {
        if (++labels[i] < graph_.num_labels(scope[i])) break;
        labels[i] = 0;
      }
    }
  }

  ExpectedCosts CostsOf(int variable) const {
    const size_t labels = graph_.num_labels(variable);
    ExpectedCosts costs = {std::vector<double>(labels, 0.0), std::vector<double>(labels, 0.0), 0};
    for (const int slot : slots_.of_variable(variable)) {
      ForEntries(slots_[slot].factor, slots_[slot].position,
                 [&costs](size_t label, double probability, double cost) {
                   costs.terms += 1;
                   if (cost == kInfinity) {
                     costs.forbidden[label] += probability;
                   } else {
                     costs.finite[label] += probability * cost;
                   }
                 });
    }
    return costs;
  }

  std::vector<double> BestMarginal(int variable) const {
    ExpectedCosts costs = CostsOf(variable);
    const double least = *std::min_element(costs.forbidden.begin(), costs.forbidden.end());
    // Labels whose values differ only by rounding count as equal; then the finite costs decide.
    const double most = least * (1 + 4 * costs.terms * std::numeric_limits<double>::epsilon());
    for (size_t label = 0; label < costs.finite.size(); ++label) {
      if (costs.forbidden[label] > most) costs.finite[label] = kInfinity;
    }
    return Probabilities(costs.finite);
  }

  const FactorGraph& graph_;
  FactorSlots slots_;
  Marginals marginals_;
};

}  // namespace

MeanFieldResult MeanField(const FactorGraph& graph, const MeanFieldOptions& options) {
  CheckOptions(graph, options);
  TraceRecorder trace(options.run);
  MeanFieldUpdates updates(graph, options.start);
  MeanFieldResult result = {};
  const auto record = [&](int64_t iteration) {
    result.free_energy = updates.FreeEnergy();
    if (options.observe_marginals) options.observe_marginals(iteration, updates.marginals());
    return trace.Record(iteration, result.free_energy);
  };
  std::optional<common::Ending> ending = record(0);
  for (int64_t iteration = 1; !ending; ++iteration) {
    const double change = updates.Iterate();
    ending = record(iteration);
    if (change <= options.tolerance) ending = common::Ending::kConverged;
  }
  result.marginals = std::move(updates.marginals());
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

}  // namespace structlab::graphical_models
