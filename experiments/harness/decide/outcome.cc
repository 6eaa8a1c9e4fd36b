#include "experiments/harness/decide/outcome.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/check.h"
#include "common/number.h"
#include "common/statistics.h"

namespace structlab::harness {
namespace {

using common::FormatShort;  // enough digits for a reader; the tables have them all

// Relative size of a difference that is rounding.
constexpr double kRounding = 1e-12;

// Why the pairs decide nothing: fewer than three, or a value that is not finite. Empty if neither.
std::string WhyNotTested(const Pairs& pairs) {
  if (pairs.a.size() < 3) return "needs at least 3 pairs, has " + std::to_string(pairs.a.size());
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (!std::ranges::all_of(pairs.a, is_finite) || !std::ranges::all_of(pairs.b, is_finite)) {
    return "a value is not finite";
  }
  return "";
}

// A difference of these numbers that rounding may cause.
double RoundingOf(const Pairs& pairs) {
  double largest = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    largest = std::max({largest, std::abs(pairs.a[i]), std::abs(pairs.b[i])});
  }
  return kRounding * largest;
}

// The confidence of the interval that shows that a claim fails.
double ConfidenceToFail(const Certainty& certainty) {
  return 1 - (1 - certainty.confidence) / certainty.comparisons;
}

// "95% interval [1, 2]"
std::string IntervalText(double confidence, const common::Interval& interval) {
  return FormatShort(100 * confidence)
      .append("% interval [")
      .append(FormatShort(interval.low))
      .append(", ")
      .append(FormatShort(interval.high))
      .append("]");
}

// The two-sided p value of a mean difference of `bound`, times the comparisons: the chance to fail like this.
double ChanceOf(const std::vector<double>& differences, double bound, const Certainty& certainty) {
  const std::vector<double> bounds(differences.size(), bound);
  const double p_value = common::PairedStudentTest(differences, bounds, certainty.confidence).p_value;
  return std::min(1.0, p_value * certainty.comparisons);
}

// From this number of pairs on, equal differences decide about equality.
constexpr size_t kEqualPairsThatDecide = 5;

// Standard deviation of the difference of two numbers that were rounded to whole ones.
constexpr double kDeviationOfRounded = 0.40824829046386302;  // sqrt(1/6)

// The mean of a - b with its t intervals: what shows that a claim holds, and what shows that it fails.
struct Difference {
  double mean;
  common::Interval to_hold, to_fail;
  std::vector<double> values;  // of each pair, as the intervals take them
  bool all_equal = false;      // then both intervals are one point
  std::string evidence;
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

// `counts_scatter`: counts with equal differences get the interval of rounded numbers.
Difference DifferenceOf(const Pairs& pairs, const Certainty& certainty, bool counts_scatter) {
  std::vector<double> differences;
  size_t below = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    differences.push_back(pairs.a[i] - pairs.b[i]);
    if (differences.back() < 0) ++below;
  }
  double mean = common::Mean(differences);
  const std::string count = std::to_string(differences.size());
  const double rounding = RoundingOf(pairs);
  const auto [least, most] = std::minmax_element(differences.begin(), differences.end());
  const bool all_equal = *most - *least <= rounding;
  // Their signs mean nothing.
  if (all_equal && std::max(std::abs(*least), std::abs(*most)) <= rounding) mean = 0;
  const std::string equal = "all " + count + " differences are equal: " + FormatShort(mean);
  if (all_equal && !(counts_scatter && AreCounts(pairs))) {
    return {.mean = mean,
            .to_hold = {mean, mean},
            .to_fail = {mean, mean},
            .values = differences,
            .all_equal = true,
            .evidence = equal};
  }
  if (all_equal) differences = SpreadAsRounded(mean, differences.size());
  Difference difference{.mean = mean,
                        .to_hold = common::StudentInterval(differences, certainty.confidence),
                        .to_fail = common::StudentInterval(differences, ConfidenceToFail(certainty)),
                        .values = differences,
                        .evidence = all_equal ? equal + ", of counts known to the unit"
                                              : "mean difference " + FormatShort(mean)};
  difference.evidence += ", " + IntervalText(certainty.confidence, difference.to_hold);
  if (certainty.comparisons > 1 && difference.to_hold.low > -certainty.min_effect) {
    difference.evidence += ", " + IntervalText(ConfidenceToFail(certainty), difference.to_fail);
  }
  difference.evidence += " (paired t, n=" + count + "), below 0 in " + std::to_string(below) + " of " + count;
  return difference;
}

// The differences moved away from their mean, so that the variance of independent ones is that of splits.
std::vector<double> Spread(std::vector<double> differences, double test_by_training) {
  const double mean = common::Mean(differences);
  const double factor = std::sqrt(1 + static_cast<double>(differences.size()) * test_by_training);
  for (double& difference : differences) difference = mean + factor * (difference - mean);
  return differences;
}

}  // namespace

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kFails:
      return "fails";
    case Verdict::kUndecided:
      return "undecided";
    case Verdict::kNotTested:
      break;
  }
  return "not-tested";
}

