// Summaries, intervals and paired tests for results over seeds, folds and data sets.
#ifndef STRUCTLAB_COMMON_STATISTICS_H_
#define STRUCTLAB_COMMON_STATISTICS_H_

#include <cstdint>
#include <span>

#include "common/folds.h"  // IWYU pragma: export
#include "common/random_stream.h"

namespace structlab::common {

// Which function to take:
//   - an interval for one mean: StudentInterval (values near normal), BootstrapInterval (any distribution);
//   - does a differ from b on the same problems? PairedStudentTest (differences near normal),
//     WilcoxonSignedRankTest (symmetric differences), SignTest (no assumption, least power).
//
//     const Interval interval = StudentInterval(test_errors, 0.95);
//     const double p = WilcoxonSignedRankTest(errors_of_ours, errors_of_theirs);
//
// All functions are deterministic and safe to call from several threads. They throw Error(kUsage) for an
// argument outside its stated range, a value that is not finite, and spans of different lengths.

struct Interval {
  double low;
  double high;
};

// The mean of n >= 1 values, from a sum that is compensated for rounding (Neumaier 1974). If that sum
// overflows, it adds value / n instead, without compensation.
double Mean(std::span<const double> values);
// The sample standard deviation of n >= 2 values: the square root of the variance with divisor n - 1.
double StandardDeviation(std::span<const double> values);

// Mean and variance of a stream of weighted values, without cancellation (West 1979). Weights are >= 0. Takes
// O(1) time a value and O(1) memory; not thread-safe.
//
//     RunningVariance running;
//     for (const double value : values) running.Add(value);
//     const double deviation = std::sqrt(running.variance());
class RunningVariance {
 public:
  void Add(double value, double weight = 1) {
    if (!(weight > 0)) return;
    weight_ += weight;
    const double step = value - mean_;
    mean_ += step * (weight / weight_);
    sum_ += weight * step * (value - mean_);
  }
  double mean() const { return mean_; }
  // The weighted mean of the squared distance from the mean (divisor: the sum of weights); 0 without values.
  double variance() const { return weight_ > 0 ? sum_ / weight_ : 0; }

 private:
  double weight_ = 0, mean_ = 0, sum_ = 0;
};

// Student's confidence interval for the mean of n >= 2 independent normal values: mean +- t(n-1) s / sqrt(n).
// 0 < confidence < 1. The second form takes n, the mean and the standard deviation s of the values.
Interval StudentInterval(std::span<const double> values, double confidence);
Interval StudentInterval(int64_t n, double mean, double deviation, double confidence);

// Percentile bootstrap interval for the mean of n >= 2 independent values of any distribution (Efron,
// Tibshirani 1993, section 13.3): quantiles of the means of `resamples` >= 100 samples of n values with
// replacement. More resamples: less random error of the limits, more time. For small n the interval is too
// narrow, by a factor of about sqrt((n - 1) / n). Time O(n resamples).
Interval BootstrapInterval(std::span<const double> values, double confidence, int resamples,
                           RandomStream& stream);

struct PairedTest {
  double mean_difference;  // of a - b
  double p_value;          // two-sided; null hypothesis: the expected difference is 0
  Interval interval;       // confidence interval of the expected difference
  int n;                   // number of pairs
};

// Student's t test on the differences a - b of n >= 2 pairs. If all differences are equal, p is 1 if they are
// 0, and 0 otherwise.
PairedTest PairedStudentTest(std::span<const double> a, std::span<const double> b, double confidence);

// Sign test: two-sided p value of the hypothesis that a - b is as often positive as negative. Exact
// (binomial) for any n >= 1. Ties are left out; p is 1 if all pairs are ties.
double SignTest(std::span<const double> a, std::span<const double> b);

// Two-sided p value of the hypothesis that the differences a - b are symmetric about 0 (Wilcoxon 1945).
//   - Differences of 0 are left out; p is 1 if none is left. Equal differences share their mean rank.
//   - Up to 50 differences: exact, also with ties.
//   - More: normal approximation, with the variance corrected for ties, and a continuity correction.
double WilcoxonSignedRankTest(std::span<const double> a, std::span<const double> b);

// Area under the ROC curve: the probability that a positive (label > 0) has a higher score than a negative
// (label <= 0), where equal scores count one half. Throws Error(kUsage) without a positive or without a
// negative. Time O(n log n).
double AreaUnderCurve(std::span<const double> scores, std::span<const int> labels);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_STATISTICS_H_
