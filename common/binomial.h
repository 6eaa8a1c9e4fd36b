// Confidence interval and tail probability of a success rate that was counted in independent trials.
#ifndef STRUCTLAB_COMMON_BINOMIAL_H_
#define STRUCTLAB_COMMON_BINOMIAL_H_

#include <cstdint>

#include "common/statistics.h"

namespace structlab::common {

// The number of successes in independent trials with the same probability. 0 <= hits <= trials, trials >= 1.
struct Share {
  int64_t hits = 0, trials = 0;
};

// Both functions are deterministic and thread-safe, and throw Error(kUsage) for numbers outside the ranges.

// The probability of at least `share.hits` successes in `share.trials` trials if each succeeds with
// `probability`, which is from 0 to 1: the p value of the one-sided binomial test.
double BinomialUpperTail(const Share& share, double probability);

// The exact confidence interval of the success probability (Clopper, Pearson, The use of confidence or
// fiducial limits, 1934). Each limit errs with probability at most (1 - confidence) / 2, for any number of
// trials. 0 < confidence < 1.
//
//     const Interval interval = ClopperPearsonInterval({.hits = 21, .trials = 60}, 0.95);
Interval ClopperPearsonInterval(const Share& share, double confidence);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BINOMIAL_H_
