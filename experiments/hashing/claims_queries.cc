#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/number.h"
#include "experiments/hashing/claims.h"

namespace structlab::hashing {

using harness::ClaimOutcome;
using harness::Pairs;
using harness::Results;

namespace {

std::string IntervalText(double confidence, const common::Interval& interval) {
  return common::FormatShort(100 * confidence)
      .append("% interval [")
      .append(common::FormatShort(interval.low))
      .append(", ")
      .append(common::FormatShort(interval.high))
      .append("]");
}

Pairs PairsOf(const Results& results, const Comparison& comparison) {
  Pairs pairs = harness::Pair(results.Values(comparison.less), results.Values(comparison.more),
                              comparison.ignored_keys);
  for (double& value : pairs.a) value = comparison.factor * value + comparison.offset;
  return pairs;
}

}  // namespace

ClaimOutcome AllLess(const Results& results, const std::vector<Comparison>& comparisons) {
  const harness::Certainty certainty = {.comparisons = static_cast<int>(comparisons.size())};
  std::vector<ClaimOutcome> outcomes;
  for (const Comparison& comparison : comparisons) {
    ClaimOutcome outcome = harness::DecideLess(PairsOf(results, comparison), certainty);
    outcome.evidence = comparison.name + ": " + outcome.evidence;
    outcomes.push_back(std::move(outcome));
  }
  return harness::All(outcomes);
}

ClaimOutcome Differ(const Results& results, const Comparison& comparison, double difference, double margin) {
  Pairs pairs = PairsOf(results, comparison);
  for (double& value : pairs.b) value += difference;
  ClaimOutcome outcome = harness::DecideEqual(pairs, margin);
  outcome.evidence = comparison.name + ": " + outcome.evidence;
  return outcome;
}

Share Pooled(const Results& results, const harness::Query& shares, const harness::Query& trials) {
  const Pairs pairs = harness::Pair(results.Values(shares), results.Values(trials));
  Share pooled;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    pooled.hits += std::llround(pairs.a[i] * pairs.b[i]);
    pooled.trials += std::llround(pairs.b[i]);
  }
  return pooled;
}

ClaimOutcome ShareAtMost(const Share& counted, double bound, int comparisons, const std::string& what) {
  if (counted.trials == 0) return {harness::Verdict::kNotTested, what + ": needs trials"};
  constexpr double kConfidence = 0.95;
  const double to_fail = 1 - (1 - kConfidence) / comparisons;
  const common::Interval interval = ProbabilitiesOf(counted, kConfidence);
  const bool may_fail = ProbabilitiesOf(counted, to_fail).low > bound;
  ClaimOutcome outcome = {interval.high <= bound ? harness::Verdict::kHolds
                          : may_fail             ? harness::Verdict::kFails
                                                 : harness::Verdict::kUndecided,
                          what};
  outcome.evidence.append(": ")
      .append(std::to_string(counted.hits))
      .append(" of ")
      .append(std::to_string(counted.trials))
      .append(", ")
      .append(IntervalText(kConfidence, interval))
      .append(" against ")
      .append(common::FormatShort(bound));
  if (outcome.verdict == harness::Verdict::kFails) {
    outcome.chance = std::min(1.0, 2 * ChanceOfAsMany(counted, bound) * comparisons);
  }
  return outcome;
}

}  // namespace structlab::hashing
