#include "graphical_models/approximate/loopy_belief_propagation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/approximate/conflict_repair.h"
#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr int kNone = -1;

void CheckOptions(const LoopyOptions& options) {
  if (!(options.damping >= 0 && options.damping < 1)) {
    common::ThrowUsageError("damping of belief propagation", "a number from 0 to below 1",
                            common::FormatDouble(options.damping));
  }
  if (!(options.tolerance >= 0)) {
    common::ThrowUsageError("tolerance of belief propagation", "0 or more",
                            common::FormatDouble(options.tolerance));
  }
}

class LoopyPropagation {
 public:
  LoopyPropagation(const FactorGraph& graph, Elimination elimination, const LoopyOptions& options)
      : graph_(graph),
        elimination_(elimination),
        options_(options),
        slots_(graph),
        to_variables_(graph, slots_),
        to_factors_(graph, slots_),
        proposed_(graph, slots_),
        priority_(graph.num_factors(), 0.0) {
    for (int v = 0; v < graph.num_variables(); ++v) {
      sum_before_.emplace_back(static_cast<size_t>(graph.num_labels(v)), 0.0);
    }
    if (options.schedule != MessageSchedule::kResidual) return;
    for (int f = 0; f < graph.num_factors(); ++f) {
      queue_.insert({0.0, f});
      Reconsider(f);
    }
  }

  // Updates as many factors as the graph has. Returns the largest change of a message that was made or, with
  // the residual schedule, that would be made next.
  double Iterate() {
    double change = 0;
    if (options_.schedule == MessageSchedule::kSequential) {
      CollectInOrder([&](int factor) {
        change = std::max(change, Propose(factor));
        Accept(factor);
      });
      return change;
    }
    for (int i = 0; i < graph_.num_factors() && !queue_.empty(); ++i) {
      const int factor = queue_.begin()->second;
      if (-queue_.begin()->first <= options_.tolerance) break;
      Accept(factor);
      for (const int variable : graph_.scope(factor)) {
        for (const int slot : slots_.of_variable(variable)) Reconsider(slots_[slot].factor);
      }
    }
    return queue_.empty() ? 0 : -queue_.begin()->first;
  }

  // The energies of a variable's labels, up to a constant.
  const std::vector<double>& Belief(int variable) {
    SumMessages(variable, kNone, belief_);
    return belief_;
  }

  // Calls visit(probabilities of the table's entries) for every factor.
  template <class Visitor>
  void ForFactorMarginals(const Visitor& visit) {
    CollectInOrder([&](int factor) {
      SumTable(graph_, slots_, factor, to_factors_, kNone, sum_);
      visit(Probabilities(sum_));
    });
  }

  Labeling Decode() {
    Labeling labeling;
    for (int v = 0; v < graph_.num_variables(); ++v) {
      const std::vector<double>& belief = Belief(v);
      labeling.push_back(static_cast<Label>(std::min_element(belief.begin(), belief.end()) - belief.begin()));
    }
    return labeling;
  }

  int NumFactorsOf(int variable) const { return static_cast<int>(slots_.of_variable(variable).size()); }

 private:
  void SumMessages(int variable, int skipped_slot, std::vector<double>& sum) {
    sum.assign(graph_.num_labels(variable), 0.0);
    for (const int slot : slots_.of_variable(variable)) {
      if (slot == skipped_slot) continue;
      AddTo(sum, to_variables_[slot]);
    }
  }

  void CollectAtFactor(int factor) {
    for (size_t i = 0; i < graph_.scope(factor).size(); ++i) {
      const int slot = slots_.first(factor) + static_cast<int>(i);
      SumMessages(slots_[slot].variable, slot, belief_);
      std::copy(belief_.begin(), belief_.end(), to_factors_[slot].begin());
    }
  }

  // Calls visit(factor) for all factors in order. When it is called, to_factors_ has the messages that the
  // factor receives; visit may change the messages for later factors. O(messages) in total: the message from
  // a variable to a factor is the sum of the messages to the variable from the factors before it and from
  // those after it.
  template <class Visitor>
  void CollectInOrder(const Visitor& visit) {
    for (int v = 0; v < graph_.num_variables(); ++v) {
      std::vector<double>& sum = sum_before_[v];
      std::fill(sum.begin(), sum.end(), 0.0);
      const std::span<const int> slots = slots_.of_variable(v);
      for (size_t i = slots.size(); i-- > 0;) {
        std::copy(sum.begin(), sum.end(), to_factors_[slots[i]].begin());
        AddTo(sum, to_variables_[slots[i]]);
      }
      std::fill(sum.begin(), sum.end(), 0.0);
    }
    for (int factor = 0; factor < graph_.num_factors(); ++factor) {
      for (size_t i = 0; i < graph_.scope(factor).size(); ++i) {
        const int slot = slots_.first(factor) + static_cast<int>(i);
        AddTo(to_factors_[slot], SumBefore(slot));
      }
      visit(factor);
      for (size_t i = 0; i < graph_.scope(factor).size(); ++i) {
        const int slot = slots_.first(factor) + static_cast<int>(i);
        AddTo(SumBefore(slot), to_variables_[slot]);
      }
    }
  }

  static void AddTo(std::span<double> sum, std::span<const double> message) {
    for (size_t label = 0; label < sum.size(); ++label) sum[label] += message[label];
  }

  std::vector<double>& SumBefore(int slot) { return sum_before_[slots_[slot].variable]; }

  // Computes the new messages of a factor without sending them; returns the largest change.
  double Propose(int factor) {
    double change = 0;
    for (size_t i = 0; i < graph_.scope(factor).size(); ++i) {
      const int position = static_cast<int>(i);
      const int slot = slots_.first(factor) + position;
      SumTable(graph_, slots_, factor, to_factors_, position, sum_);
      const std::span<double> proposed = proposed_[slot];
      Project(graph_, factor, position, sum_, elimination_, proposed);
      change = std::max(change, NormaliseAndDamp(to_variables_[slot], proposed));
    }
    return change;
  }

