#include "graphical_models/approximate/simulated_annealing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "graphical_models/approximate/icm.h"

namespace structlab::graphical_models {
namespace {

void CheckTemperature(const char* name, double value) {
  if (std::isfinite(value) && value > 0) return;
  common::ThrowUsageError(std::string("AnnealingOptions::").append(name), "a finite number above 0",
                          common::FormatDouble(value));
}

void Check(const AnnealingOptions& options) {
  if (options.sweeps < 1) {
    common::ThrowUsageError("AnnealingOptions::sweeps", "1 or more", std::to_string(options.sweeps));
  }
  CheckTemperature("initial_temperature", options.initial_temperature);
  CheckTemperature("final_temperature", options.final_temperature);
  if (std::isnan(options.lower_bound)) {
    common::ThrowUsageError("AnnealingOptions::lower_bound", "a number", "nan");
  }
}

// For extreme options or costs near 0 a temperature could round to 0 or NaN, and sampling would be
// impossible.
double AboveZero(double temperature) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  return temperature >= kLeast ? temperature : kLeast;
}

// The share of the cooling that is done before a sweep, from 0 to 1.
struct Progress {
  double share;
  bool is_of_time;  // the time limit decides it, not the number of sweeps
};

// If the time limit would end the run before the last sweep, the share is that of the time. This does not
// apply to the first fiftieth, in which other work takes too large a part of the time.
Progress ProgressBefore(int64_t sweep, const AnnealingOptions& options, double seconds) {
  constexpr double kTooEarlyToTell = 0.02;
  const double of_sweeps =
      options.sweeps == 1 ? 1 : static_cast<double>(sweep - 1) / static_cast<double>(options.sweeps - 1);
  const double of_time = std::min(1.0, seconds / options.run.stop.seconds);
  if (of_time > std::max(of_sweeps, kTooEarlyToTell)) return {of_time, true};
  return {of_sweeps, false};
}

}  // namespace

ExtendedCost HeatBath::Least() const { return std::min_element(local_.begin(), local_.end())->sum; }

void HeatBath::Sweep(double temperature, common::RandomStream& random, Labeling& labeling) {
  for (int variable = 0; variable < graph_.num_variables(); ++variable) {
    if (graph_.num_labels(variable) == 1) continue;
    costs_.Conditional(variable, labeling, local_);
    const ExtendedCost least = Least();
    weights_.clear();
    for (const LocalCost& cost : local_) {
      const bool is_drawn = cost.sum.infinities == least.infinities;
      weights_.push_back(is_drawn ? std::exp((least.finite - cost.sum.finite) / temperature) : 0.0);
    }
    labeling[variable] = random.Categorical(weights_);
  }
}

double HeatBath::MeanSpread(const Labeling& labeling) {
  double sum = 0;
  for (int variable = 0; variable < graph_.num_variables(); ++variable) {
    costs_.Conditional(variable, labeling, local_);
    const ExtendedCost least = Least();
    double most = least.finite;
    for (const LocalCost& cost : local_) {
      if (cost.sum.infinities == least.infinities) most = std::max(most, cost.sum.finite);
    }
    sum += (most - least.finite) / graph_.num_variables();
  }
  return sum;
}

MapResult SimulatedAnnealing(const FactorGraph& graph, const AnnealingOptions& options) {
  Check(options);
  TraceRecorder trace(options.run);
  common::RandomStream random(options.run.seed, "simulated annealing");
  HeatBath heat_bath(graph);
  Labeling labeling = StartOrLocalMinimum(graph, options.start, options.run);
  MapResult result;
  result.labeling = labeling;
  result.energy = graph.Energy(labeling);
  bool is_start = true;
  const auto record = [&](int64_t sweep) {
    return trace.Record(sweep, result.energy, std::min(options.lower_bound, result.energy));
  };
  std::optional<common::Ending> ending = record(0);
  // If all labels cost the same, any temperature will do.
  const double spread = heat_bath.MeanSpread(labeling), unit = spread > 0 ? spread : 1;
  const double ratio = options.final_temperature / options.initial_temperature;
  bool was_hurried = false;
  for (int64_t sweep = 1; !ending; ++sweep) {
    const Progress done = ProgressBefore(sweep, options, trace.seconds());
    was_hurried = was_hurried || done.is_of_time;
    heat_bath.Sweep(AboveZero(unit * options.initial_temperature * std::pow(ratio, done.share)), random,
                    labeling);
    const double energy = graph.Energy(labeling);
    if (energy < result.energy || (is_start && !options.may_return_start)) {
      result.labeling = labeling;
      result.energy = energy;
      is_start = false;
    }
    ending = record(sweep);
    if (!ending && sweep == options.sweeps) {
      ending = was_hurried ? common::Ending::kTimeLimit : common::Ending::kConverged;
    }
  }
  result.trace = trace.Take();
  result.ending = *ending;
  result.lower_bound = std::min(options.lower_bound, result.energy);
  return result;
}

}  // namespace structlab::graphical_models
