// What came out of the cases, in the form that claims, figures and conclusions need.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_OUTCOMES_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_OUTCOMES_H_

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

// A quantity that stays as it is between the times at which it changes.
struct Steps {
  std::vector<double> seconds = {}, levels = {};  // ascending times
  double before = 0;                              // the first of them

  double At(double time) const;
  double last() const { return levels.empty() ? before : levels.back(); }
};

// A method on an instance that it took, whether it was stopped or ended by itself.
struct Outcome {
  std::string instance, method;
  Group group = Group::kPairs;
  bool is_real = false;  // the instance is no stand-in
  bool proved = false;
  double seconds = 0;
  double rounding = 0;  // that sums of costs may have
  Steps values = {.before = std::numeric_limits<double>::infinity()};
  Steps bounds = {.before = -std::numeric_limits<double>::infinity()};

  double value() const { return values.last(); }
  double bound() const { return bounds.last(); }
  bool has_bound() const { return bound() > bounds.before; }
};

// In the order of the plan; cases that refused have none.
std::vector<Outcome> OutcomesOf(const harness::Results& results);

// Instance to the least value that is known of it: of all methods, and the reference if the instance is real.
// Instances without a finite value have none.
std::map<std::string, double> BestValues(const std::vector<Outcome>& outcomes);

// The seconds after which the value was at most this; +infinity if it never was.
double TimeToReach(const Outcome& outcome, double value);

// How far a value or a bound is from the best value, as a share of it: at most 1, which is also the distance
// of no allowed labeling and of no bound, so that means over instances exist.
double Distance(double value_or_bound, double best);

// The highest value that is near enough to the best one.
double ValueNearEnough(double best, double near_enough);

// "3 of 20 planned cases are not done"; empty if none is missing.
std::string MissingCases(const harness::Results& results);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_OUTCOMES_H_
