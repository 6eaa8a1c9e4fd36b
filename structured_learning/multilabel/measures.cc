#include "structured_learning/multilabel/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "common/error.h"
#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

double Ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double F1(double precision, double recall) { return Ratio(2 * precision * recall, precision + recall); }

void CheckTags(std::span<const TagList> tags, int num_tags, const std::string& where) {
  for (size_t row = 0; row < tags.size(); ++row) {
    int before = -1;
    for (const int tag : tags[row]) {
      if (tag > before && tag < num_tags) {
        before = tag;
        continue;
      }
      common::ThrowUsageError(where, fmt::format("increasing tags below {}", num_tags),
                              fmt::format("{} after {} in row {}", tag, before, row));
    }
  }
}

void CheckRows(size_t truth, size_t predicted) {
  if (truth == predicted) return;
  common::ThrowUsageError("measures", fmt::format("predictions for {} rows", truth),
                          std::to_string(predicted));
}

// Tags in decreasing order of score; of equal scores the first tag comes first.
std::vector<int> ByFallingScore(const Eigen::Ref<const Eigen::MatrixXd>& scores, Eigen::Index row) {
  std::vector<int> order(scores.cols());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return scores(row, a) > scores(row, b); });
  return order;
}

}  // namespace

MultiLabelData SelectRows(const MultiLabelData& data, std::span<const int> rows) {
  MultiLabelData selected = data;
  selected.tags.clear();
  selected.features.resize(static_cast<Eigen::Index>(rows.size()), data.features.cols());
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    selected.features.startVec(row);
    for (Eigen::SparseMatrix<double, Eigen::RowMajor, int>::InnerIterator at(data.features, rows[i]); at;
         ++at) {
      selected.features.insertBack(row, at.col()) = at.value();
    }
    selected.tags.push_back(data.tags[rows[i]]);
  }
  selected.features.finalize();
  return selected;
}

void CheckMultiLabelData(const MultiLabelData& data, const std::string& where) {
  if (static_cast<size_t>(data.features.rows()) != data.tags.size()) {
    common::ThrowUsageError(where, fmt::format("tags of {} rows", data.features.rows()),
                            std::to_string(data.tags.size()));
  }
  CheckTags(data.tags, data.num_tags, where);
  for (Eigen::Index k = 0; k < data.features.nonZeros(); ++k) {
    if (std::isfinite(data.features.valuePtr()[k])) continue;
    common::ThrowUsageError(where, "finite features", "infinity or NaN");
  }
}

TagMeasures MeasureTags(std::span<const TagList> truth, std::span<const TagList> predicted, int num_tags) {
  CheckRows(truth.size(), predicted.size());
  CheckTags(truth, num_tags, "true tags");
  CheckTags(predicted, num_tags, "predicted tags");
  const auto tags = static_cast<size_t>(num_tags);
  std::vector<double> hits(tags, 0), given(tags, 0), present(tags, 0);
  TagMeasures measures;
  double wrong = 0;
  for (size_t row = 0; row < truth.size(); ++row) {
    TagList both;
    std::set_intersection(truth[row].begin(), truth[row].end(), predicted[row].begin(), predicted[row].end(),
                          std::back_inserter(both));
    for (const int tag : both) hits[tag] += 1;
    for (const int tag : predicted[row]) given[tag] += 1;
    for (const int tag : truth[row]) present[tag] += 1;
    const double differences =
        static_cast<double>(truth[row].size() + predicted[row].size() - 2 * both.size());
    wrong += differences;
    measures.exact += differences == 0 ? 1 : 0;
  }
  const auto sum = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
  };
  measures.micro.precision = Ratio(sum(hits), sum(given));
  measures.micro.recall = Ratio(sum(hits), sum(present));
  measures.micro.f1 = F1(measures.micro.precision, measures.micro.recall);
  double counted = 0;
  for (size_t tag = 0; tag < tags; ++tag) {
    if (present[tag] == 0) continue;
    const double precision = Ratio(hits[tag], given[tag]), recall = hits[tag] / present[tag];
    counted += 1;
    measures.macro.precision += precision;
    measures.macro.recall += recall;
    measures.macro.f1 += F1(precision, recall);
    measures.num_recalled += hits[tag] > 0 ? 1 : 0;
  }
  for (double* const value : {&measures.macro.precision, &measures.macro.recall, &measures.macro.f1}) {
    *value = Ratio(*value, counted);
  }
  measures.f1_of_means = F1(measures.macro.precision, measures.macro.recall);
  const double rows = static_cast<double>(truth.size());
  measures.hamming = Ratio(wrong, rows * num_tags);
  measures.exact = Ratio(measures.exact, rows);
  return measures;
}

