#include <algorithm>
#include <string>

#include "experiments/parsimonious_labeling/claims.h"

namespace structlab::parsimonious_labeling {

using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Query;
using harness::Results;

namespace {

// Names of missing seeds are not known: their cases are not done. How many there are is.
ClaimOutcome OfPairs(const std::vector<Observation>& a, size_t pairs, ClaimOutcome outcome) {
  size_t planned = 0;
  for (const Observation& value : a) {
    planned = std::max(planned, static_cast<size_t>(value.finished->c.repeats));
  }
  if (pairs < planned) {
    outcome.evidence +=
        " (" + std::to_string(pairs) + " of " + std::to_string(planned) + " planned pairs are there)";
  }
  return outcome;
}

}  // namespace

ClaimOutcome Less(const Results& results, const Query& a, const Query& b,
                  const std::vector<std::string>& ignored_keys) {
  const std::vector<Observation> values = results.Values(a);
  const Pairs pairs = harness::Pair(values, results.Values(b), ignored_keys);
  return OfPairs(values, pairs.a.size(), harness::DecideLess(pairs));
}

ClaimOutcome LessThanConstant(const Results& results, const Query& a, const Query& b) {
  const std::vector<Observation> values = results.Values(a), constant = results.Values(b);
  Pairs pairs;
  for (const Observation& value : values) {
    if (constant.size() != 1) break;
    pairs.a.push_back(value.value());
    pairs.b.push_back(constant.front().value());
    pairs.labels.push_back("seed=" + std::to_string(value.seed()));
  }
  return OfPairs(values, pairs.a.size(), harness::DecideLess(pairs));
}

ClaimOutcome Named(const std::string& name, ClaimOutcome outcome) {
  outcome.evidence = name + ": " + outcome.evidence;
  return outcome;
}

}  // namespace structlab::parsimonious_labeling
