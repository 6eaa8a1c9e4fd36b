#include "experiments/harness/claim.h"

#include <algorithm>
#include <cmath>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/harness/claim_pairs.h"

namespace structlab::harness {
namespace {

using common::FormatShort;  // enough digits for a reader; the tables have them all

// Of so many pairs on, equal differences say that a and b are as far apart as that.
constexpr size_t kEqualPairsThatDecide = 5;

// Of the difference of two numbers that were rounded to whole ones, each by an error uniform in +-1/2.
constexpr double kDeviationOfRounded = 0.40824829046386302;  // sqrt(1/6)

// The mean of a - b with its t intervals: what shows that a claim holds, and what shows that it fails.
struct Difference {
  double mean;
  common::Interval to_hold, to_fail;
  std::vector<double> values;  // of each pair, as the intervals take them
  bool all_equal = false;      // then both intervals are one point
  std::string evidence;
};

// Numbers of things, which have no fractions; 0 and 1 alone are rather outcomes, yes or no.
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

// As many values of this mean, evenly apart, with the standard deviation of rounded numbers.
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
  // Of which the signs say nothing.
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
  if (certainty.comparisons > 1 && difference.to_hold.low > 0) {
    difference.evidence += ", " + IntervalText(ConfidenceToFail(certainty), difference.to_fail);
  }
  difference.evidence += " (paired t, n=" + count + "), below 0 in " + std::to_string(below) + " of " + count;
  return difference;
}

}  // namespace

ClaimOutcome DecideLess(const Pairs& pairs, const Certainty& certainty) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty, /*counts_scatter=*/true);
  const bool may_hold = difference.to_hold.high<0, may_fail = difference.to_fail.low> 0;
  ClaimOutcome outcome{may_hold   ? Verdict::kHolds
                       : may_fail ? Verdict::kFails
                                  : Verdict::kUndecided,
                       difference.evidence};
  if (!difference.all_equal) {
    if (outcome.verdict == Verdict::kFails) outcome.chance = ChanceOf(difference.values, 0, certainty);
    return outcome;
  }
  if (outcome.verdict == Verdict::kUndecided) return outcome;  // a is b in every pair: none speaks for either
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
  // Of equal differences the size is taken as known.
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

}  // namespace structlab::harness
