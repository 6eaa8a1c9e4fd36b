#include "structured_learning/ranking/measures/average_precision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "common/error.h"

namespace structlab::structured_learning {
namespace {

void CheckSamples(size_t num_scores, Relevance is_relevant) {
  if (num_scores != is_relevant.size()) {
    common::ThrowUsageError("scores", fmt::format("one for each of the {} labels", is_relevant.size()),
                            std::to_string(num_scores));
  }
  for (size_t i = 0; i < is_relevant.size(); ++i) {
    if (is_relevant[i] > 1) {
      common::ThrowUsageError(fmt::format("label of sample {}", i), "0 or 1", std::to_string(is_relevant[i]));
    }
  }
}

void CheckHasRelevant(bool has_relevant) {
  if (!has_relevant) common::ThrowUsageError("labels", "at least one relevant sample", "none");
}

// The contribution to |P| AP of a group below `above` samples, of which `found` are relevant.
struct GroupSum {
  double mean = 0, lowest = 0, highest = 0;
};

// With an order drawn at random, place k of the group has a relevant sample with probability r/t, and then
// (k - 1) (r - 1) / (t - 1) of those before it in the group are expected to be relevant.
double MeanSumOf(const TieGroup& group, int64_t above, int64_t found) {
  const auto size = static_cast<double>(group.size), relevant = static_cast<double>(group.relevant);
  const double step = group.size > 1 ? (relevant - 1) / (size - 1) : 0;
  double sum = 0;
  for (int64_t k = 1; k <= group.size; ++k) {
    sum +=
        (static_cast<double>(found + 1) + static_cast<double>(k - 1) * step) / static_cast<double>(above + k);
  }
  return sum * (relevant / size);
}

// The sum if the relevant samples of the group are consecutive, below `above` samples.
double ConsecutiveSum(int64_t relevant, int64_t above, int64_t found) {
  double sum = 0;
  for (int64_t k = 1; k <= relevant; ++k)
    sum += static_cast<double>(found + k) / static_cast<double>(above + k);
  return sum;
}

GroupSum SumOf(const TieGroup& group, int64_t above, int64_t found) {
  if (group.relevant == 0) return {};
  return {MeanSumOf(group, above, found),
          ConsecutiveSum(group.relevant, above + group.size - group.relevant, found),
          ConsecutiveSum(group.relevant, above, found)};
}

std::vector<TieGroup> GroupsInOrder(std::span<const int> order, std::span<const double> scores,
                                    Relevance is_relevant) {
  std::vector<TieGroup> groups;
  for (const int i : order) {
    if (groups.empty() || groups.back().score != scores[i]) groups.push_back({scores[i], 0, 0});
    ++groups.back().size;
    groups.back().relevant += is_relevant[i];
  }
  return groups;
}

}  // namespace

std::vector<int> OrderByFallingScore(std::span<const double> scores) {
  for (size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) {
      common::ThrowUsageError(fmt::format("score of sample {}", i), "a number", "NaN");
    }
  }
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order,
                    [&](int a, int b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
  return order;
}

double AveragePrecisionOfOrder(Relevance is_relevant) {
  CheckSamples(is_relevant.size(), is_relevant);
  int64_t found = 0, rank = 0;
  double sum = 0;
  for (const uint8_t label : is_relevant) {
    ++rank;
    if (label == 0) continue;
    ++found;
    sum += static_cast<double>(found) / static_cast<double>(rank);
  }
  CheckHasRelevant(found > 0);
  return sum / static_cast<double>(found);
}

std::vector<TieGroup> TieGroupsOf(std::span<const double> scores, Relevance is_relevant) {
  CheckSamples(scores.size(), is_relevant);
  return GroupsInOrder(OrderByFallingScore(scores), scores, is_relevant);
}

double MeanAveragePrecisionOfTies(std::span<const TieGroup> groups) {
  int64_t above = 0, found = 0;
  double sum = 0;
  for (const TieGroup& group : groups) {
    if (group.relevant > 0) sum += MeanSumOf(group, above, found);
    above += group.size;
    found += group.relevant;
  }
  if (found == 0) return std::numeric_limits<double>::quiet_NaN();
  return std::min(1.0, sum / static_cast<double>(found));
}

AveragePrecision ComputeAveragePrecision(std::span<const double> scores, Relevance is_relevant) {
  CheckSamples(scores.size(), is_relevant);
  const std::vector<int> order = OrderByFallingScore(scores);
  GroupSum sum;
  int64_t above = 0, found = 0;
  for (const TieGroup& group : GroupsInOrder(order, scores, is_relevant)) {
    const GroupSum part = SumOf(group, above, found);
    sum.mean += part.mean;
    sum.lowest += part.lowest;
    sum.highest += part.highest;
    above += group.size;
    found += group.relevant;
  }
  CheckHasRelevant(found > 0);
  std::vector<uint8_t> ordered(order.size());
  std::ranges::transform(order, ordered.begin(), [&](int i) { return is_relevant[i]; });
  const auto relevant = static_cast<double>(found);
  // Rounding must not lift a perfect ranking above 1, or the mean out of its range.
  const double highest = std::min(1.0, sum.highest / relevant),
               lowest = std::min(highest, sum.lowest / relevant);
  return {std::clamp(sum.mean / relevant, lowest, highest), lowest, highest,
          AveragePrecisionOfOrder(ordered)};
}

double WorstAveragePrecision(int64_t relevant, int64_t others) {
  if (relevant < 1) common::ThrowUsageError("relevant", "at least 1", std::to_string(relevant));
  if (others < 0) common::ThrowUsageError("others", "at least 0", std::to_string(others));
  return ConsecutiveSum(relevant, others, 0) / static_cast<double>(relevant);
}

}  // namespace structlab::structured_learning
