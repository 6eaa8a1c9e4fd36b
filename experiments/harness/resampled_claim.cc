#include "experiments/harness/resampled_claim.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/number.h"
#include "common/statistics.h"

namespace structlab::harness {
namespace {

using common::FormatShort;

// Apart by no more than rounding leaves.
constexpr double kRounding = 1e-12;

bool AllEqual(const std::vector<double>& differences, const Pairs& pairs) {
  double largest = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    largest = std::max({largest, std::abs(pairs.a[i]), std::abs(pairs.b[i])});
  }
  const auto [low, high] = std::ranges::minmax(differences);
  return high - low <= kRounding * largest;
}

// Moved away from their mean, so that what takes them for independent gives their mean the variance of
// differences over splits.
std::vector<double> Spread(std::vector<double> differences, double test_by_training) {
  const double mean = common::Mean(differences);
  const double factor = std::sqrt(1 + static_cast<double>(differences.size()) * test_by_training);
  for (double& difference : differences) difference = mean + factor * (difference - mean);
  return differences;
}

std::string TextOf(double confidence, const common::Interval& interval) {
  std::string text = ", " + FormatShort(100 * confidence) + "% interval [";
  return text.append(FormatShort(interval.low)).append(", ").append(FormatShort(interval.high)).append("]");
}

}  // namespace

ClaimOutcome DecideLessOfSplits(const Pairs& pairs, double test_by_training, const Certainty& certainty) {
  STRUCTLAB_CHECK(test_by_training >= 0);
  std::vector<double> differences;
  for (size_t i = 0; i < pairs.a.size(); ++i) differences.push_back(pairs.a[i] - pairs.b[i]);
  const std::string count = std::to_string(differences.size());
  if (differences.size() < 3) return {Verdict::kNotTested, "needs at least 3 pairs, has " + count};
  if (!std::ranges::all_of(differences, [](double d) { return std::isfinite(d); })) {
    return {Verdict::kNotTested, "a value is not finite"};
  }
  if (AllEqual(differences, pairs)) {
    return {Verdict::kUndecided, "all " + count + " differences are equal: " + FormatShort(differences[0])};
  }
  const std::vector<double> spread = Spread(differences, test_by_training);
  const double to_fail = 1 - (1 - certainty.confidence) / certainty.comparisons;
  const common::Interval holding = common::StudentInterval(spread, certainty.confidence);
  const common::Interval failing = common::StudentInterval(spread, to_fail);
  ClaimOutcome outcome;
  outcome.verdict = holding.high < 0  ? Verdict::kHolds
                    : failing.low > 0 ? Verdict::kFails
                                      : Verdict::kUndecided;
  outcome.evidence =
      "mean difference " + FormatShort(common::Mean(differences)) + TextOf(certainty.confidence, holding);
  if (certainty.comparisons > 1 && holding.low > 0) outcome.evidence += TextOf(to_fail, failing);
  const auto below = std::ranges::count_if(differences, [](double d) { return d < 0; });
  outcome.evidence +=
      " (corrected resampled t, n=" + count + "), below 0 in " + std::to_string(below) + " of " + count;
  if (outcome.verdict == Verdict::kFails) {
    const std::vector<double> zeros(spread.size(), 0.0);
    const double p_value = common::PairedStudentTest(spread, zeros, certainty.confidence).p_value;
    outcome.chance = std::min(1.0, p_value * certainty.comparisons);
  }
  return outcome;
}

}  // namespace structlab::harness
