#include "structured_learning/ranking/average_precision/ranking_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

template <class Rows>
constexpr bool kIsSparse = std::is_base_of_v<Eigen::SparseMatrixBase<Rows>, Rows>;

// Eight partial sums, so that the loop uses vector registers without changing the order between builds.
template <class T>
double DenseDot(const T* row, const double* weights, int64_t size) {
  constexpr int kLanes = 8;
  double sums[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane)
      sums[lane] += static_cast<double>(row[i + lane]) * weights[i + lane];
  }
  for (; i < size; ++i) sums[0] += static_cast<double>(row[i]) * weights[i];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

template <class T>
void AddDense(const T* row, double factor, int64_t size, double* target) {
  for (int64_t i = 0; i < size; ++i) target[i] += factor * static_cast<double>(row[i]);
}

// Two rows at once, so that the target is loaded and stored half as often.
template <class T>
void AddTwoDense(const T* a, double factor_a, const T* b, double factor_b, int64_t size, double* target) {
  for (int64_t i = 0; i < size; ++i) {
    target[i] += factor_a * static_cast<double>(a[i]) + factor_b * static_cast<double>(b[i]);
  }
}

template <class T>
void AddDenseRows(const kernels::DenseRows<T>& rows, int64_t begin, std::span<const double> coefficients,
                  double* target) {
  const int64_t columns = rows.cols();
  int64_t waiting = -1;  // a row that waits for a second one
  for (size_t k = 0; k < coefficients.size(); ++k) {
    if (coefficients[k] == 0) continue;
    const auto row = static_cast<int64_t>(k);
    if (waiting < 0) {
      waiting = row;
      continue;
    }
    AddTwoDense(rows.row(begin + waiting).data(), coefficients[waiting], rows.row(begin + row).data(),
                coefficients[row], columns, target);
    waiting = -1;
  }
  if (waiting >= 0) AddDense(rows.row(begin + waiting).data(), coefficients[waiting], columns, target);
}

template <class Rows>
Rows SelectFrom(const Rows& rows, std::span<const int> indices) {
  const auto count = static_cast<Eigen::Index>(indices.size());
  if constexpr (kIsSparse<Rows>) {
    Rows selected(count, rows.cols());
    Eigen::VectorXi sizes(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      sizes[k] = rows.outerIndexPtr()[indices[k] + 1] - rows.outerIndexPtr()[indices[k]];
    }
    selected.reserve(sizes);
    for (Eigen::Index k = 0; k < count; ++k) {
      for (typename Rows::InnerIterator at(rows, indices[k]); at; ++at)
        selected.insert(k, at.col()) = at.value();
    }
    selected.makeCompressed();
    return selected;
  } else {
    Rows selected(count, rows.cols());
    for (Eigen::Index k = 0; k < count; ++k) selected.row(k) = rows.row(indices[k]);
    return selected;
  }
}

void CheckQueries(const RankingData& data) {
  if (data.query_begin.size() < 2) common::ThrowDataError("data", "at least one query", "none");
  if (data.query_begin.front() != 0 || data.query_begin.back() != data.num_samples()) {
    common::ThrowDataError("queries", fmt::format("rows 0 to {}", data.num_samples()),
                           fmt::format("{} to {}", data.query_begin.front(), data.query_begin.back()));
  }
  const auto num_queries = static_cast<size_t>(data.num_queries());
  if (!data.query_weights.empty() && data.query_weights.size() != num_queries) {
    common::ThrowDataError("weights", fmt::format("one for each of the {} queries", num_queries),
                           std::to_string(data.query_weights.size()));
  }
  if (!data.query_names.empty() && data.query_names.size() != num_queries) {
    common::ThrowDataError("names", fmt::format("one for each of the {} queries", num_queries),
                           std::to_string(data.query_names.size()));
  }
  for (int query = 0; query < data.num_queries(); ++query) {
    if (data.query_size(query) < 1) common::ThrowDataError(data.NameOf(query), "at least one sample", "none");
    if (!(data.weight_of(query) > 0 && std::isfinite(data.weight_of(query)))) {
      common::ThrowDataError(data.NameOf(query), "a finite weight above 0",
                             common::FormatShort(data.weight_of(query)));
    }
  }
}

template <class T>
void CheckFeatures(std::span<const T> values, const auto& row_of) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    common::ThrowDataError(fmt::format("row {}", row_of(i)), "finite features",
                           common::FormatShort(static_cast<double>(values[i])));
  }
}

}  // namespace

int64_t NumRows(const RankingRows& rows) {
  return std::visit([](const auto& matrix) { return static_cast<int64_t>(matrix.rows()); }, rows);
}

int64_t NumColumns(const RankingRows& rows) {
  return std::visit([](const auto& matrix) { return static_cast<int64_t>(matrix.cols()); }, rows);
}

