// MW beside what a reader would use instead: sentences for the page, from paired differences.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "common/statistics.h"
#include "experiments/deformable_registration/protocol.h"
#include "experiments/harness/package.h"

namespace structlab::deformable_registration {
namespace {

using harness::Results;

// "w_0: +0.0012 (-0.0003 to +0.0027)"; empty with fewer than three volumes or patients. Sets `units`.
std::string DifferenceFrom(const std::string& method, const std::string& dataset, const Results& results,
                           std::string& units) {
  const harness::FoundItemPairs found = FindItemPairs(DiceOf(dataset, kAllStructures, kLearned),
                                                      DiceOf(dataset, kAllStructures, method), results);
  if (!found.why_not.empty()) return "";
  const harness::JackknifeValues jackknife = LeaveOutGroups(found.pairs, {});
  if (jackknife.values.size() < harness::kMinGroups) return "";
  units = jackknife.units;
  const common::Interval interval = common::StudentInterval(jackknife.values, harness::kConfidence);
  return fmt::format("{}: {:+.4f} ({:+.4f} to {:+.4f})", method, common::Mean(jackknife.values), interval.low,
                     interval.high);
}

std::vector<std::string> Sentences(const Results& results) {
  std::vector<std::string> methods = {kInitial, kEqual};
  methods.insert(methods.end(), std::begin(kScaledMetrics), std::end(kScaledMetrics));
  methods.insert(methods.end(), {kDefaults, kElastix});
  std::vector<std::string> sentences;
  for (const char* dataset : {"IBSR", "hippocampus"}) {
    std::string found, units;
    for (const std::string& method : methods) {
      const std::string difference = DifferenceFrom(method, dataset, results, units);
      if (difference.empty()) continue;
      found.append(found.empty() ? "" : "; ").append(difference);
    }
    if (found.empty()) continue;
    sentences.push_back(
        fmt::format("{}: mean Dice of MW minus that of other methods, with the 95% interval over {}: {}.",
                    dataset, units, found));
  }
  return sentences;
}

}  // namespace

void Comparisons(harness::Package& package) { package.Conclude(Sentences); }

}  // namespace structlab::deformable_registration
