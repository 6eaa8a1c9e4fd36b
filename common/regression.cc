#include "common/regression.h"

#include <cmath>
#include <limits>

namespace structlab::common {

std::optional<Slope> WeightedSlope(std::span<const WeightedPoint> points) {
  if (points.size() < 3) return std::nullopt;
  double weight = 0, mean_x = 0, mean_y = 0;
  for (const WeightedPoint& point : points) weight += point.weight;
  for (const WeightedPoint& point : points) {
    mean_x += point.weight / weight * point.x;
    mean_y += point.weight / weight * point.y;
  }
  double squares = 0, products = 0;
  for (const WeightedPoint& point : points) {
    squares += point.weight * (point.x - mean_x) * (point.x - mean_x);
    products += point.weight * (point.x - mean_x) * (point.y - mean_y);
  }
  if (!(squares > 0)) return std::nullopt;
  const double slope = products / squares;
  double variance = 0;
  for (const WeightedPoint& point : points) {
    const double away = point.x - mean_x;
    const double residual = point.y - mean_y - slope * away;
    // The leverage: the derivative of the fitted value at this point with respect to its y.
    const double leverage = point.weight * (1 / weight + away * away / squares);
    if (leverage > 1 - 1e-9) return Slope{slope, std::numeric_limits<double>::infinity()};
    const double share = point.weight * away * residual / (1 - leverage) / squares;
    variance += share * share;
  }
  return Slope{slope, std::sqrt(variance)};
}

double GrowthExponent(std::span<const double> x, std::span<const double> y) {
  const auto count = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, products = 0, squares = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / count;
    mean_y += std::log(y[i]) / count;
  }
  for (size_t i = 0; i < x.size(); ++i) {
    const double from_mean = std::log(x[i]) - mean_x;
    products += from_mean * (std::log(y[i]) - mean_y);
    squares += from_mean * from_mean;
  }
  return products / squares;
}

}  // namespace structlab::common
