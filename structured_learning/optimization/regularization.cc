#include "structured_learning/optimization/regularization.h"

#include <cmath>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

void Check(const char* name, double strength, int n) {
  if (!(std::isfinite(strength) && strength > 0)) {
    common::ThrowUsageError(name, "a finite number above 0", common::FormatDouble(strength));
  }
  if (n < 1) common::ThrowUsageError("n", "at least one sample", std::to_string(n));
}

}  // namespace

Regularization FromPrinted(PrintedObjective objective, double strength, int n) {
  Check(objective == PrintedObjective::kLambdaMean ? "lambda" : "C", strength, n);
  switch (objective) {
    case PrintedObjective::kLambdaMean:
      return {.lambda = strength, .factor = 1};
    case PrintedObjective::kMeanC:
      return {.lambda = 1 / strength, .factor = strength};
    case PrintedObjective::kSumC:
      return {.lambda = 1 / (n * strength), .factor = n * strength};
    case PrintedObjective::kSumCUnhalved:
      return {.lambda = 2 / (n * strength), .factor = n * strength};
  }
  STRUCTLAB_CHECK(false);
}

double ToPrinted(PrintedObjective objective, double lambda, int n) {
  Check("lambda", lambda, n);
  switch (objective) {
    case PrintedObjective::kLambdaMean:
      return lambda;
    case PrintedObjective::kMeanC:
      return 1 / lambda;
    case PrintedObjective::kSumC:
      return 1 / (n * lambda);
    case PrintedObjective::kSumCUnhalved:
      return 2 / (n * lambda);
  }
  STRUCTLAB_CHECK(false);
}

}  // namespace structlab::structured_learning
