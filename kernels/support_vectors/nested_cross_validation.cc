#include "kernels/support_vectors/nested_cross_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "common/error.h"

namespace structlab::kernels {
namespace {

class MeanQuality {
 public:
  void Add(const SvmQuality& quality) {
    accuracy_ += quality.accuracy;
    ++folds_;
    if (!quality.area_under_curve) return;
    area_ += *quality.area_under_curve;
    ++folds_with_area_;
  }
  SvmQuality Mean() const {
    SvmQuality mean = {.accuracy = accuracy_ / folds_};
    if (folds_with_area_ > 0) mean.area_under_curve = area_ / folds_with_area_;
    return mean;
  }

 private:
  double accuracy_ = 0, area_ = 0;
  int folds_ = 0, folds_with_area_ = 0;
};

void Check(std::span<const int> labels, std::span<const int> fold_of, const NestedValidation& options) {
  if (options.costs.empty()) common::ThrowUsageError("costs", "at least one", "none");
  if (fold_of.size() != labels.size() || labels.empty()) {
    common::ThrowUsageError("fold_of", fmt::format("a fold for each of {} labels", labels.size()),
                            std::to_string(fold_of.size()));
  }
}

double CostOf(const Eigen::MatrixXd& gram, std::span<const int> labels, const GramOfFold& gram_of,
              const std::vector<int>& training, const NestedValidation& options) {
  const std::vector<double>& costs = options.costs;
  if (costs.size() == 1) return costs[0];
  return options.inner == InnerGram::kPerFold
             ? ChooseCost(gram, labels, training, costs, options.inner_folds, options.seed)
             : ChooseCostOfFolds(gram_of, labels, training, costs, options.inner_folds, options.seed);
}

}  // namespace

CrossValidated CrossValidate(std::span<const int> labels, std::span<const int> fold_of,
                             const GramOfFold& gram_of, const NestedValidation& options) {
  Check(labels, fold_of, options);
  const std::vector<double>& costs = options.costs;
  CrossValidated result;
  MeanQuality chosen;
  std::vector<MeanQuality> by_cost(costs.size());
  for (int fold = 0; fold <= std::ranges::max(fold_of); ++fold) {
    std::vector<int> training, test;
    for (size_t i = 0; i < fold_of.size(); ++i) {
      (fold_of[i] == fold ? test : training).push_back(static_cast<int>(i));
    }
    const Eigen::MatrixXd gram = gram_of(training);
    const double cost = CostOf(gram, labels, gram_of, training, options);
    for (size_t k = 0; k < costs.size(); ++k) {
      const SvmQuality quality = TrainAndTest(gram, labels, training, test, costs[k]);
      by_cost[k].Add(quality);
      if (costs[k] != cost) continue;
      chosen.Add(quality);
      result.by_fold.push_back(quality);
    }
  }
  result.chosen = chosen.Mean();
  result.highest = by_cost[0].Mean();
  for (const MeanQuality& of_cost : by_cost) {
    const SvmQuality mean = of_cost.Mean();
    result.highest.accuracy = std::max(result.highest.accuracy, mean.accuracy);
    if (!mean.area_under_curve) continue;
    std::optional<double>& area = result.highest.area_under_curve;
    area = std::max(area.value_or(0), *mean.area_under_curve);
  }
  return result;
}

}  // namespace structlab::kernels
