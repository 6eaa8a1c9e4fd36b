#include "structured_learning/ranking/average_precision/average_precision_problem.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "common/error.h"

namespace structlab::structured_learning {
AveragePrecisionProblem::AveragePrecisionProblem(std::shared_ptr<const RankingData> data, SlotScan scan)
    : data_(std::move(data)), scan_(scan) {
  CheckRankingData(*data_);
  if (NumColumns(data_->rows) > std::numeric_limits<int>::max()) {
    common::ThrowDataError("features", "at most 2^31 - 1", std::to_string(NumColumns(data_->rows)));
  }
  dimension_ = static_cast<int>(NumColumns(data_->rows));
  double sum = 0;
  for (int query = 0; query < size(); ++query) {
    const auto relevant = std::ranges::count(data_->labels_of(query), 1);
    if (relevant == 0 || relevant == data_->query_size(query)) {
      common::ThrowDataError(data_->NameOf(query), "relevant samples and others",
                             relevant == 0 ? "no relevant sample" : "only relevant samples", "leave it out");
    }
    sum += data_->weight_of(query);
  }
  for (int query = 0; query < size(); ++query) factors_.push_back(size() * (data_->weight_of(query) / sum));
}

std::vector<int> AveragePrecisionProblem::truth(int query) const {
  std::vector<int> ranking(data_->query_size(query));
  std::iota(ranking.begin(), ranking.end(), 0);
  const Relevance labels = data_->labels_of(query);
  std::stable_partition(ranking.begin(), ranking.end(), [&](int i) { return labels[i] == 1; });
  return ranking;
}

double AveragePrecisionProblem::Loss(int query, const Output& ranking) const {
  return factors_[query] * ApLossOf(SplitByLabel(ranking, data_->labels_of(query)));
}

DenseVector AveragePrecisionProblem::JointFeature(int query, const Output& ranking) const {
  const Relevance labels = data_->labels_of(query);
  std::vector<double> coefficients = InversionWeights(SplitByLabel(ranking, labels));
  // Phi(R) = Phi(R*) - (Phi(R*) - Phi(R)).
  const auto relevant = static_cast<double>(std::ranges::count(labels, 1));
  const double others = static_cast<double>(labels.size()) - relevant;
  for (size_t i = 0; i < coefficients.size(); ++i) {
    coefficients[i] = labels[i] == 1 ? 1 / relevant - coefficients[i] : coefficients[i] - 1 / others;
    coefficients[i] *= factors_[query];
  }
  DenseVector feature = DenseVector::Zero(dimension_);
  AddWeightedRows(data_->rows, data_->query_begin[query], coefficients, feature);
  return feature;
}

std::vector<double> AveragePrecisionProblem::Scores(int query, const WeightsView& weights) const {
  std::vector<double> scores(data_->query_size(query));
  ComputeScores(data_->rows, data_->query_begin[query], weights, scores);
  return scores;
}

std::vector<int> AveragePrecisionProblem::Predict(int query, const WeightsView& weights) const {
  return OrderByFallingScore(Scores(query, weights));
}

std::vector<int> AveragePrecisionProblem::LossAugmentedInference(int query,
                                                                 const WeightsView& weights) const {
  return OrderOf(MostViolatedRanking(Scores(query, weights), data_->labels_of(query), scan_));
}

Plane<DenseVector> AveragePrecisionProblem::PlaneOf(int query, const Output& ranking) const {
  const Relevance labels = data_->labels_of(query);
  const ViolatedRanking split = SplitByLabel(ranking, labels);
  std::vector<double> coefficients = InversionWeights(split);
  for (size_t i = 0; i < coefficients.size(); ++i) {
    coefficients[i] *= labels[i] == 1 ? factors_[query] : -factors_[query];
  }
  Plane<DenseVector> plane{DenseVector::Zero(dimension_), factors_[query] * ApLossOf(split)};
  AddWeightedRows(data_->rows, data_->query_begin[query], coefficients, plane.plane);
  return plane;
}

}  // namespace structlab::structured_learning
