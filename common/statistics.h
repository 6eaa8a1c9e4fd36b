// Summaries, intervals and paired tests for results over seeds, folds and data sets.
#ifndef STRUCTLAB_COMMON_STATISTICS_H_
#define STRUCTLAB_COMMON_STATISTICS_H_

#include <cstdint>
#include <span>

#include "common/folds.h"  // IWYU pragma: export
#include "common/random_stream.h"

namespace structlab::common {

// All functions are deterministic and safe to call from several threads. Arguments outside the stated range,
// values that are not finite and spans of different lengths throw Error(kUsage).

struct Interval {
  double low;
  double high;
};

// The sum, compensated for rounding (Neumaier 1974), over n >= 1; of the n-th parts where that overflows.
double Mean(std::span<const double> values);
// The square root of the unbiased variance, with n - 1, for n >= 2.
double StandardDeviation(std::span<const double> values);

// Mean and variance of weighted values while they come, without cancellation (West 1979). Weights are >= 0.
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
  // The mean squared distance from the mean; 0 without values.
  double variance() const { return weight_ > 0 ? sum_ / weight_ : 0; }

 private:
  double weight_ = 0, mean_ = 0, sum_ = 0;
};

// For the mean of n >= 2 independent normal values, after Student: mean +- t(n-1) s / sqrt(n).
// 0 < confidence < 1.
Interval StudentInterval(std::span<const double> values, double confidence);
Interval StudentInterval(int64_t n, double mean, double deviation, double confidence);

// For the mean of n >= 2 independent values of any distribution: quantiles of the means of `resamples` >= 100
// samples of n with replacement (Efron, Tibshirani 1993, section 13.3, percentile interval). Narrow by about
// a factor of sqrt((n - 1) / n) for small n. O(n resamples).
Interval BootstrapInterval(std::span<const double> values, double confidence, int resamples,
                           RandomStream& stream);

struct PairedTest {
  double mean_difference;  // of a - b
  double p_value;          // two-sided, that the expected difference is 0
  Interval interval;       // for the expected difference
  int n;                   // pairs
};

// Student's test on the differences of n >= 2 pairs. If all differences are the same, p is 0, or 1 if they
// are 0.
PairedTest PairedStudentTest(std::span<const double> a, std::span<const double> b, double confidence);

// The two-sided p value that a - b is as often positive as negative: exact (binomial) for any n. Ties are
// left out; without any other pair, p is 1.
double SignTest(std::span<const double> a, std::span<const double> b);

// The two-sided p value that the differences a - b are symmetric about 0 (Wilcoxon 1945). Differences of 0
// are left out, equal ones share their mean rank. Exact for up to 50 differences, ties included; above, the
// normal approximation with the variance corrected for ties and a correction for continuity. p is 1 without a
// difference.
double WilcoxonSignedRankTest(std::span<const double> a, std::span<const double> b);

// The probability that a positive (label > 0) has a higher score than a negative (label <= 0), where an equal
// score counts one half: the area under the ROC curve. Needs one of each. O(n log n).
double AreaUnderCurve(std::span<const double> scores, std::span<const int> labels);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_STATISTICS_H_
