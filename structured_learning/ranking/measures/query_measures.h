// Mean average precision over queries, with a bootstrap interval.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_QUERY_MEASURES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_QUERY_MEASURES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/statistics.h"
#include "structured_learning/ranking/measures/average_precision.h"

namespace structlab::structured_learning {

// Scores and labels of the samples that belong to one query.
struct ScoredQuery {
  std::vector<double> scores;
  std::vector<uint8_t> is_relevant;
};

// What a query without a relevant sample counts: it has no average precision.
enum class EmptyQuery { kLeftOut, kCountsAsZero, kCountsAsOne };

struct MeanAveragePrecision {
  AveragePrecision value;     // mean over the queries that count
  double constant_score = 0;  // mean AP of a ranking that gives all samples of a query the same score
  int64_t num_queries = 0;    // that count
  int64_t num_without_relevant = 0;
  std::vector<double> of_queries = {};  // AP (mean over ties) of each query that counts, in their order
};

// Throws common::Error (usage) as ComputeAveragePrecision, and if no query counts.
//
//     const MeanAveragePrecision map = ComputeMeanAveragePrecision(queries);
MeanAveragePrecision ComputeMeanAveragePrecision(std::span<const ScoredQuery> queries,
                                                 EmptyQuery empty = EmptyQuery::kLeftOut);

struct BootstrapOptions {
  double confidence = 0.95;  // between 0 and 1
  int resamples = 1000;      // >= 100
  uint64_t seed = 1;
};

// Percentile bootstrap interval of the mean AP: over the queries that count, or over the samples if there is
// only one. Samples drawn twice are tied; a draw without a relevant sample is replaced by another one. The
// interval says how the mean AP of this fixed ranking varies with the queries (or samples), not how it varies
// with the training data. Nothing with one query of one sample. Throws as above, and common::Error (usage)
// for options out of range. Deterministic given the seed. Stop points (common/stop_point.h). O(n log n +
// resamples n) for n queries or samples.
std::optional<common::Interval> BootstrapMeanAveragePrecision(std::span<const ScoredQuery> queries,
                                                              EmptyQuery empty = EmptyQuery::kLeftOut,
                                                              const BootstrapOptions& options = {});

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_MEASURES_QUERY_MEASURES_H_
