// What methods reach over time, as curves to draw: means of step functions, and performance profiles.
#ifndef STRUCTLAB_COMMON_PLOT_OVER_TIME_H_
#define STRUCTLAB_COMMON_PLOT_OVER_TIME_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/plot/plot.h"

namespace structlab::common {

// A quantity that stays as it is between the times at which it changes.
struct Steps {
  std::vector<double> seconds = {}, levels = {};  // equally many; ascending times
  double before = 0;                              // the first of them

  double At(double time) const;
  double last() const { return levels.empty() ? before : levels.back(); }
  // The seconds after which it was at most this for the first time; +infinity if it never was.
  double TimeToReach(double level) const;
};

// The mean of some functions of time, 12 points a decade, from 1e-4 seconds to the first point that is not
// before `end`. Of the points at the beginning where the mean is as at the first, the last one is kept, or
// the last two of a line that stays there. O(points * functions). There must be a function.
Series MeanOverTime(const std::string& name, const std::vector<std::function<double(double)>>& functions,
                    double end);

// Method to problem to the seconds in which it was solved, all above 0; what was not solved has none.
using SolvingTimes = std::map<std::string, std::map<std::string, double>>;

// Each time over that of the fastest method on the problem: the performance ratios of Dolan, More:
// Benchmarking optimization software with performance profiles, 2002, equation (2.1).
SolvingTimes PerformanceRatios(const SolvingTimes& times);

// For each method that solved a problem, in the order of `methods`, the share of all `problems` whose number
// is at most x, as a staircase (rho of the paper, where the numbers are ratios): from the least number of all
// to twice the largest.
std::vector<Series> Profiles(const SolvingTimes& numbers, const std::vector<std::string>& methods,
                             size_t problems);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PLOT_OVER_TIME_H_
