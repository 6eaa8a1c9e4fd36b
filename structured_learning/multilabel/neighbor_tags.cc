#include "structured_learning/multilabel/neighbor_tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

constexpr double kFlip = 1e-5;  // eps

const TagList& TagsOf(std::span<const TagList> tags, int row) { return tags[row]; }

// The sums over rows in a step of expectation maximisation.
struct Expectation {
  Eigen::VectorXd weights;
  double log_likelihood = 0;
};

class RankWeightFit {
 public:
  RankWeightFit(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags, int num_tags)
      : neighbors_(neighbors), tags_(tags), num_tags_(num_tags), share_(Eigen::VectorXd::Zero(num_tags)) {
    double present = 0;
    for (const TagList& row : tags) present += static_cast<double>(row.size());
    const double absent = static_cast<double>(tags.size()) * num_tags - present;
    // The mean over present and absent tags, with weight 1/2 for each kind; if one kind is missing, the other
    // has all weight.
    present_ = present > 0 ? 0.5 / present : 0;
    absent_ = absent > 0 ? 0.5 / absent : 0;
  }

  // The log-likelihood at the given weights, and the weights after a step.
  Expectation Step(const Eigen::VectorXd& weights) {
    Expectation next = {Eigen::VectorXd::Zero(weights.size()), 0};
    double common = 0;  // a factor that all weights get
    for (size_t i = 0; i < tags_.size(); ++i) {
      if (i % 256 == 0) common::StopPoint();
      common += Row(i, weights, next);
    }
    next.weights += common * weights;
    next.weights /= next.weights.sum();
    return next;
  }

 private:
  double Row(size_t i, const Eigen::VectorXd& weights, Expectation& next) {
    touched_.clear();
    const std::vector<int>& neighbors = neighbors_[i];
    for (size_t k = 0; k < neighbors.size(); ++k) {
      for (const int tag : TagsOf(tags_, neighbors[k])) {
        if (share_[tag] == 0) touched_.push_back(tag);
        share_[tag] += weights[static_cast<Eigen::Index>(k)];
      }
    }
    for (const int tag : tags_[i]) {
      if (share_[tag] == 0) touched_.push_back(tag);
    }
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    // p(y | neighbor k) is `other` if the neighbor lacks the tag, and `other + more` if it has it.
    double common = 0;
    for (const int tag : touched_) {
      const bool is_present = std::ranges::binary_search(tags_[i], tag);
      const double cost = is_present ? present_ : absent_;
      const double other = is_present ? kFlip : 1 - kFlip, more = is_present ? 1 - 2 * kFlip : 2 * kFlip - 1;
      const double p = other + more * share_[tag];
      next.log_likelihood += cost * std::log(p);
      common += cost * other / p;
      share_[tag] = cost * more / p;  // the additional part of neighbors with the tag
    }
    for (size_t k = 0; k < neighbors.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      for (const int tag : TagsOf(tags_, neighbors[k])) next.weights[at] += weights[at] * share_[tag];
    }
    for (const int tag : touched_) share_[tag] = 0;
    const double untouched = static_cast<double>(num_tags_) - static_cast<double>(touched_.size());
    next.log_likelihood += absent_ * untouched * std::log(1 - kFlip);
    return common + absent_ * untouched;
  }

  std::span<const std::vector<int>> neighbors_;
  std::span<const TagList> tags_;
  int num_tags_;
  double present_, absent_;
  Eigen::VectorXd share_;
  std::vector<int> touched_;
};

}  // namespace

Eigen::MatrixXd JecScores(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                          int num_tags) {
  Eigen::VectorXd frequency = Eigen::VectorXd::Zero(num_tags);
  Eigen::MatrixXd together = Eigen::MatrixXd::Zero(num_tags, num_tags);
  for (const TagList& row : tags) {
    for (const int a : row) {
      frequency[a] += 1;
      for (const int b : row) together(a, b) += 1;
    }
  }
  const double max_frequency = static_cast<double>(tags.size());
  Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(neighbors.size()), num_tags);
  for (size_t i = 0; i < neighbors.size(); ++i) {
    if (neighbors[i].empty()) continue;
    auto row = scores.row(static_cast<Eigen::Index>(i));
    const TagList& first = TagsOf(tags, neighbors[i][0]);
    // The count of the other neighbors with the tag, times how often the tag occurs together with a tag of
    // the nearest row (plus 0.5, so that it is never 0).
    for (size_t k = 1; k < neighbors[i].size(); ++k) {
      for (const int tag : TagsOf(tags, neighbors[i][k])) row[tag] += 1;
    }
    const auto others = static_cast<double>(neighbors[i].size());
    for (int tag = 0; tag < num_tags; ++tag) {
      if (row[tag] == 0) continue;
      double with = 0.5;
      for (const int other : first) with += together(tag, other);
      row[tag] *= with / (others * (max_frequency * static_cast<double>(first.size()) + 1));
    }
    for (const int tag : first) row[tag] = 1 + frequency[tag] / max_frequency;
  }
  return scores;
}

RankWeights FitRankWeights(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                           int num_tags, const common::RunControl& run) {
  if (neighbors.empty() || neighbors[0].empty() || neighbors.size() != tags.size()) {
    common::ThrowUsageError("rank weights", "training rows with at least one neighbor each",
                            fmt::format("{} lists of neighbors", neighbors.size()));
  }
  RankWeightFit fit(neighbors, tags, num_tags);
  const auto count = static_cast<Eigen::Index>(neighbors[0].size());
  RankWeights result;
  result.weights = Eigen::VectorXd::Constant(count, 1 / static_cast<double>(count));
  common::RunRecorder recorder(run);
  Expectation at = fit.Step(result.weights);
  result.log_likelihood = at.log_likelihood;
  std::optional<common::Ending> ending = recorder.Record(0, -at.log_likelihood);
  while (!ending) {
    const Expectation next = fit.Step(at.weights);
    ++result.steps;
    result.weights = at.weights;
    result.log_likelihood = next.log_likelihood;
    ending = recorder.Record(static_cast<double>(result.steps), -next.log_likelihood);
    if (next.log_likelihood - at.log_likelihood <= 1e-7) ending = common::Ending::kConverged;
    at = next;
  }
  result.ending = *ending;
  result.trace = recorder.Take();
  return result;
}

Eigen::MatrixXd RankWeightedScores(std::span<const std::vector<int>> neighbors, std::span<const TagList> tags,
                                   int num_tags, const Eigen::VectorXd& weights) {
  Eigen::MatrixXd scores =
      Eigen::MatrixXd::Constant(static_cast<Eigen::Index>(neighbors.size()), num_tags, kFlip);
  for (size_t i = 0; i < neighbors.size(); ++i) {
    for (size_t k = 0; k < neighbors[i].size() && static_cast<Eigen::Index>(k) < weights.size(); ++k) {
      for (const int tag : TagsOf(tags, neighbors[i][k])) {
        scores(static_cast<Eigen::Index>(i), tag) += (1 - 2 * kFlip) * weights[static_cast<Eigen::Index>(k)];
      }
    }
  }
  return scores;
}

}  // namespace structlab::structured_learning
