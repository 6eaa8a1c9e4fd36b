#include <string>
#include <utility>

#include "experiments/hashing/claims.h"

namespace structlab::hashing {

using harness::ClaimOutcome;
using harness::Pairs;
using harness::Results;

namespace {

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

}  // namespace structlab::hashing
