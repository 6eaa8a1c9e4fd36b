// By how much printed numbers scatter, so that a difference within chance does not support a claim.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_PRINT_CHANCE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_PRINT_CHANCE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/decide/rule.h"

namespace structlab::harness {

// The printed rows and, where there are any, our results.
struct Print {
  const std::vector<ReportedRow>& reported;
  const Results* ours = nullptr;
};

// The standard error of a printed difference.
struct PrintedSpread {
  double error = 0;  // in the unit of the values, or of their logarithms for a rule on logarithms
  int64_t degrees_of_freedom = 1;
  std::string source = {};  // "printed deviations"
};

// The spread of the printed difference a - b, where each side is one printed number. Where both have a
// printed deviation: that of two means of independent trials with degrees of freedom by Welch and
// Satterthwaite, rounded down; for splits of the same examples (Rule::OfSplits) the variance of each mean is
// s^2 (1 / n + test_by_training), as in DecideLessOfSplits. n is ReportedRow::trials, or else the number of
// our seeds. Without deviations: a printed number is taken as one run, and the deviation of our differences
// over at least 3 seeds of one case a side, by the paper's protocol on its data, as that of the printed one.
// Nothing where neither is known, or for deterministic cases.
std::optional<PrintedSpread> SpreadOfPrinted(const Print& print, const Rule& rule, const Values& a,
                                             const Values& b);

// For Less, Rising and Falling: holds if the 95% interval of the mean difference is below 0 and the mean at
// or below -effect, fails if it is above -effect. For Equal: holds if the interval lies within the margin,
// fails if it lies outside. Else undecided.
ClaimOutcome DecideBySpread(const Rule& rule, const Pairs& pairs, const PrintedSpread& spread, double effect);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_PRINT_CHANCE_H_
