// Values of two methods that belong together, and curves of several seeds, for packages of the earlier kind.
#ifndef STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_PAIRS_H_
#define STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_PAIRS_H_

#include <string>
#include <vector>

#include "experiments/harness/report/figure.h"
#include "experiments/harness/run/results.h"

namespace structlab::harness {

// Only the numbers.
std::vector<double> Numbers(const std::vector<Observation>& observations);

// Matches each observation of `a` with the one of `b` that has the same seed, data set, protocol and setting;
// `ignored_keys` of the setting may differ. One without a partner, or with several, is left out.
Pairs Pair(const std::vector<Observation>& a, const std::vector<Observation>& b,
           const std::vector<std::string>& ignored_keys = {});

// A line with the mean over the curves at each x that all of them have.
Series MeanCurve(std::string name, const std::vector<CurveObservation>& curves);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_OLD_EXPERIMENT_PAIRS_H_
