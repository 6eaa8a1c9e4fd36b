#include "graphical_models/model/checked_result.h"

#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

using common::FormatDouble;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Fault {
  std::string what, expected, found;
};

[[noreturn]] void Refuse(const std::string& method, const Fault& fault) {
  throw common::Error(common::ErrorKind::kEnvironment, {.where = "result of the method " + method,
                                                        .what = fault.what,
                                                        .expected = fault.expected,
                                                        .found = fault.found,
                                                        .remedy = "fix the method, or use another one"});
}

std::optional<Fault> FaultOfLabels(const Minimized& minimized, const Labeling& labeling) {
  const auto num_variables = static_cast<size_t>(minimized.num_variables);
  if (labeling.size() != num_variables) {
    return Fault{"labeling", std::to_string(num_variables) + " labels", std::to_string(labeling.size())};
  }
  for (int variable = 0; variable < minimized.num_variables; ++variable) {
    const int num_labels = minimized.num_labels(variable);
    const Label label = labeling[variable];
    if (label >= 0 && label < num_labels) continue;
    return Fault{"label of variable " + std::to_string(variable), "0 to " + std::to_string(num_labels - 1),
                 std::to_string(label)};
  }
  return {};
}

// Infinite values are compared exactly, and NaN is never near anything.
bool IsNear(double a, double b, double rounding) { return a == b || std::abs(a - b) <= rounding; }
bool IsAtMost(double a, double b, double rounding) { return a <= b || a <= b + rounding; }

std::optional<Fault> FaultOfNumbers(const MapResult& result, double energy, const SumRounding& rounding) {
  if (!IsNear(result.energy, energy, rounding.energy)) {
    return Fault{"energy", FormatDouble(energy) + ", that of its labeling", FormatDouble(result.energy)};
  }
  if (!IsAtMost(result.lower_bound, energy, rounding.bound)) {
    return Fault{"lower bound", "at most " + FormatDouble(energy) + ", the energy of its labeling",
                 FormatDouble(result.lower_bound)};
  }
  if (result.ending == common::Ending::kOptimal && !IsAtMost(energy, result.lower_bound, rounding.bound)) {
    return Fault{"lower bound of an optimal labeling", FormatDouble(energy) + ", its energy",
                 FormatDouble(result.lower_bound)};
  }
  return {};
}

std::optional<Fault> FaultOfTrace(const MapResult& result, double energy, const SumRounding& rounding) {
  common::TracePoint before = {0, 0, kInfinity, -kInfinity};
  for (size_t i = 0; i < result.trace.size(); ++i) {
    const common::TracePoint& point = result.trace[i];
    const auto fault = [i](const char* what, const std::string& expected, const std::string& found) {
      return Fault{std::string(what) + " of point " + std::to_string(i) + " of the trace", expected, found};
    };
    if (!(point.seconds >= before.seconds && std::isfinite(point.seconds))) {
      return fault("seconds", "at least " + FormatDouble(before.seconds), FormatDouble(point.seconds));
    }
    if (point.iteration < before.iteration) {
      return fault("iteration", "at least " + FormatDouble(before.iteration), FormatDouble(point.iteration));
    }
    if (!IsAtMost(point.value, before.value, rounding.energy)) {
      return fault("energy", "at most " + FormatDouble(before.value), FormatDouble(point.value));
    }
    if (!IsAtMost(before.bound, point.bound, rounding.bound)) {
      return fault("lower bound", "at least " + FormatDouble(before.bound), FormatDouble(point.bound));
    }
    before = point;
  }
  if (!IsNear(before.value, energy, rounding.energy)) {
    return Fault{"trace", "its end at the energy " + FormatDouble(energy), FormatDouble(before.value)};
  }
  if (!IsAtMost(before.bound, result.lower_bound, rounding.bound)) {
    return Fault{"trace", "its end at a lower bound of at most " + FormatDouble(result.lower_bound),
                 FormatDouble(before.bound)};
  }
  return {};
}

std::optional<Fault> FaultOf(const MapResult& result, double energy, const SumRounding& rounding) {
  const auto fault = FaultOfNumbers(result, energy, rounding);
  return fault ? fault : FaultOfTrace(result, energy, rounding);
}

}  // namespace

MapResult MinimizeChecked(const std::string& method, const Minimized& minimized,
                          const std::function<MapResult()>& minimize) {
  const auto start = std::chrono::steady_clock::now();
  MapResult result = minimize();
  if (result.trace.empty()) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    result.trace.push_back({1, seconds.count(), result.energy, result.lower_bound});
  }
  if (const auto fault = FaultOfLabels(minimized, result.labeling)) Refuse(method, *fault);
  const double energy = minimized.energy(result.labeling);
  // Computes the rounding only if it matters.
  if (FaultOf(result, energy, {})) {
    if (const auto fault = FaultOf(result, energy, minimized.rounding(result.labeling)))
      Refuse(method, *fault);
  }
  return result;
}

}  // namespace structlab::graphical_models
