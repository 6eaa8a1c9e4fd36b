#include "structured_learning/problem/box.h"

#include <limits>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Box Box::Unbounded(int dimension) { return Symmetric(dimension, kInfinity); }

Box Box::NonNegative(int dimension) {
  return {DenseVector::Zero(dimension), DenseVector::Constant(dimension, kInfinity)};
}

Box Box::Symmetric(int dimension, double bound) {
  return {DenseVector::Constant(dimension, -bound), DenseVector::Constant(dimension, bound)};
}

bool Box::ContainsZero() const { return (lower.array() <= 0).all() && (upper.array() >= 0).all(); }

void CheckBox(const Box& box, int dimension) {
  if (box.lower.size() != dimension || box.upper.size() != dimension) {
    common::ThrowUsageError("box", "two bounds for each of " + std::to_string(dimension) + " weights",
                            std::to_string(box.lower.size()) + " lower and " +
                                std::to_string(box.upper.size()) + " upper bounds");
  }
  for (int k = 0; k < dimension; ++k) {
    if (!(box.lower[k] <= box.upper[k]) || box.lower[k] == kInfinity || box.upper[k] == -kInfinity) {
      common::ThrowUsageError(
          "box, weight " + std::to_string(k), "lower <= upper, with a finite number between",
          common::FormatDouble(box.lower[k]) + " and " + common::FormatDouble(box.upper[k]));
    }
  }
}

}  // namespace structlab::structured_learning
