#include "graphical_models/model/checked_result.h"

#include <chrono>
#include <cmath>
#include <cstddef>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

using common::FormatDouble;

[[noreturn]] void Refuse(const std::string& method, const std::string& what, const std::string& expected,
                         const std::string& found) {
  throw common::Error(common::ErrorKind::kEnvironment, {.where = "result of the method " + method,
                                                        .what = what,
                                                        .expected = expected,
                                                        .found = found,
                                                        .remedy = "the method is wrong: repair it"});
}

void CheckLabels(const std::string& method, const Minimized& minimized, const Labeling& labeling) {
  const auto num_variables = static_cast<size_t>(minimized.num_variables);
  if (labeling.size() != num_variables) {
    Refuse(method, "labeling", std::to_string(num_variables) + " labels", std::to_string(labeling.size()));
  }
  for (int variable = 0; variable < minimized.num_variables; ++variable) {
    const int num_labels = minimized.num_labels(variable);
    const Label label = labeling[static_cast<size_t>(variable)];
    if (label >= 0 && label < num_labels) continue;
    Refuse(method, "label of variable " + std::to_string(variable), "0 to " + std::to_string(num_labels - 1),
           std::to_string(label));
  }
}

void CheckNumbers(const std::string& method, const Minimized& minimized, const MapResult& result) {
  const double energy = minimized.energy(result.labeling);
  const double end = result.trace.back().energy;
  const bool is_exact = result.energy == energy && result.lower_bound <= energy && end == energy;
  const double rounding = is_exact ? 0 : minimized.rounding(result.labeling);
  const auto differ = [rounding](double a, double b) { return a != b && !(std::abs(a - b) <= rounding); };
  if (differ(result.energy, energy)) {
    Refuse(method, "energy", FormatDouble(energy) + ", that of its labeling", FormatDouble(result.energy));
  }
  if (!(result.lower_bound <= energy + rounding)) {
    Refuse(method, "lower bound", "at most " + FormatDouble(energy) + ", the energy of its labeling",
           FormatDouble(result.lower_bound));
  }
  if (result.ending == Ending::kOptimal && differ(result.lower_bound, result.energy)) {
    Refuse(method, "lower bound of an optimal labeling", FormatDouble(result.energy) + ", its energy",
           FormatDouble(result.lower_bound));
  }
  if (differ(end, energy)) {
    Refuse(method, "trace", "its end at the energy " + FormatDouble(energy), FormatDouble(end));
  }
}

}  // namespace

MapResult MinimizeChecked(const std::string& method, const Minimized& minimized,
                          const std::function<MapResult()>& minimize) {
  const auto start = std::chrono::steady_clock::now();
  MapResult result = minimize();
  if (result.trace.empty()) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    result.trace.push_back({seconds.count(), 1, result.energy, result.lower_bound});
  }
  CheckLabels(method, minimized, result.labeling);
  CheckNumbers(method, minimized, result);
  return result;
}

}  // namespace structlab::graphical_models
