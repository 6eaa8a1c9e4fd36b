// Straight lines through points: the slope of a weighted fit with its standard error, and the exponent of a
// power law.
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
  double deviation;  // standard error; infinite if a single point determines the slope
};

// The slope of the weighted least-squares line: the line that minimises the sum of weight (y - line)^2. Noise
// in y does not bias the slope. The standard error stays valid if the noise differs from point to point
// (estimate HC3 of MacKinnon, White, Some heteroskedasticity-consistent covariance matrix estimators, 1985).
// Returns nothing for fewer than 3 points, and if all x are equal. Deterministic, thread-safe. Time
// O(points).
//
//     const std::vector<WeightedPoint> points = {{1, 2.1, 1}, {2, 3.9, 1}, {3, 6.2, 0.5}};
//     if (const auto slope = WeightedSlope(points)) std::printf("%g", slope->value);
std::optional<Slope> WeightedSlope(std::span<const WeightedPoint> points);

// The exponent e of a power law y ~ x^e: the slope of the least-squares line through the logarithms. It is 1
// if y is proportional to x. The result is not finite if a number is not above 0 or all x are equal. x and y
// have the same length.
//
//     const double exponent = GrowthExponent(sizes, seconds);   // about 2: quadratic time
double GrowthExponent(std::span<const double> x, std::span<const double> y);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_REGRESSION_H_
