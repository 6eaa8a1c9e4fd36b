// Samples to rank: rows of features, labels, and the queries that they belong to.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_RANKING_DATA_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_RANKING_DATA_H_

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kernels/functions/rows.h"
#include "structured_learning/problem/feature_vector.h"

namespace structlab::structured_learning {

// Dense or compressed sparse rows of doubles or floats. Floats take half of the memory and time; sums are of
// doubles in any case.
using RankingRows = std::variant<kernels::DenseRows<double>, kernels::DenseRows<float>,
                                 kernels::SparseRowsOf<double>, kernels::SparseRowsOf<float>>;

int64_t NumRows(const RankingRows& rows);
int64_t NumColumns(const RankingRows& rows);

// scores[k] = w'x of row begin + k, for all entries of `scores`. O(non-zeros).
void ComputeScores(const RankingRows& rows, int64_t begin, const Eigen::Ref<const DenseVector>& weights,
                   std::span<double> scores);
// target += sum_k coefficients[k] x of row begin + k. Rows with the coefficient 0 cost nothing. O(non-zeros).
void AddWeightedRows(const RankingRows& rows, int64_t begin, std::span<const double> coefficients,
                     Eigen::Ref<DenseVector> target);
// The given rows in the given order, in the same form.
RankingRows SelectRows(const RankingRows& rows, std::span<const int> indices);

// The samples of a query are consecutive rows.
//
//     RankingData data;
//     data.rows = kernels::DenseRows<double>{{0.9, 1.0}, {0.2, 0.1}, {0.4, 0.3}};
//     data.labels = {1, 0, 0};
//     data.query_begin = {0, 3};  // one query
struct RankingData {
  RankingRows rows;
  std::vector<uint8_t> labels;                // 1: relevant, 0: not
  std::vector<int> query_begin;               // first row of each query, and the number of rows
  std::vector<double> query_weights = {};     // of each query, > 0 and finite; empty: all 1
  std::vector<std::string> query_names = {};  // for messages; empty: numbers from 0

  int num_samples() const { return static_cast<int>(labels.size()); }
  int num_queries() const { return static_cast<int>(query_begin.size()) - 1; }
  int query_size(int query) const { return query_begin[query + 1] - query_begin[query]; }
  std::span<const uint8_t> labels_of(int query) const {
    return std::span(labels).subspan(query_begin[query], query_size(query));
  }
  double weight_of(int query) const { return query_weights.empty() ? 1 : query_weights[query]; }
  // "query NAME".
  std::string NameOf(int query) const;
};

// Throws common::Error (data), naming the query or row, unless there is a query, each has a sample, there is
// a row of finite features and a label 0 or 1 for each sample, and weights and names fit.
void CheckRankingData(const RankingData& data);

// The queries with samples of both kinds: all others say nothing about a ranking.
std::vector<int> QueriesWithBothLabels(const RankingData& data);

// The given queries, in the given order, with all of their samples.
RankingData SelectQueries(const RankingData& data, std::span<const int> queries);
// The given samples, which increase; queries without one of them are left out.
RankingData SelectSamples(const RankingData& data, std::span<const int> samples);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_AVERAGE_PRECISION_RANKING_DATA_H_
