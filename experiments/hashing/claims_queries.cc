#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "common/number.h"
#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"

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

// What is 100 times the share of seeds at which each document is wrong; empty without.
std::vector<double> ErrorsByDocument(const std::vector<harness::CurveObservation>& curves) {
  std::vector<double> errors;
  for (const harness::CurveObservation& curve : curves) {
    if (curve.x().empty()) return {};
    if (errors.empty()) errors.resize(static_cast<size_t>(curve.x().back()));
    if (curve.x().back() != static_cast<double>(errors.size())) return {};
    for (size_t i = 0; i + 1 < curve.x().size(); ++i) {
      errors[static_cast<size_t>(curve.x()[i])] += 100.0 / static_cast<double>(curves.size());
    }
  }
  return errors;
}

std::vector<harness::CurveObservation> MistakesOf(const Results& results, const harness::Query& error) {
  return results.Curves({.table = kOurMistakes,
                         .dataset = error.dataset,
                         .method = error.method,
                         .setting = MistakesKey(error.table.value_or(""), error.setting)});
}

// Those of a less those of b, document by document.
std::vector<double> DifferencesByDocument(const Results& results, const Comparison& comparison) {
  const std::vector<double> a = ErrorsByDocument(MistakesOf(results, comparison.less));
  const std::vector<double> b = ErrorsByDocument(MistakesOf(results, comparison.more));
  std::vector<double> differences;
  if (a.size() != b.size()) return differences;
  for (size_t i = 0; i < a.size(); ++i) {
    differences.push_back(comparison.factor * a[i] + comparison.offset - b[i]);
  }
  return differences;
}

ClaimOutcome OverDocuments(ClaimOutcome outcome, const std::vector<double>& differences, int comparisons) {
  if (outcome.verdict == harness::Verdict::kNotTested) return outcome;
  if (differences.size() < 3) {
    return {harness::Verdict::kNotTested, "needs which of the same test documents are wrong"};
  }
  constexpr double kConfidence = 0.95;
  const common::Interval holding = common::StudentInterval(differences, kConfidence);
  const common::Interval failing = common::StudentInterval(differences, 1 - (1 - kConfidence) / comparisons);
  const harness::Verdict verdict = holding.high < 0  ? harness::Verdict::kHolds
                                   : failing.low > 0 ? harness::Verdict::kFails
                                                     : harness::Verdict::kUndecided;
  outcome.evidence.append("; over ")
      .append(std::to_string(differences.size()))
      .append(" documents ")
      .append(IntervalText(kConfidence, holding));
  if (verdict != outcome.verdict) {
    outcome.verdict = harness::Verdict::kUndecided;
    outcome.chance = 0;
  }
  if (outcome.verdict == harness::Verdict::kFails) {
    const std::vector<double> zeros(differences.size(), 0.0);
    const double p_value = common::PairedStudentTest(differences, zeros, kConfidence).p_value;
    outcome.chance = std::max(outcome.chance, std::min(1.0, p_value * comparisons));
  }
  return outcome;
}

}  // namespace

ClaimOutcome AllLessOverDocuments(const Results& results, const std::vector<Comparison>& comparisons) {
  const auto count = static_cast<int>(comparisons.size());
  std::vector<ClaimOutcome> outcomes;
  for (const Comparison& comparison : comparisons) {
    ClaimOutcome outcome =
        OverDocuments(harness::DecideLess(PairsOf(results, comparison), {.comparisons = count}),
                      DifferencesByDocument(results, comparison), count);
    outcome.evidence = comparison.name + ": " + outcome.evidence;
    outcomes.push_back(std::move(outcome));
  }
  return harness::All(outcomes);
}

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

ClaimOutcome Differ(const Results& results, const Comparison& comparison, double difference, double margin,
                    const harness::Certainty& certainty) {
  Pairs pairs = PairsOf(results, comparison);
  for (double& value : pairs.b) value += difference;
  ClaimOutcome outcome = harness::DecideEqual(pairs, margin, certainty);
  outcome.evidence = comparison.name + ": " + outcome.evidence;
  return outcome;
}

common::Share Pooled(const Results& results, const harness::Query& shares, const harness::Query& trials) {
  const Pairs pairs = harness::Pair(results.Values(shares), results.Values(trials));
  common::Share pooled;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    pooled.hits += std::llround(pairs.a[i] * pairs.b[i]);
    pooled.trials += std::llround(pairs.b[i]);
  }
  return pooled;
}

ClaimOutcome ShareAtMost(const common::Share& counted, double bound, int comparisons,
                         const std::string& what) {
  if (counted.trials == 0) return {harness::Verdict::kNotTested, what + ": needs trials"};
  constexpr double kConfidence = 0.95;
  const double to_fail = 1 - (1 - kConfidence) / comparisons;
  const common::Interval interval = common::ProbabilitiesOf(counted, kConfidence);
  const bool may_fail = common::ProbabilitiesOf(counted, to_fail).low > bound;
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
    outcome.chance = std::min(1.0, 2 * common::ChanceOfAsMany(counted, bound) * comparisons);
  }
  return outcome;
}

}  // namespace structlab::hashing
