#include "experiments/structured_svm_benchmark/reached_accuracy.h"

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_svm_benchmark {

using structured_learning::LearningResult;

namespace {

// The share of a bound that rounding may add: the primal is a sum over thousands of words.
constexpr double kRounding = 1e-9;

}  // namespace

void CheckOursReached(const std::string& benchmark, const LearningResult& ours, double share_of_primal) {
  const double most = share_of_primal * ours.primal;
  if (ours.ending == common::Ending::kGapReached && ours.gap <= most) return;  // NaN is above
  std::string where = benchmark, expected = "a gap of at most ", found = "a gap of ";
  where += ", our run";
  expected += common::FormatShort(most);
  found.append(common::FormatShort(ours.gap)).append(", ").append(EndingName(ours.ending));
  common::ThrowDataError(where, expected, found);
}

void CheckYardstickReached(const std::string& benchmark, double primal, const LearningResult& ours,
                           double share_of_primal) {
  const double most = ours.primal * (1 + share_of_primal);
  if (primal >= ours.dual * (1 - kRounding) && primal <= most * (1 + kRounding)) return;
  std::string where = benchmark, expected = "between our dual and what it was stopped at, ";
  where += ", primal of the yardstick";
  expected.append(common::FormatShort(ours.dual)).append(" and ").append(common::FormatShort(most));
  common::ThrowDataError(where, expected, common::FormatShort(primal));
}

}  // namespace structlab::structured_svm_benchmark
