// Lines through points: the slope of a weighted one with its standard error, and the exponent of a power law.
#ifndef STRUCTLAB_COMMON_REGRESSION_H_
#define STRUCTLAB_COMMON_REGRESSION_H_

#include <optional>
#include <span>

namespace structlab::common {

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

// e of the power law y ~ x^e, the slope of the least-squares line through the logarithms: 1 where y is
// proportional to x. Not finite where a number is not above 0 or no two of x differ. As many x as y.
double GrowthExponent(std::span<const double> x, std::span<const double> y);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_REGRESSION_H_
