// What the decisions of claims by pairs of numbers have in common.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_CLAIM_PAIRS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_CLAIM_PAIRS_H_

#include <string>
#include <vector>

#include "common/statistics.h"
#include "experiments/harness/claim.h"

namespace structlab::harness {

// Fewer than three pairs decide nothing, nor do values that are not finite; empty if neither is so.
std::string WhyNotTested(const Pairs& pairs);

// What rounding may make of a difference of these numbers.
double RoundingOf(const Pairs& pairs);

// Of the interval that shows that a claim fails, of so many comparisons of which one is enough.
double ConfidenceToFail(const Certainty& certainty);

// "95% interval [1, 2]"
std::string IntervalText(double confidence, const common::Interval& interval);

// The two-sided p value that the mean of the differences is `bound`, times the comparisons: the chance to
// fail so.
double ChanceOf(const std::vector<double>& differences, double bound, const Certainty& certainty);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_CLAIM_PAIRS_H_