void ComputeScores(const RankingRows& rows, int64_t begin, const Eigen::Ref<const DenseVector>& weights,
                   std::span<double> scores) {
  std::visit(
      [&](const auto& matrix) {
        using Rows = std::remove_cvref_t<decltype(matrix)>;
        for (size_t k = 0; k < scores.size(); ++k) {
          const auto row = begin + static_cast<int64_t>(k);
          if constexpr (kIsSparse<Rows>) {
            double sum = 0;
            for (typename Rows::InnerIterator at(matrix, row); at; ++at) {
              sum += static_cast<double>(at.value()) * weights[at.col()];
            }
            scores[k] = sum;
          } else {
            scores[k] = DenseDot(matrix.row(row).data(), weights.data(), matrix.cols());
          }
        }
      },
      rows);
}

void AddWeightedRows(const RankingRows& rows, int64_t begin, std::span<const double> coefficients,
                     Eigen::Ref<DenseVector> target) {
  std::visit(
      [&](const auto& matrix) {
        using Rows = std::remove_cvref_t<decltype(matrix)>;
        if constexpr (kIsSparse<Rows>) {
          for (size_t k = 0; k < coefficients.size(); ++k) {
            if (coefficients[k] == 0) continue;
            for (typename Rows::InnerIterator at(matrix, begin + static_cast<int64_t>(k)); at; ++at) {
              target[at.col()] += coefficients[k] * static_cast<double>(at.value());
            }
          }
        } else {
          AddDenseRows(matrix, begin, coefficients, target.data());
        }
      },
      rows);
}

RankingRows SelectRows(const RankingRows& rows, std::span<const int> indices) {
  return std::visit([&](const auto& matrix) -> RankingRows { return SelectFrom(matrix, indices); }, rows);
}

std::string RankingData::NameOf(int query) const {
  return fmt::format("query {}", query_names.empty() ? std::to_string(query) : query_names[query]);
}

void CheckRankingData(const RankingData& data) {
  if (NumRows(data.rows) != data.num_samples()) {
    common::ThrowDataError("labels", fmt::format("one for each of the {} rows", NumRows(data.rows)),
                           std::to_string(data.num_samples()));
  }
  CheckQueries(data);
  for (int i = 0; i < data.num_samples(); ++i) {
    if (data.labels[i] > 1) {
      common::ThrowDataError(fmt::format("label of row {}", i), "0 or 1", std::to_string(data.labels[i]));
    }
  }
  std::visit(
      [](const auto& matrix) {
        using Rows = std::remove_cvref_t<decltype(matrix)>;
        if constexpr (kIsSparse<Rows>) {
          if (!matrix.isCompressed()) common::ThrowDataError("rows", "a compressed sparse matrix", "another");
          const int* const ends = matrix.outerIndexPtr();
          CheckFeatures(std::span<const typename Rows::Scalar>(matrix.valuePtr(),
                                                               static_cast<size_t>(matrix.nonZeros())),
                        [&](size_t i) {
                          return std::upper_bound(ends, ends + matrix.rows() + 1, static_cast<int>(i)) -
                                 ends - 1;
                        });
        } else {
          CheckFeatures(
              std::span<const typename Rows::Scalar>(matrix.data(), static_cast<size_t>(matrix.size())),
              [&](size_t i) { return static_cast<int64_t>(i) / matrix.cols(); });
        }
      },
      data.rows);
}

std::vector<int> QueriesWithBothLabels(const RankingData& data) {
  std::vector<int> queries;
  for (int query = 0; query < data.num_queries(); ++query) {
    const auto relevant = std::ranges::count(data.labels_of(query), 1);
    if (relevant > 0 && relevant < data.query_size(query)) queries.push_back(query);
  }
  return queries;
}

RankingData SelectQueries(const RankingData& data, std::span<const int> queries) {
  RankingData selected;
  std::vector<int> samples;
  selected.query_begin.push_back(0);
  for (const int query : queries) {
    for (int i = data.query_begin[query]; i < data.query_begin[query + 1]; ++i) samples.push_back(i);
    selected.query_begin.push_back(static_cast<int>(samples.size()));
    if (!data.query_weights.empty()) selected.query_weights.push_back(data.query_weights[query]);
    if (!data.query_names.empty()) selected.query_names.push_back(data.query_names[query]);
  }
  selected.rows = SelectRows(data.rows, samples);
  for (const int i : samples) selected.labels.push_back(data.labels[i]);
  return selected;
}

RankingData SelectSamples(const RankingData& data, std::span<const int> samples) {
  RankingData selected;
  selected.rows = SelectRows(data.rows, samples);
  selected.query_begin.push_back(0);
  size_t at = 0;
  for (int query = 0; query < data.num_queries(); ++query) {
    const size_t first = at;
    for (; at < samples.size() && samples[at] < data.query_begin[query + 1]; ++at) {
      selected.labels.push_back(data.labels[samples[at]]);
    }
    if (at == first) continue;
    selected.query_begin.push_back(static_cast<int>(at));
    if (!data.query_weights.empty()) selected.query_weights.push_back(data.query_weights[query]);
    if (!data.query_names.empty()) selected.query_names.push_back(data.query_names[query]);
  }
  return selected;
}

}  // namespace structlab::structured_learning