RankingMeasures MeasureRanking(std::span<const TagList> truth,
                               const Eigen::Ref<const Eigen::MatrixXd>& scores, int count) {
  CheckRows(truth.size(), static_cast<size_t>(scores.rows()));
  CheckTags(truth, static_cast<int>(scores.cols()), "true tags");
  if (!scores.allFinite()) common::ThrowUsageError("measures", "finite scores", "infinity or NaN");
  if (count < 0 || count > scores.cols()) {
    common::ThrowUsageError("measures", fmt::format("a count from 0 to {}", scores.cols()),
                            std::to_string(count));
  }
  RankingMeasures measures;
  measures.precision.assign(count, 0);
  measures.ndcg.assign(count, 0);
  double pairs_rows = 0, tagged_rows = 0;
  for (size_t i = 0; i < truth.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const std::vector<int> order = ByFallingScore(scores, row);
    const auto is_present = [&](int tag) { return std::ranges::binary_search(truth[i], tag); };
    const double present = static_cast<double>(truth[i].size());
    const double absent = static_cast<double>(scores.cols()) - present;
    if (present > 0 && absent > 0) {
      // Groups of equal scores, from the highest: counts the absent tags above each present one, ties half.
      double wrong = 0, above = 0;
      for (size_t begin = 0; begin < order.size();) {
        size_t end = begin;
        double here = 0, absent_here = 0;
        while (end < order.size() && scores(row, order[end]) == scores(row, order[begin])) {
          (is_present(order[end]) ? here : absent_here) += 1;
          ++end;
        }
        wrong += here * (above + absent_here / 2);
        above += absent_here;
        begin = end;
      }
      measures.ranking_loss += wrong / (present * absent);
      pairs_rows += 1;
    }
    if (present == 0) continue;
    tagged_rows += 1;
    double hits = 0, gain = 0, max_gain = 0;
    for (int k = 0; k < count; ++k) {
      const double weight = 1 / std::log2(k + 2.0);
      const bool is_hit = is_present(order[k]);
      hits += is_hit ? 1 : 0;
      gain += is_hit ? weight : 0;
      max_gain += k < present ? weight : 0;
      measures.precision[k] += hits / (k + 1);
      measures.ndcg[k] += gain / max_gain;
    }
  }
  measures.ranking_loss = Ratio(measures.ranking_loss, pairs_rows);
  for (double& value : measures.precision) value = Ratio(value, tagged_rows);
  for (double& value : measures.ndcg) value = Ratio(value, tagged_rows);
  return measures;
}

std::vector<TagList> TagsAbove(const Eigen::Ref<const Eigen::MatrixXd>& scores, double threshold) {
  std::vector<TagList> tags(scores.rows());
  for (Eigen::Index i = 0; i < scores.rows(); ++i) {
    for (int t = 0; t < scores.cols(); ++t) {
      if (scores(i, t) > threshold) tags[i].push_back(t);
    }
  }
  return tags;
}

std::vector<TagList> TopTags(const Eigen::Ref<const Eigen::MatrixXd>& scores, int count) {
  std::vector<TagList> tags;
  for (Eigen::Index i = 0; i < scores.rows(); ++i) {
    std::vector<int> order = ByFallingScore(scores, i);
    order.resize(std::min(order.size(), static_cast<size_t>(std::max(0, count))));
    std::ranges::sort(order);
    tags.push_back(std::move(order));
  }
  return tags;
}

TagList BestConstantTags(std::span<const TagList> truth, int num_tags) {
  CheckTags(truth, num_tags, "true tags");
  std::vector<double> present(num_tags, 0);
  double all_present = 0;
  for (const TagList& tags : truth) {
    for (const int tag : tags) present[tag] += 1;
    all_present += static_cast<double>(tags.size());
  }
  TagList order(num_tags);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) { return present[a] > present[b]; });
  double hits = 0, best_f1 = 0;
  int best = 0;
  for (int count = 1; count <= num_tags; ++count) {
    hits += present[order[count - 1]];
    const double f1 = 2 * hits / (static_cast<double>(truth.size()) * count + all_present);
    if (f1 <= best_f1) continue;
    best_f1 = f1;
    best = count;
  }
  order.resize(best);
  return order;
}

std::vector<int> StratifiedTagFolds(std::span<const TagList> tags, int num_tags, int folds, uint64_t seed) {
  const auto rows = static_cast<int>(tags.size());
  if (folds < 2 || folds > rows) {
    common::ThrowUsageError("folds", fmt::format("from 2 to {}", rows), std::to_string(folds));
  }
  CheckTags(tags, num_tags, "tags");
  common::RandomStream random(seed, "stratified folds");
  const auto count = static_cast<size_t>(folds);
  std::vector<double> lacks_rows(count, static_cast<double>(rows) / folds);
  std::vector<std::vector<int>> rows_of(num_tags);
  for (const int row : random.Permutation(rows)) {
    for (const int tag : tags[row]) rows_of[tag].push_back(row);
  }
  std::vector<int> left(num_tags);
  std::vector<std::vector<double>> lacks(num_tags);
  for (size_t tag = 0; tag < rows_of.size(); ++tag) {
    left[tag] = static_cast<int>(rows_of[tag].size());
    lacks[tag].assign(count, static_cast<double>(left[tag]) / folds);
  }
  std::vector<int> fold_of(tags.size(), -1);
  const auto put = [&](int row, size_t fold) {
    fold_of[row] = static_cast<int>(fold);
    lacks_rows[fold] -= 1;
    for (const int tag : tags[row]) {
      lacks[tag][fold] -= 1;
      --left[tag];
    }
  };
  // The fold that lacks most by the first measure, then by the second, then the first one after a random
  // rotation.
  const auto neediest = [&](const std::vector<double>* first) {
    const size_t turn = random.UniformIndex(count);
    size_t best = turn;
    for (size_t k = 1; k < count; ++k) {
      const size_t fold = (turn + k) % count;
      const double difference = first == nullptr ? 0 : (*first)[fold] - (*first)[best];
      if (difference > 1e-9 || (difference > -1e-9 && lacks_rows[fold] > lacks_rows[best] + 1e-9))
        best = fold;
    }
    return best;
  };
  while (true) {
    int rarest = -1;
    for (int tag = 0; tag < num_tags; ++tag) {
      const int here = left[tag];
      if (here > 0 && (rarest < 0 || here < left[rarest])) rarest = tag;
    }
    if (rarest < 0) break;
    for (const int row : rows_of[rarest]) {
      if (fold_of[row] < 0) put(row, neediest(&lacks[rarest]));
    }
  }
  for (const int row : random.Permutation(rows)) {
    if (fold_of[row] < 0) put(row, neediest(nullptr));
  }
  return fold_of;
}

}  // namespace structlab::structured_learning
