#include "structured_learning/optimization/cutting_plane/cutting_plane_options.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

void CheckWeights(const std::string& name, const DenseVector& weights, int dimension) {
  if (weights.size() != dimension) {
    common::ThrowUsageError(name, std::to_string(dimension).append(" numbers, one for each weight"),
                            std::to_string(weights.size()));
  }
  for (int j = 0; j < dimension; ++j) {
    if (!std::isfinite(weights[j])) {
      common::ThrowUsageError(fmt::format("{}, weight {}", name, j), "a finite number",
                              common::FormatDouble(weights[j]));
    }
  }
}

}  // namespace

void CheckCuttingPlaneOptions(const CuttingPlaneOptions& options, int dimension) {
  const double alpha = options.proximity.alpha;
  if (!(std::isfinite(alpha) && alpha >= 0)) {
    common::ThrowUsageError("alpha of the proximity term", "a finite number of at least 0",
                            common::FormatDouble(alpha));
  }
  if (alpha > 0) CheckWeights("center of the proximity term", options.proximity.center, dimension);
  if (options.box) CheckBox(*options.box, dimension);
  if (!options.start) return;
  CheckWeights("start", *options.start, dimension);
  for (int j = 0; options.box && j < dimension; ++j) {
    const double weight = (*options.start)[j];
    if (weight < options.box->lower[j] || weight > options.box->upper[j]) {
      common::ThrowUsageError(fmt::format("start, weight {}", j),
                              "a number within the box, " + common::FormatDouble(options.box->lower[j]) +
                                  " to " + common::FormatDouble(options.box->upper[j]),
                              common::FormatDouble(weight), "use Box::Clip to move it there");
    }
  }
}

CenteredRegularizer CompleteSquare(double lambda, const Proximity& proximity, int dimension) {
  if (proximity.alpha == 0) return {lambda, DenseVector::Zero(dimension), 0};
  const double strength = lambda + 2 * proximity.alpha;
  return {.strength = strength,
          .center = 2 * proximity.alpha / strength * proximity.center,
          .constant = lambda * (proximity.alpha / strength) * proximity.center.squaredNorm()};
}

}  // namespace structlab::structured_learning
