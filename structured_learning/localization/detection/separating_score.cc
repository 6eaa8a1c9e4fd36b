#include "structured_learning/localization/detection/separating_score.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace structlab::structured_learning {

double SeparatingScore(const std::vector<double>& with, const std::vector<double>& without) {
  // Each score with what it adds to the errors when the limit reaches it.
  std::vector<std::pair<double, double>> steps;
  for (const double score : with) steps.emplace_back(score, 1.0 / static_cast<double>(with.size()));
  for (const double score : without) steps.emplace_back(score, -1.0 / static_cast<double>(without.size()));
  std::ranges::sort(steps);
  constexpr double kRounding = 1e-12;
  double errors = 1, least = 1, limit = steps.front().first - 1;
  for (size_t k = 0; k < steps.size(); ++k) {
    errors += steps[k].second;
    const bool is_last = k + 1 == steps.size();
    if (!is_last && steps[k + 1].first == steps[k].first) continue;
    if (errors > least + kRounding) continue;
    least = errors;
    limit = is_last ? steps[k].first : (steps[k].first + steps[k + 1].first) / 2;
  }
  return limit;
}

}  // namespace structlab::structured_learning
