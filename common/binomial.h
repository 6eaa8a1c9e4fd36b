// How well a share is known that was counted in trials.
#ifndef STRUCTLAB_COMMON_BINOMIAL_H_
#define STRUCTLAB_COMMON_BINOMIAL_H_

#include <cstdint>

#include "common/statistics.h"

namespace structlab::common {

// So many of independent trials with the same probability, 0 <= hits <= trials, trials >= 1.
struct Share {
  int64_t hits = 0, trials = 0;
};

// The probability of at least `share.hits` hits in `share.trials` trials that each hit with `probability`, 0
// to 1.
double BinomialUpperTail(const Share& share, double probability);

// The probabilities that the share does not contradict (Clopper, Pearson, The use of confidence or fiducial
// limits, 1934): each limit is wrong with at most (1 - confidence) / 2, whatever the number of trials.
// 0 < confidence < 1. Numbers outside of these ranges throw Error(kUsage).
Interval ClopperPearsonInterval(const Share& share, double confidence);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BINOMIAL_H_
