// Statistical decisions between two lists of numbers, and how their outcomes combine.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_OUTCOME_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_OUTCOME_H_

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "common/statistics.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

enum class Verdict { kHolds, kFails, kUndecided, kNotTested };
template <>
inline constexpr std::array kWords<Verdict> = std::to_array<std::string_view>({"holds", "fails", "undecided",
                                                                               "not-tested"});

struct ClaimOutcome {
  Verdict verdict = Verdict::kNotTested;
  std::string evidence = {};  // the numbers, the test, the interval; or why it was not tested
  // Where it fails: the largest probability with which a true claim would fail like this by chance, over all
  // its comparisons. 0 where nothing is left to chance, as with a broken bound.
  double chance = 0;
  std::string effect =
      {};  // the size of what was found, of the comparison that decides: "-34%", "+0.7 points"
  // By how much the comparison exceeds what the claim asks (below 0: misses it), as a share of what it is
  // compared with. Of several with the same verdict the one with the least slack decides.
  double slack = std::numeric_limits<double>::infinity();
};

inline constexpr double kConfidence = 0.95;

// How sure a decision must be.
struct Certainty {
  // Number of comparisons of the claim (Bonferroni): one that fails makes the claim fail, so failing takes
  // the confidence 1 - (1 - kConfidence) / comparisons. All of them hold by chance no more likely than one
  // does, so holding takes kConfidence itself.
  int comparisons = 1;
  // Number of parts of an Any, where one that holds is enough: holding takes 1 - (1 - kConfidence) /
  // alternatives.
  int alternatives = 1;
  // The least difference that counts, in the unit of the numbers, >= 0: a smaller one is a tie. Significant
  // is not relevant.
  double min_effect = 0;
};
double ConfidenceToHold(const Certainty& certainty);
double ConfidenceToFail(const Certainty& certainty);

// "95% interval [1, 2]"
std::string IntervalText(double confidence, const common::Interval& interval);

// An estimate of a - b, in the unit of the values.
struct Difference {
  double mean = 0;
  common::Interval to_hold = {}, to_fail = {};  // of ConfidenceToHold and ConfidenceToFail
  // The two-sided p value of the hypothesis that a - b is `bound`; none where nothing is left to chance.
  std::function<double(double bound)> p_value = {};
  std::string evidence = {};
};

// Is a below b by at least the least effect? Holds if to_hold is below 0 and the mean at or below
// -min_effect; fails if to_fail is above -min_effect; undecided otherwise.
ClaimOutcome DecideLess(const Difference& difference, const Certainty& certainty);
// Do a and b differ by at most `margin`? Holds if to_hold lies within +-margin, fails if to_fail lies
// outside, undecided otherwise.
ClaimOutcome DecideEqual(const Difference& difference, double margin, const Certainty& certainty);

// Is a below b by at least the least effect? Over the pairs, the mean of a - b with its two-sided t interval:
// holds if the interval is below 0 and the mean at or below -min_effect; fails if the interval is above
// -min_effect (b is not above a by that much); undecided otherwise. Not tested with fewer than 3 pairs. Where
// all differences are equal (except for rounding) a t interval would be one point whatever n. Counts (whole
// numbers, not all of them 0 or 1) are then known to the unit only: the interval is that of differences with
// the standard deviation of two rounded numbers, sqrt(1/6). Of other values the sign of the difference (to
// fail: of the difference plus min_effect) decides if the sign test's p = 2^(1-n) is small enough (from 6
// pairs on with 95%). Differences of 0 are undecided without a least effect.
ClaimOutcome DecideLess(const Pairs& pairs, const Certainty& certainty = {});

// DecideLess for pairs of trials that are random splits of the same examples: the variance of the mean of n
// differences is s^2 (1/n + test_by_training) instead of s^2 / n (corrected resampled t test; Nadeau, Bengio,
// Inference for the generalization error, 2003, section 4), with n - 1 degrees of freedom. The folds of a
// repeated cross-validation are such trials, one by one (Bouckaert, Frank, 2004). Equal differences are
// undecided. `test_by_training` >= 0: size of a test part over that of a training part, 1 / (k - 1) for k
// folds.
ClaimOutcome DecideLessOfSplits(const Pairs& pairs, double test_by_training, const Certainty& certainty = {});

// Do a and b differ by at most `margin`, by the interval of the mean of a - b? Not tested with fewer than 3
// pairs; equal differences decide from 5 pairs on. Of splits (test_by_training > 0) the variance is that of
// DecideLessOfSplits.
ClaimOutcome DecideEqual(const Pairs& pairs, double margin, const Certainty& certainty = {},
                         double test_by_training = 0);

// The outcome of several conditions that must all hold: fails if one fails, is not tested if one is not,
// undecided if one is. The surest failure gives the chance; evidence is joined. The effect is that of the
// outcome with the verdict of all that has the least slack.
ClaimOutcome All(const std::vector<ClaimOutcome>& outcomes);

// The outcome of conditions where one is enough: holds if one holds, is not tested if one is not,
// undecided if one is, and fails if all fail. The chance is the largest one: whichever is the true condition
// fails too. Evidence as for All; the effect is that of the outcome with the verdict of the whole that has
// the largest slack.
ClaimOutcome Any(const std::vector<ClaimOutcome>& outcomes);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_OUTCOME_H_
