#include "experiments/hashing/claim_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/text_runs.h"

namespace structlab::hashing {
namespace {

using common::FormatShort;
using common::Interval;
using harness::ClaimOutcome;
using harness::Found;
using harness::Pairs;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

constexpr double kLeastAccuracy = 0.002;  // of graphs: less makes no difference

std::string IntervalText(double confidence, const Interval& interval) {
  return fmt::format("{}% interval [{}, {}]", FormatShort(100 * confidence), FormatShort(interval.low),
                     FormatShort(interval.high));
}

// Which documents a case had wrong, where it recorded this error; null if it did not say.
const harness::RecordedCurve* MistakesIn(const harness::FinishedCase& finished, const Values& error) {
  const auto is_error = [&](const harness::RecordedValue& value) {
    return error.Contain(value.key, finished.c);
  };
  const auto value = std::ranges::find_if(finished.record.values, is_error);
  if (value == finished.record.values.end()) return nullptr;
  harness::RowKey key = value->key;
  key.table = kOurMistakes;
  key.metric = MistakesOf(key.metric);
  const auto curve = std::ranges::find(finished.record.curves, key, &harness::RecordedCurve::key);
  return curve == finished.record.curves.end() ? nullptr : &*curve;
}

// 100 times the share of seeds at which each document is wrong, plus what is added to the error; empty if a
// seed does not say, or speaks of other documents.
std::vector<double> ErrorsByDocument(const Results& results, const Values& error) {
  std::vector<double> errors;
  const Found found = error.In(results);
  for (const auto& one : found) {
    const harness::RecordedCurve* curve = MistakesIn(*one.first, error);
    if (curve == nullptr || curve->x.empty()) return {};
    if (errors.empty()) errors.assign(static_cast<size_t>(curve->x.back()), error.plus);
    if (curve->x.back() != static_cast<double>(errors.size())) return {};
    for (size_t i = 0; i + 1 < curve->x.size(); ++i) {
      errors[static_cast<size_t>(curve->x[i])] += 100.0 / static_cast<double>(found.size());
    }
  }
  return errors;
}

ClaimOutcome DecideOverDocuments(const Rule& less, const Results& results, int comparisons) {
  const std::vector<double> a = ErrorsByDocument(results, less.a), b = ErrorsByDocument(results, less.b);
  if (a.size() < 3 || a.size() != b.size()) {
    return {Verdict::kNotTested, "needs which of the same test documents are wrong"};
  }
  std::vector<double> differences;
  for (size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  const double effect = less.min_effect().absolute;
  const Interval holding = common::StudentInterval(differences, harness::kConfidence);
  const Interval failing = common::StudentInterval(differences, 1 - (1 - harness::kConfidence) / comparisons);
  const bool is_an_effect = common::Mean(differences) <= -effect;
  ClaimOutcome outcome = {
      holding.high < 0 && is_an_effect ? Verdict::kHolds
      : failing.low > -effect          ? Verdict::kFails
                                       : Verdict::kUndecided,
      fmt::format("over {} documents {}", a.size(), IntervalText(harness::kConfidence, holding))};
  if (outcome.verdict == Verdict::kFails) {
    const std::vector<double> ties(a.size(), -effect);
    const double p_value = common::PairedStudentTest(differences, ties, harness::kConfidence).p_value;
    outcome.chance = std::min(1.0, p_value * comparisons);
  }
  return outcome;
}

// Folds of the same number at the same seed.
Pairs PairsOfFolds(const Results& results, const Values& a, const Values& b) {
  const auto curves = [&](const Values& values) {
    return results.Curves(
        {.table = kOurFolds, .dataset = values.dataset, .method = values.method, .metric = values.metric});
  };
  Pairs pairs;
  const auto of_b = curves(b);
  for (const harness::CurveObservation& x : curves(a)) {
    for (const harness::CurveObservation& y : of_b) {
      if (x.seed() != y.seed()) continue;
      for (size_t i = 0; i < x.x().size(); ++i) {
        const auto same = std::ranges::find(y.x(), x.x()[i]);
        if (same == y.x().end()) continue;
        pairs.a.push_back(x.y()[i]);
        pairs.b.push_back(y.y()[same - y.x().begin()]);
      }
    }
  }
  return pairs;
}

}  // namespace

Rule OverDocuments(const Rule& rule) {
  const auto decide = [rule](const Results& results) {
    ClaimOutcome by_seeds = rule.Decide(results);
    if (by_seeds.verdict == Verdict::kNotTested) return by_seeds;
    const std::vector<const Rule*> leaves = rule.Leaves();
    std::vector<ClaimOutcome> outcomes;
    for (const Rule* less : leaves) {
      outcomes.push_back(DecideOverDocuments(*less, results, static_cast<int>(leaves.size())));
    }
    const ClaimOutcome over_documents = harness::All(outcomes);
    by_seeds.evidence += "; " + over_documents.evidence;
    if (over_documents.verdict == Verdict::kNotTested) return ClaimOutcome{over_documents};
    if (over_documents.verdict == by_seeds.verdict) {
      by_seeds.chance = std::max(by_seeds.chance, over_documents.chance);
    } else {
      by_seeds.verdict = Verdict::kUndecided;
      by_seeds.chance = 0;
    }
    return by_seeds;
  };
  return harness::Custom(
      rule.Sentence() +
          "; and on the same side over the test documents, which all seeds share, each with "
          "its mean over the seeds (95% t interval), else undecided",
      rule.Reads(), decide);
}

Rule LessInFolds(const std::string& dataset, const std::string& metric, const std::vector<std::string>& less,
                 const std::string& more) {
  const Values in_folds = {.table = kOurFolds, .metric = metric, .dataset = dataset};
  std::vector<Values> needs = {in_folds.Of(more)};
  for (const std::string& method : less) needs.push_back(in_folds.Of(method));
  const auto decide = [=](const Results& results) {
    const double folds = results.settings().Number("folds");
    std::vector<ClaimOutcome> outcomes;
    for (const std::string& method : less) {
      const Pairs pairs = PairsOfFolds(results, in_folds.Of(method), in_folds.Of(more));
      ClaimOutcome outcome = harness::DecideLessOfSplits(
          pairs, 1 / (folds - 1),
          {.comparisons = static_cast<int>(less.size()), .min_effect = kLeastAccuracy});
      if (!pairs.a.empty() && outcome.verdict != Verdict::kNotTested) {
        const double mean = common::Mean(pairs.b);
        outcome.percents = {100 * (common::Mean(pairs.a) - mean) / mean};
      }
      outcome.evidence = fmt::format("{} against {}: {}", method, more, outcome.evidence);
      outcomes.push_back(std::move(outcome));
    }
    return harness::All(outcomes);
  };
  return harness::Custom(
      fmt::format("{} of each of {} below that of {} by at least {}, paired fold by fold (corrected "
                  "resampled t test: the "
                  "variance of the mean of n differences is s^2 (1/n + 1/(folds - 1)), 95% interval)",
                  metric, fmt::join(less, ", "), more, FormatShort(kLeastAccuracy)),
      needs, decide);
}

ClaimOutcome ShareAtMost(const common::Share& counted, double bound, int comparisons,
                         const std::string& what) {
  if (counted.trials == 0) return {Verdict::kNotTested, what + ": needs trials"};
  const double to_fail = 1 - (1 - harness::kConfidence) / comparisons;
  const Interval interval = common::ClopperPearsonInterval(counted, harness::kConfidence);
  const bool may_fail = common::ClopperPearsonInterval(counted, to_fail).low > bound;
  ClaimOutcome outcome = {interval.high <= bound ? Verdict::kHolds
                          : may_fail             ? Verdict::kFails
                                                 : Verdict::kUndecided,
                          fmt::format("{}: {} of {}, {} against {}", what, counted.hits, counted.trials,
                                      IntervalText(harness::kConfidence, interval), FormatShort(bound))};
  if (outcome.verdict == Verdict::kFails) {
    outcome.chance = std::min(1.0, 2 * common::BinomialUpperTail(counted, bound) * comparisons);
  }
  return outcome;
}

double MeanOf(const Results& results, const Values& values) {
  double sum = 0;
  const Found found = values.In(results);
  for (const auto& one : found) sum += one.second;
  return found.empty() ? 0 : sum / static_cast<double>(found.size());
}

}  // namespace structlab::hashing
