// The slope of a weighted regression line, and how sure it is.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_WEIGHTED_SLOPE_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_WEIGHTED_SLOPE_H_

#include <optional>
#include <span>

namespace structlab::hashing {

// Weights are finite and above 0.
struct WeightedPoint {
  double x, y, weight;
};

struct Slope {
  double value;
  double deviation;  // standard error; infinite where one point alone decides
};

// Of the line with the least sum of weight (y - line)^2. Noise of y leaves the slope without bias and makes
// the deviation larger, and each point may have noise of its own (the estimate HC3 of MacKinnon, White, Some
// heteroskedasticity-consistent covariance matrix estimators, 1985). None with fewer than 3 points, and
// unless x varies. O(points).
std::optional<Slope> WeightedSlope(std::span<const WeightedPoint> points);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_WEIGHTED_SLOPE_H_
