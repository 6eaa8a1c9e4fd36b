#include "experiments/harness/resampled_claim.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/number.h"
#include "common/statistics.h"
#include "experiments/harness/claim_pairs.h"

namespace structlab::harness {
namespace {

using common::FormatShort;

// Moved away from their mean, so that what takes them for independent gives their mean the variance of
// differences over splits.
std::vector<double> Spread(std::vector<double> differences, double test_by_training) {
  const double mean = common::Mean(differences);
  const double factor = std::sqrt(1 + static_cast<double>(differences.size()) * test_by_training);
  for (double& difference : differences) difference = mean + factor * (difference - mean);
  return differences;
}

}  // namespace

ClaimOutcome DecideLessOfSplits(const Pairs& pairs, double test_by_training, const Certainty& certainty) {
  STRUCTLAB_CHECK(test_by_training >= 0);
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  std::vector<double> differences;
  for (size_t i = 0; i < pairs.a.size(); ++i) differences.push_back(pairs.a[i] - pairs.b[i]);
  const std::string count = std::to_string(differences.size());
  const auto [least, most] = std::ranges::minmax(differences);
  if (most - least <= RoundingOf(pairs)) {
    return {Verdict::kUndecided, "all " + count + " differences are equal: " + FormatShort(differences[0])};
  }
  const std::vector<double> spread = Spread(differences, test_by_training);
  const double to_fail = ConfidenceToFail(certainty);
  const common::Interval holding = common::StudentInterval(spread, certainty.confidence);
  const common::Interval failing = common::StudentInterval(spread, to_fail);
  ClaimOutcome outcome;
  outcome.verdict = holding.high < 0  ? Verdict::kHolds
                    : failing.low > 0 ? Verdict::kFails
                                      : Verdict::kUndecided;
  outcome.evidence = "mean difference " + FormatShort(common::Mean(differences)) + ", " +
                     IntervalText(certainty.confidence, holding);
  if (certainty.comparisons > 1 && holding.low > 0) outcome.evidence += ", " + IntervalText(to_fail, failing);
  const auto below = std::ranges::count_if(differences, [](double d) { return d < 0; });
  outcome.evidence +=
      " (corrected resampled t, n=" + count + "), below 0 in " + std::to_string(below) + " of " + count;
  if (outcome.verdict == Verdict::kFails) outcome.chance = ChanceOf(spread, 0, certainty);
  return outcome;
}

}  // namespace structlab::harness
