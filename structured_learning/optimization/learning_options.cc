#include "structured_learning/optimization/learning_options.h"

#include <cmath>
#include <sstream>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

std::string Text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

void CheckLimit(const char* name, double limit) {
  if (!(limit >= 0)) common::ThrowUsageError(name, "a limit of at least 0, or infinity", Text(limit));
}

}  // namespace

void CheckLambda(double lambda) {
  if (!(std::isfinite(lambda) && lambda > 0)) {
    common::ThrowUsageError("lambda", "a finite number above 0", Text(lambda));
  }
}

void CheckOptions(const LearningOptions& options) {
  if (!(std::isfinite(options.tolerance) && options.tolerance >= 0)) {
    common::ThrowUsageError("tolerance", "a finite number of at least 0", Text(options.tolerance));
  }
  CheckLimit("max_passes", options.max_passes);
  CheckLimit("max_seconds", options.max_seconds);
}

}  // namespace structlab::structured_learning
