#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/number.h"
#include "experiments/parsimonious_labeling/claims.h"
#include "experiments/parsimonious_labeling/protocol.h"

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

// Of runs that all lead to the same value. More of them would add nothing. Values that are equal but for the
// order of their sums decide nothing.
ClaimOutcome OfOneValue(double less, double more, size_t runs) {
  const bool look_alike = Short(less) == Short(more);
  const auto shown = [look_alike](double value) {
    return look_alike ? common::FormatDouble(value) : Short(value);
  };
  std::string evidence = shown(less) + " in all " + std::to_string(runs) + " runs, against " + shown(more);
  if (less != more) evidence += ": " + Short(std::abs(less - more)) + (less < more ? " less" : " more");
  constexpr double kRounding = 1e-12;
  if (std::abs(less - more) <= kRounding * std::max(std::abs(less), std::abs(more))) {
    return {harness::Verdict::kUndecided, evidence};
  }
  return {less < more ? harness::Verdict::kHolds : harness::Verdict::kFails, evidence};
}

}  // namespace

ClaimOutcome AllLess(const Results& results, const std::vector<Comparison>& comparisons) {
  const harness::Certainty certainty = {.comparisons = static_cast<int>(comparisons.size())};
  std::vector<ClaimOutcome> outcomes;
  for (const Comparison& comparison : comparisons) {
    const std::vector<Observation> less = results.Values(comparison.less);
    const Pairs pairs = harness::Pair(less, results.Values(comparison.more), comparison.ignored_keys);
    ClaimOutcome outcome = OfPairs(less, pairs.a.size(), harness::DecideLess(pairs, certainty));
    outcome.evidence = comparison.name + ": " + outcome.evidence;
    outcomes.push_back(std::move(outcome));
  }
  return harness::All(outcomes);
}

std::string AllLessRule(const std::string& what) {
  return "paired over the " + what +
         ": the 95% t interval of the mean difference must be below 0 in each comparison; it fails if one is "
         "above 0 with the confidence 1 - 0.05 / (number of comparisons). Where all differences are equal, "
         "the "
         "sign test must reach the same confidence, which takes 6 pairs or more";
}

ClaimOutcome LessThanConstant(const Results& results, const Query& less, const Query& more) {
  const std::vector<Observation> values = results.Values(less), constant = results.Values(more);
  Pairs pairs;
  for (const Observation& value : values) {
    if (constant.size() != 1) break;
    pairs.a.push_back(value.value());
    pairs.b.push_back(constant.front().value());
    pairs.labels.push_back("seed=" + std::to_string(value.seed()));
  }
  const bool is_one_value = std::ranges::all_of(pairs.a, [&](double value) { return value == pairs.a[0]; });
  const ClaimOutcome outcome = pairs.a.size() >= 3 && is_one_value
                                   ? OfOneValue(pairs.a[0], pairs.b[0], pairs.a.size())
                                   : harness::DecideLess(pairs);
  return OfPairs(values, pairs.a.size(), outcome);
}

}  // namespace structlab::parsimonious_labeling
