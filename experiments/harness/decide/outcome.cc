#include "experiments/harness/decide/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/check.h"
#include "common/number.h"
#include "common/statistics.h"

namespace structlab::harness {
namespace {

using common::FormatShort;  // enough digits for a reader; the tables have them all

constexpr double kRounding = 1e-12;  // of a difference, relative to the largest of the numbers

// Why the pairs decide nothing: fewer than three, or a value that is not finite. Empty if neither.
std::string WhyNotTested(const Pairs& pairs) {
  if (pairs.a.size() < 3) return fmt::format("needs at least 3 pairs, has {}", pairs.a.size());
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (!std::ranges::all_of(pairs.a, is_finite) || !std::ranges::all_of(pairs.b, is_finite)) {
    return "a value is not finite";
  }
  return "";
}

// From this number of pairs on, equal differences decide about equality.
constexpr size_t kEqualPairsThatDecide = 5;

// Standard deviation of the difference of two numbers that were rounded to whole ones.
constexpr double kDeviationOfRounded = 0.40824829046386302;  // sqrt(1/6)

// The mean of a - b with its t intervals.
struct PairedDifference : Difference {
  bool all_equal = false;  // then both intervals are one point
};

// Are these counts: whole numbers, at least one of them above 1 (0 and 1 are rather yes and no)?
bool AreCounts(const Pairs& pairs) {
  bool whole = true, larger = false;
  for (const std::vector<double>* values : {&pairs.a, &pairs.b}) {
    for (const double value : *values) {
      whole = whole && value == std::floor(value);
      larger = larger || std::abs(value) > 1;
    }
  }
  return whole && larger;
}

// `count` evenly spaced values with this mean and the standard deviation of rounded numbers.
std::vector<double> SpreadAsRounded(double mean, size_t count) {
  std::vector<double> steps(count);
  for (size_t i = 0; i < count; ++i) steps[i] = static_cast<double>(i) - static_cast<double>(count - 1) / 2;
  const double scale = kDeviationOfRounded / common::StandardDeviation(steps);
  for (double& step : steps) step = mean + scale * step;
  return steps;
}

// The differences moved away from their mean, so that the variance of independent ones is that of splits.
std::vector<double> Spread(std::vector<double> differences, double test_by_training) {
  const double mean = common::Mean(differences);
  const double factor = std::sqrt(1 + static_cast<double>(differences.size()) * test_by_training);
  for (double& difference : differences) difference = mean + factor * (difference - mean);
  return differences;
}

// How the pairs came about.
struct Design {
  bool counts_scatter = false;  // counts with equal differences get the interval of rounded numbers
  double test_by_training = 0;  // of DecideLessOfSplits
};

PairedDifference DifferenceOf(const Pairs& pairs, const Certainty& certainty, const Design& design) {
  std::vector<double> differences;
  for (size_t i = 0; i < pairs.a.size(); ++i) differences.push_back(pairs.a[i] - pairs.b[i]);
  const auto below = std::ranges::count_if(differences, [](double difference) { return difference < 0; });
  const size_t count = differences.size();
  double mean = common::Mean(differences);
  double largest = 0;
  for (const std::vector<double>* side : {&pairs.a, &pairs.b}) {
    for (const double value : *side) largest = std::max(largest, std::abs(value));
  }
  const double rounding = kRounding * largest;
  const auto [least, most] = std::ranges::minmax(differences);
  const bool all_equal = most - least <= rounding;
  // Their signs mean nothing.
  if (all_equal && std::max(std::abs(least), std::abs(most)) <= rounding) mean = 0;
  PairedDifference difference;
  difference.mean = mean;
  difference.evidence = fmt::format("all {} differences are equal: {}", count, FormatShort(mean));
  if (all_equal && !(design.counts_scatter && AreCounts(pairs))) {
    difference.to_hold = difference.to_fail = {mean, mean};
    difference.all_equal = true;
    return difference;
  }
  if (all_equal) {
    differences = SpreadAsRounded(mean, count);
    difference.evidence += ", of counts known to the unit";
  } else {
    if (design.test_by_training > 0) differences = Spread(differences, design.test_by_training);
    difference.evidence = "mean difference " + FormatShort(mean);
  }
  const double to_hold = ConfidenceToHold(certainty), to_fail = ConfidenceToFail(certainty);
  difference.to_hold = common::StudentInterval(differences, to_hold);
  difference.to_fail = common::StudentInterval(differences, to_fail);
  difference.p_value = [differences](double bound) {
    const std::vector<double> bounds(differences.size(), bound);
    return common::PairedStudentTest(differences, bounds, kConfidence).p_value;
  };
  difference.evidence += ", " + IntervalText(to_hold, difference.to_hold);
  if (certainty.comparisons > 1 && difference.to_hold.low > -certainty.min_effect) {
    difference.evidence += ", " + IntervalText(to_fail, difference.to_fail);
  }
  difference.evidence =
      fmt::format("{} ({} t, n={}), below 0 in {} of {}", difference.evidence,
                  design.test_by_training > 0 ? "corrected resampled" : "paired", count, below, count);
  return difference;
}

// The chance to fail although the difference is `bound`, over all comparisons.
double ChanceOf(const Difference& difference, double bound, const Certainty& certainty) {
  if (!difference.p_value) return 0;
  return std::min(1.0, difference.p_value(bound) * certainty.comparisons);
}

// The first of these verdicts that an outcome has, or else the one that all have; and all the evidence.
ClaimOutcome Joined(const std::vector<ClaimOutcome>& outcomes, const std::vector<Verdict>& first) {
  ClaimOutcome joined;
  if (!outcomes.empty()) joined.verdict = outcomes.front().verdict;
  for (const ClaimOutcome& outcome : outcomes) {
    if (std::ranges::find(first, outcome.verdict) < std::ranges::find(first, joined.verdict))
      joined.verdict = outcome.verdict;
    joined.evidence.append(joined.evidence.empty() ? "" : "; ").append(outcome.evidence);
  }
  return joined;
}

// The effect of the outcome with the verdict of the whole that decides it.
void SetEffect(const std::vector<ClaimOutcome>& of, bool by_least_slack, ClaimOutcome& whole) {
  for (const ClaimOutcome& one : of) {
    if (one.verdict != whole.verdict || one.effect.empty()) continue;
    const bool decides = by_least_slack ? one.slack < whole.slack : one.slack > whole.slack;
    if (!whole.effect.empty() && !decides) continue;
    whole.effect = one.effect;
    whole.slack = one.slack;
  }
}

}  // namespace

double ConfidenceToHold(const Certainty& certainty) { return 1 - (1 - kConfidence) / certainty.alternatives; }
double ConfidenceToFail(const Certainty& certainty) { return 1 - (1 - kConfidence) / certainty.comparisons; }

std::string IntervalText(double confidence, const common::Interval& interval) {
  return fmt::format("{}% interval [{}, {}]", FormatShort(100 * confidence), FormatShort(interval.low),
                     FormatShort(interval.high));
}

ClaimOutcome DecideLess(const Difference& difference, const Certainty& certainty) {
  const double effect = certainty.min_effect;
  if (difference.to_hold.high < 0 && difference.mean <= -effect)
    return {Verdict::kHolds, difference.evidence};
  if (difference.to_fail.low <= -effect) return {Verdict::kUndecided, difference.evidence};
  return {Verdict::kFails, difference.evidence, ChanceOf(difference, -effect, certainty)};
}

ClaimOutcome DecideEqual(const Difference& difference, double margin, const Certainty& certainty) {
  const bool within = difference.to_hold.low >= -margin && difference.to_hold.high <= margin;
  const bool outside = difference.to_fail.low > margin || difference.to_fail.high < -margin;
  ClaimOutcome outcome{within    ? Verdict::kHolds
                       : outside ? Verdict::kFails
                                 : Verdict::kUndecided,
                       difference.evidence + ", margin " + FormatShort(margin)};
  if (outside) outcome.chance = ChanceOf(difference, difference.mean < 0 ? -margin : margin, certainty);
  return outcome;
}

ClaimOutcome DecideLess(const Pairs& pairs, const Certainty& certainty) {
  if (std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const PairedDifference difference = DifferenceOf(pairs, certainty, {.counts_scatter = true});
  ClaimOutcome outcome = DecideLess(difference, certainty);
  if (!difference.all_equal || outcome.verdict == Verdict::kUndecided) return outcome;
  const bool fails = outcome.verdict == Verdict::kFails;
  const double p_value = std::pow(2.0, 1 - static_cast<double>(pairs.a.size()));
  outcome.evidence += ", sign test p = " + FormatShort(p_value);
  if (p_value > 1 - (fails ? ConfidenceToFail(certainty) : ConfidenceToHold(certainty))) {
    outcome.verdict = Verdict::kUndecided;
    outcome.evidence += ", too few pairs to decide";
  } else if (fails) {
    outcome.chance = std::min(1.0, p_value * certainty.comparisons);
  }
  return outcome;
}

ClaimOutcome DecideLessOfSplits(const Pairs& pairs, double test_by_training, const Certainty& certainty) {
  STRUCTLAB_CHECK(test_by_training >= 0);
  if (std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const PairedDifference difference = DifferenceOf(pairs, certainty, {.test_by_training = test_by_training});
  if (difference.all_equal) return {Verdict::kUndecided, difference.evidence};
  return DecideLess(difference, certainty);
}

ClaimOutcome DecideEqual(const Pairs& pairs, double margin, const Certainty& certainty,
                         double test_by_training) {
  STRUCTLAB_CHECK(test_by_training >= 0);
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const PairedDifference difference = DifferenceOf(pairs, certainty, {.test_by_training = test_by_training});
  if (difference.all_equal && pairs.a.size() < kEqualPairsThatDecide) {
    return {Verdict::kUndecided,
            fmt::format("{}, too few pairs to decide, margin {}", difference.evidence, FormatShort(margin))};
  }
  return DecideEqual(difference, margin, certainty);
}

ClaimOutcome All(const std::vector<ClaimOutcome>& outcomes) {
  ClaimOutcome all = Joined(outcomes, {Verdict::kFails, Verdict::kNotTested, Verdict::kUndecided});
  if (outcomes.empty()) all.verdict = Verdict::kNotTested;
  all.chance = all.verdict == Verdict::kFails ? 1 : 0;
  for (const ClaimOutcome& outcome : outcomes) {
    if (outcome.verdict == Verdict::kFails) all.chance = std::min(all.chance, outcome.chance);
  }
  SetEffect(outcomes, true, all);
  return all;
}

ClaimOutcome Any(const std::vector<ClaimOutcome>& outcomes) {
  ClaimOutcome any = Joined(outcomes, {Verdict::kHolds, Verdict::kNotTested, Verdict::kUndecided});
  if (outcomes.empty()) any.verdict = Verdict::kNotTested;
  for (const ClaimOutcome& outcome : outcomes) {
    if (any.verdict == Verdict::kFails) any.chance = std::max(any.chance, outcome.chance);
  }
  SetEffect(outcomes, false, any);
  return any;
}

}  // namespace structlab::harness