ClaimOutcome DecideLess(const Pairs& pairs, const Certainty& certainty) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty, /*counts_scatter=*/true);
  const double effect = certainty.min_effect;
  const bool may_hold = difference.to_hold.high < 0 && difference.mean <= -effect;
  const bool may_fail = effect > 0 ? difference.to_fail.low > -effect : difference.to_fail.low > 0;
  ClaimOutcome outcome{may_hold   ? Verdict::kHolds
                       : may_fail ? Verdict::kFails
                                  : Verdict::kUndecided,
                       difference.evidence};
  if (!difference.all_equal) {
    if (outcome.verdict == Verdict::kFails) outcome.chance = ChanceOf(difference.values, -effect, certainty);
    return outcome;
  }
  if (outcome.verdict == Verdict::kUndecided) return outcome;
  const double p_value = std::pow(2.0, 1 - static_cast<double>(difference.values.size()));
  const double largest_p = 1 - (may_fail ? ConfidenceToFail(certainty) : certainty.confidence);
  outcome.evidence += ", sign test p = " + FormatShort(p_value);
  if (p_value > largest_p) {
    outcome.verdict = Verdict::kUndecided;
    outcome.evidence += ", too few pairs to decide";
  }
  if (outcome.verdict == Verdict::kFails) outcome.chance = std::min(1.0, p_value * certainty.comparisons);
  return outcome;
}

ClaimOutcome DecideEqual(const Pairs& pairs, double margin, const Certainty& certainty) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty, /*counts_scatter=*/false);
  const bool decides = !difference.all_equal || difference.values.size() >= kEqualPairsThatDecide;
  const bool within = difference.to_hold.low >= -margin && difference.to_hold.high <= margin;
  const bool outside = difference.to_fail.low > margin || difference.to_fail.high < -margin;
  const Verdict verdict = !decides  ? Verdict::kUndecided
                          : within  ? Verdict::kHolds
                          : outside ? Verdict::kFails
                                    : Verdict::kUndecided;
  ClaimOutcome outcome{verdict, difference.evidence + (decides ? "" : ", too few pairs to decide") +
                                    ", margin " + FormatShort(margin)};
  // The size of equal differences counts as known.
  if (verdict == Verdict::kFails && !difference.all_equal) {
    outcome.chance = ChanceOf(difference.values, difference.mean < 0 ? -margin : margin, certainty);
  }
  return outcome;
}

ClaimOutcome DecideAllAtMost(const std::vector<Observation>& values, double bound, const std::string& what) {
  if (values.empty()) return {Verdict::kNotTested, "no values of " + what};
  size_t above = 0;
  const Observation* largest = &values.front();
  for (const Observation& value : values) {
    if (!(value.value() <= bound)) ++above;  // NaN is above
    if (!std::isnan(largest->value()) && !(value.value() <= largest->value())) largest = &value;
  }
  return {above == 0 ? Verdict::kHolds : Verdict::kFails,
          what + " above " + FormatShort(bound) + " in " + std::to_string(above) + " of " +
              std::to_string(values.size()) + ", largest " + FormatShort(largest->value()) + " (" +
              largest->finished->c.Key() + ")"};
}

ClaimOutcome All(const std::vector<ClaimOutcome>& outcomes) {
  const auto count = [&](Verdict verdict) {
    return static_cast<size_t>(std::count_if(outcomes.begin(), outcomes.end(),
                                             [&](const ClaimOutcome& o) { return o.verdict == verdict; }));
  };
  ClaimOutcome all;
  for (const ClaimOutcome& outcome : outcomes) {
    if (!all.evidence.empty()) all.evidence += "; ";
    all.evidence += outcome.evidence;
  }
  if (count(Verdict::kFails) > 0) {
    all.verdict = Verdict::kFails;
    all.chance = 1;
    for (const ClaimOutcome& outcome : outcomes) {
      if (outcome.verdict == Verdict::kFails) all.chance = std::min(all.chance, outcome.chance);
    }
  } else if (count(Verdict::kNotTested) > 0 || outcomes.empty()) {
    all.verdict = Verdict::kNotTested;
  } else {
    all.verdict = count(Verdict::kUndecided) > 0 ? Verdict::kUndecided : Verdict::kHolds;
  }
  return all;
}

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
