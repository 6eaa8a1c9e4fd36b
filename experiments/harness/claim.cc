#include "experiments/harness/claim.h"

#include <algorithm>
#include <cmath>

#include "common/number.h"
#include "common/statistics.h"

namespace structlab::harness {
namespace {

using common::FormatShort;  // enough digits for a reader; the tables have them all

std::string FormatInterval(const common::Interval& interval) {
  return std::string("[")
      .append(FormatShort(interval.low))
      .append(", ")
      .append(FormatShort(interval.high))
      .append("]");
}

// Apart by no more than rounding leaves.
constexpr double kRounding = 1e-12;
// Of so many pairs on, equal differences say that a and b are as far apart as that.
constexpr size_t kEqualPairsThatDecide = 5;

// The mean of a - b with its t intervals: what shows that a claim holds, and what shows that it fails.
struct Difference {
  double mean;
  common::Interval to_hold, to_fail;
  bool all_equal = false;  // then both intervals are one point
  size_t pairs = 0;
  std::string evidence;
};

bool AllEqual(const Pairs& pairs, const std::vector<double>& differences) {
  double largest = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    largest = std::max({largest, std::abs(pairs.a[i]), std::abs(pairs.b[i])});
  }
  const auto [low, high] = std::minmax_element(differences.begin(), differences.end());
  return *high - *low <= kRounding * largest;
}

double ConfidenceToFail(const Certainty& certainty) {
  return 1 - (1 - certainty.confidence) / certainty.comparisons;
}

std::string Percent(double confidence) { return FormatShort(100 * confidence) + "% interval "; }

Difference DifferenceOf(const Pairs& pairs, const Certainty& certainty) {
  std::vector<double> differences;
  size_t below = 0;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    differences.push_back(pairs.a[i] - pairs.b[i]);
    if (differences.back() < 0) ++below;
  }
  const double mean = common::Mean(differences);
  const std::string count = std::to_string(differences.size());
  if (AllEqual(pairs, differences)) {
    return {.mean = mean,
            .to_hold = {mean, mean},
            .to_fail = {mean, mean},
            .all_equal = true,
            .pairs = differences.size(),
            .evidence = "all " + count + " differences are equal: " + FormatShort(mean)};
  }
  Difference difference{.mean = mean,
                        .to_hold = common::StudentInterval(differences, certainty.confidence),
                        .to_fail = common::StudentInterval(differences, ConfidenceToFail(certainty)),
                        .pairs = differences.size(),
                        .evidence = "mean difference " + FormatShort(mean)};
  difference.evidence += ", " + Percent(certainty.confidence) + FormatInterval(difference.to_hold);
  if (certainty.comparisons > 1 && difference.to_hold.low > 0) {
    difference.evidence += ", " + Percent(ConfidenceToFail(certainty)) + FormatInterval(difference.to_fail);
  }
  difference.evidence += " (paired t, n=" + count + "), below 0 in " + std::to_string(below) + " of " + count;
  return difference;
}

bool AllFinite(const Pairs& pairs) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::all_of(pairs.a.begin(), pairs.a.end(), finite) &&
         std::all_of(pairs.b.begin(), pairs.b.end(), finite);
}

// What both tests need; the reason if they do not have it.
std::string WhyNotTested(const Pairs& pairs) {
  if (pairs.a.size() < 3) return "needs at least 3 pairs, has " + std::to_string(pairs.a.size());
  if (!AllFinite(pairs)) return "a value is not finite";
  return "";
}

}  // namespace

ClaimOutcome DecideLess(const Pairs& pairs, const Certainty& certainty) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty);
  const bool may_hold = difference.to_hold.high<0, may_fail = difference.to_fail.low> 0;
  ClaimOutcome outcome{may_hold   ? Verdict::kHolds
                       : may_fail ? Verdict::kFails
                                  : Verdict::kUndecided,
                       difference.evidence};
  if (!difference.all_equal) return outcome;
  const double p_value = std::pow(2.0, 1 - static_cast<double>(difference.pairs));
  const double largest_p = 1 - (may_fail ? ConfidenceToFail(certainty) : certainty.confidence);
  outcome.evidence += ", sign test p = " + FormatShort(p_value);
  if (p_value > largest_p) {
    outcome.verdict = Verdict::kUndecided;
    outcome.evidence += ", too few pairs to decide";
  }
  return outcome;
}

ClaimOutcome DecideEqual(const Pairs& pairs, double margin, const Certainty& certainty) {
  if (const std::string reason = WhyNotTested(pairs); !reason.empty()) return {Verdict::kNotTested, reason};
  const Difference difference = DifferenceOf(pairs, certainty);
  const bool decides = !difference.all_equal || difference.pairs >= kEqualPairsThatDecide;
  const bool within = difference.to_hold.low >= -margin && difference.to_hold.high <= margin;
  const bool outside = difference.to_fail.low > margin || difference.to_fail.high < -margin;
  const Verdict verdict = !decides  ? Verdict::kUndecided
                          : within  ? Verdict::kHolds
                          : outside ? Verdict::kFails
                                    : Verdict::kUndecided;
  return {verdict, difference.evidence + (decides ? "" : ", too few pairs to decide") + ", margin " +
                       FormatShort(margin)};
}

ClaimOutcome DecideAllAtMost(const std::vector<Observation>& values, double bound, const std::string& what) {
  if (values.empty()) return {Verdict::kNotTested, "no values of " + what};
  size_t above = 0;
  const Observation* largest = &values.front();
  for (const Observation& value : values) {
    if (!(value.value() <= bound)) ++above;  // NaN is above
    if (!(value.value() <= largest->value())) largest = &value;
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
  } else if (count(Verdict::kNotTested) > 0 || outcomes.empty()) {
    all.verdict = Verdict::kNotTested;
  } else {
    all.verdict = count(Verdict::kUndecided) > 0 ? Verdict::kUndecided : Verdict::kHolds;
  }
  return all;
}

}  // namespace structlab::harness
