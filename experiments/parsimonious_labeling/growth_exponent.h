#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_GROWTH_EXPONENT_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_GROWTH_EXPONENT_H_

#include <cmath>
#include <span>

namespace structlab::parsimonious_labeling {

// e of the power law y ~ x^e, the slope of the least-squares line through the logarithms: 1 where y is
// proportional to x. Not finite where a number is not above 0 or no two of x differ. As many x as y.
inline double GrowthExponent(std::span<const double> x, std::span<const double> y) {
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

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_GROWTH_EXPONENT_H_
