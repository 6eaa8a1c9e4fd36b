// Curves that compare methods over time: means of step functions, and performance profiles.
#ifndef STRUCTLAB_COMMON_PLOT_OVER_TIME_H_
#define STRUCTLAB_COMMON_PLOT_OVER_TIME_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/plot/plot.h"

namespace structlab::common {

// A step function of time: a quantity that is constant between its changes.
struct Steps {
  std::vector<double> seconds = {}, levels = {};  // of equal length; times ascend
  double before = 0;                              // the level before the first change

  double At(double time) const;
  double last() const { return levels.empty() ? before : levels.back(); }
  // The first time at which the level is at most `level`; +infinity if it never is.
  double TimeToReach(double level) const;
};

// The mean of at least one function of time, with 12 points a decade, from 1e-4 seconds to the first point at
// or after `end`. If the mean is constant at the beginning, only the last of these points is kept (the last
// two if it is constant everywhere). Time O(points * functions).
//
//     const Steps steps = {.seconds = {0.1, 2}, .levels = {50, 10}, .before = 100};
//     const Series curve = MeanOverTime("TRW-S", {[&](double time) { return steps.At(time); }}, 60);
Series MeanOverTime(const std::string& name, const std::vector<std::function<double(double)>>& functions,
                    double end);

// times[method][problem] is the time, above 0, in which the method solved the problem. Unsolved problems are
// missing.
using SolvingTimes = std::map<std::string, std::map<std::string, double>>;

// Divides each time by the time of the fastest method on the problem: the performance ratios of Dolan, More:
// Benchmarking optimization software with performance profiles, 2002, equation (2.1).
SolvingTimes PerformanceRatios(const SolvingTimes& times);

// Performance profiles: for each method that solved a problem, the share of all `problems` whose number is at
// most x, as a staircase. If the numbers are ratios, this is rho of the paper. The curves are in the order of
// `methods`. x goes from the smallest number of all methods to twice the largest.
std::vector<Series> Profiles(const SolvingTimes& numbers, const std::vector<std::string>& methods,
                             size_t problems);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_OVER_TIME_H_
