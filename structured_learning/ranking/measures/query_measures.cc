#include "structured_learning/ranking/measures/query_measures.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

bool HasRelevant(const ScoredQuery& query) { return std::ranges::count(query.is_relevant, 1) > 0; }

AveragePrecision ConstantValue(double value) { return {value, value, value, value}; }

void AddTo(const AveragePrecision& part, AveragePrecision& sum) {
  sum.mean += part.mean;
  sum.lowest += part.lowest;
  sum.highest += part.highest;
  sum.stable += part.stable;
}

void CheckBootstrapOptions(const BootstrapOptions& options) {
  if (!(options.confidence > 0 && options.confidence < 1)) {
    common::ThrowUsageError("confidence", "between 0 and 1", common::FormatShort(options.confidence));
  }
  if (options.resamples < 100) {
    common::ThrowUsageError("resamples", "at least 100", std::to_string(options.resamples));
  }
}

// The quantile of sorted values, interpolated between the two nearest ones.
double Quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<size_t>(place);
  const size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (place - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

// AP of resampled samples of one query. Draws which tie group each sample falls into.
std::optional<common::Interval> BootstrapSamples(const ScoredQuery& query, const BootstrapOptions& options) {
  const std::vector<TieGroup> groups = TieGroupsOf(query.scores, query.is_relevant);
  const size_t n = query.scores.size();
  if (n < 2) return std::nullopt;
  // Group and label of each sample, in the order of the groups.
  std::vector<uint32_t> group_of(n);
  std::vector<uint8_t> label_of(n, 0);
  size_t at = 0;
  for (size_t g = 0; g < groups.size(); ++g) {
    for (int64_t k = 0; k < groups[g].size; ++k, ++at) {
      group_of[at] = static_cast<uint32_t>(g);
      label_of[at] = k < groups[g].relevant ? 1 : 0;
    }
  }
  common::RandomStream stream(options.seed, "ranking/bootstrap");
  std::vector<double> values;
  std::vector<TieGroup> drawn(groups.size());
  while (static_cast<int>(values.size()) < options.resamples) {
    common::StopPoint();
    std::ranges::fill(drawn, TieGroup{0, 0, 0});
    for (size_t i = 0; i < n; ++i) {
      const auto sample = static_cast<size_t>(stream.UniformIndex(n));
      ++drawn[group_of[sample]].size;
      drawn[group_of[sample]].relevant += label_of[sample];
    }
    const double value = MeanAveragePrecisionOfTies(drawn);
    if (!std::isnan(value)) values.push_back(value);
  }
  std::ranges::sort(values);
  const double tail = (1 - options.confidence) / 2;
  return common::Interval{Quantile(values, tail), Quantile(values, 1 - tail)};
}

}  // namespace

MeanAveragePrecision ComputeMeanAveragePrecision(std::span<const ScoredQuery> queries, EmptyQuery empty) {
  MeanAveragePrecision result = {.value = ConstantValue(0)};
  for (const ScoredQuery& query : queries) {
    AveragePrecision value;
    double constant;
    if (!HasRelevant(query)) {
      TieGroupsOf(query.scores, query.is_relevant);  // throws for invalid scores and labels
      ++result.num_without_relevant;
      if (empty == EmptyQuery::kLeftOut) continue;
      constant = empty == EmptyQuery::kCountsAsOne ? 1 : 0;
      value = ConstantValue(constant);
    } else {
      value = ComputeAveragePrecision(query.scores, query.is_relevant);
      const auto size = static_cast<int64_t>(query.scores.size());
      const TieGroup all = {0, size, std::ranges::count(query.is_relevant, 1)};
      constant = MeanAveragePrecisionOfTies(std::span(&all, 1));
    }
    ++result.num_queries;
    AddTo(value, result.value);
    result.constant_score += constant;
    result.of_queries.push_back(value.mean);
  }
  if (result.num_queries == 0) {
    common::ThrowUsageError("queries", "at least one with a relevant sample", "none");
  }
  const auto n = static_cast<double>(result.num_queries);
  result.value = {result.value.mean / n, result.value.lowest / n, result.value.highest / n,
                  result.value.stable / n};
  result.constant_score /= n;
  return result;
}

std::optional<common::Interval> BootstrapMeanAveragePrecision(std::span<const ScoredQuery> queries,
                                                              EmptyQuery empty,
                                                              const BootstrapOptions& options) {
  CheckBootstrapOptions(options);
  const std::vector<double> of_queries = ComputeMeanAveragePrecision(queries, empty).of_queries;
  if (of_queries.size() == 1) {
    const auto only = std::ranges::find_if(queries, HasRelevant);
    if (only == queries.end()) return std::nullopt;
    return BootstrapSamples(*only, options);
  }
  common::RandomStream stream(options.seed, "ranking/bootstrap");
  return common::BootstrapInterval(of_queries, options.confidence, options.resamples, stream);
}

}  // namespace structlab::structured_learning