  double NormaliseAndDamp(std::span<const double> before, std::span<double> proposed) const {
    const double least = *std::min_element(proposed.begin(), proposed.end());
    double change = 0;
    for (size_t label = 0; label < proposed.size(); ++label) {
      if (proposed[label] < kInfinity) {
        // A label that is allowed now has always been allowed: `before` is finite.
        const double normalised = proposed[label] - least;
        proposed[label] = options_.damping * before[label] + (1 - options_.damping) * normalised;
      }
      if (proposed[label] != before[label]) {
        change = std::max(change, std::abs(proposed[label] - before[label]));
      }
    }
    return change;
  }

  void Accept(int factor) {
    for (size_t i = 0; i < graph_.scope(factor).size(); ++i) {
      const int slot = slots_.first(factor) + static_cast<int>(i);
      std::copy(proposed_[slot].begin(), proposed_[slot].end(), to_variables_[slot].begin());
    }
  }

  void Reconsider(int factor) {
    double& priority = priority_[factor];
    queue_.erase({-priority, factor});
    CollectAtFactor(factor);
    priority = Propose(factor);
    queue_.insert({-priority, factor});
  }

  const FactorGraph& graph_;
  Elimination elimination_;
  LoopyOptions options_;
  FactorSlots slots_;
  SlotMessages to_variables_, to_factors_, proposed_;
  std::vector<double> priority_;            // residual schedule: the largest change of a factor's messages
  std::set<std::pair<double, int>> queue_;  // (-priority, factor)
  std::vector<double> sum_, belief_;
  std::vector<std::vector<double>> sum_before_;  // [variable]
};

double Entropy(const std::vector<double>& probabilities) {
  double entropy = 0;
  for (const double p : probabilities) {
    if (p > 0) entropy -= p * std::log(p);
  }
  return entropy;
}

double ExpectedEnergy(const std::vector<double>& probabilities, std::span<const double> table) {
  double energy = 0;
  for (size_t i = 0; i < table.size(); ++i) {
    if (probabilities[i] > 0) energy += probabilities[i] * table[i];
  }
  return energy;
}

bool AnyIsNan(const std::vector<std::vector<double>>& marginals) {
  return std::any_of(marginals.begin(), marginals.end(),
                     [](const std::vector<double>& marginal) { return std::isnan(marginal[0]); });
}

void FillWithNan(std::vector<std::vector<double>>& marginals) {
  for (std::vector<double>& marginal : marginals) {
    std::fill(marginal.begin(), marginal.end(), std::numeric_limits<double>::quiet_NaN());
  }
}

}  // namespace

MapResult LoopyMaxProduct(const FactorGraph& graph, const LoopyOptions& options) {
  CheckOptions(options);
  TraceRecorder trace(options.run);
  LoopyPropagation propagation(graph, Elimination::kMin, options);
  std::optional<ConflictRepair> repair;
  MapResult result;
  result.labeling = propagation.Decode();
  result.energy = graph.Energy(result.labeling);
  std::optional<common::Ending> ending = trace.Record(0, result.energy);
  for (int64_t iteration = 1; !ending; ++iteration) {
    const double change = propagation.Iterate();
    Labeling labeling = propagation.Decode();
    double energy = graph.Energy(labeling);
    if (energy == kInfinity) {
      if (!repair) repair.emplace(graph);
      if (repair->Repair(labeling, [&trace] { return trace.MustStop().has_value(); }))
        energy = graph.Energy(labeling);
    }
    if (energy < result.energy) {
      result.energy = energy;
      result.labeling.swap(labeling);
    }
    ending = trace.Record(iteration, result.energy);
    // A repair that the time limit cut short may have missed a labeling of finite energy.
    const bool is_whole = energy < kInfinity || !trace.MustStop();
    if (change <= options.tolerance && is_whole) ending = common::Ending::kConverged;
  }
  result.trace = trace.Take();
  result.ending = *ending;
  return result;
}

LoopyDistribution LoopySumProduct(const FactorGraph& graph, const LoopyOptions& options) {
  CheckOptions(options);
  TraceRecorder trace(options.run);
  LoopyPropagation propagation(graph, Elimination::kSum, options);
  LoopyDistribution result = {};
  std::optional<common::Ending> ending = trace.Record(0, kInfinity);
  while (!ending) {
    const double change = propagation.Iterate();
    ending = trace.Record(++result.iterations, kInfinity);
    if (change <= options.tolerance) ending = common::Ending::kConverged;
  }
  result.ending = *ending;
  // Bethe's free energy: the terms of the factors, minus the entropies of variables that are counted too
  // often.
  result.log_partition = -graph.constant();
  for (int v = 0; v < graph.num_variables(); ++v) {
    result.marginals.push_back(Probabilities(propagation.Belief(v)));
    result.log_partition += (1 - propagation.NumFactorsOf(v)) * Entropy(result.marginals.back());
  }
  propagation.ForFactorMarginals([&](std::vector<double> marginal) {
    const std::span<const double> table = graph.table(static_cast<int>(result.factor_marginals.size()));
    result.log_partition += Entropy(marginal) - ExpectedEnergy(marginal, table);
    result.factor_marginals.push_back(std::move(marginal));
  });
  if (graph.constant() == kInfinity || AnyIsNan(result.marginals) || AnyIsNan(result.factor_marginals)) {
    result.log_partition = -kInfinity;
    FillWithNan(result.marginals);
    FillWithNan(result.factor_marginals);
  }
  return result;
}

}  // namespace structlab::graphical_models
