#include "kernels/support_vectors/cross_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/statistics.h"
#include "common/stop_point.h"
#include "kernels/support_vectors/kernel_svm.h"

namespace structlab::kernels {
namespace {

void CheckRows(std::span<const int> rows, std::span<const int> labels, const char* name) {
  for (const int row : rows) {
    if (row < 0 || static_cast<size_t>(row) >= labels.size()) {
      common::ThrowUsageError(name, fmt::format("rows from 0 to {}", labels.size() - 1), std::to_string(row));
    }
  }
}

std::vector<int> LabelsOf(std::span<const int> rows, std::span<const int> labels) {
  std::vector<int> of_rows;
  for (const int row : rows) of_rows.push_back(labels[row]);
  return of_rows;
}

Eigen::MatrixXd Part(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> rows,
                     std::span<const int> columns) {
  Eigen::MatrixXd part(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for (size_t j = 0; j < columns.size(); ++j) {
    for (size_t i = 0; i < rows.size(); ++i) {
      part(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = gram(rows[i], columns[j]);
    }
  }
  return part;
}

double ShareOfEqual(std::span<const int> a, std::span<const int> b) {
  size_t equal = 0;
  for (size_t i = 0; i < a.size(); ++i) equal += a[i] == b[i];
  return static_cast<double>(equal) / static_cast<double>(a.size());
}

std::optional<double> MeanArea(const KernelSvm& svm, const Eigen::MatrixXd& values,
                               std::span<const int> labels) {
  double sum = 0;
  int pairs = 0;
  Eigen::Index pair = 0;
  for (size_t a = 0; a < svm.classes.size(); ++a) {
    for (size_t b = a + 1; b < svm.classes.size(); ++b, ++pair) {
      std::vector<double> scores;
      std::vector<int> is_second;
      for (size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] != svm.classes[a] && labels[i] != svm.classes[b]) continue;
        scores.push_back(values(static_cast<Eigen::Index>(i), pair));
        is_second.push_back(labels[i] == svm.classes[b] ? 1 : 0);
      }
      const auto seconds = static_cast<size_t>(std::ranges::count(is_second, 1));
      if (seconds == 0 || seconds == is_second.size()) continue;
      sum += common::AreaUnderCurve(scores, is_second);
      ++pairs;
    }
  }
  if (pairs == 0) return std::nullopt;
  return sum / pairs;
}

}  // namespace

SvmQuality TrainAndTest(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                        std::span<const int> training, std::span<const int> test, double cost) {
  const auto size = static_cast<Eigen::Index>(labels.size());
  if (gram.rows() != size || gram.cols() != size) {
    common::ThrowUsageError("gram", fmt::format("a row and a column for each of {} labels", size),
                            fmt::format("{} rows and {} columns", gram.rows(), gram.cols()));
  }
  CheckRows(training, labels, "training");
  CheckRows(test, labels, "test");
  if (test.empty()) common::ThrowUsageError("test", "at least one row", "none");
  const KernelSvm svm =
      TrainKernelSvm(Part(gram, training, training), LabelsOf(training, labels), {.cost = cost});
  const Eigen::MatrixXd kernel = Part(gram, test, training);
  const std::vector<int> truth = LabelsOf(test, labels);
  return {ShareOfEqual(Classify(svm, kernel), truth), MeanArea(svm, DecisionValues(svm, kernel), truth)};
}

namespace {

// `judge_all` trains on the inner examples with each cost, and adds the number of held-out examples that it
// classifies correctly.
template <class JudgeAll>
double CostOfBestAccuracy(std::span<const int> labels, std::span<const int> training,
                          std::span<const double> costs, int folds, uint64_t seed,
                          const JudgeAll& judge_all) {
  CheckRows(training, labels, "training");
  if (costs.empty()) common::ThrowUsageError("costs", "at least one", "none");
  common::RandomStream random(seed, "support-vectors/cost");
  const std::vector<int> fold_of = common::StratifiedFolds(LabelsOf(training, labels), folds, random);
  std::vector<int64_t> right(costs.size());
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<int> inner, held_out;
    for (size_t i = 0; i < training.size(); ++i) {
      (fold_of[i] == fold ? held_out : inner).push_back(training[i]);
    }
    judge_all(inner, held_out, right);
  }
  size_t best = 0;
  for (size_t c = 1; c < costs.size(); ++c) {
    const bool is_smaller = costs[c] < costs[best];
    if (right[c] > right[best] || (right[c] == right[best] && is_smaller)) best = c;
  }
  return costs[best];
}

bool HaveOneClass(std::span<const int> labels) {
  return std::ranges::count(labels, labels[0]) == static_cast<std::ptrdiff_t>(labels.size());
}

void AddCorrect(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                const std::vector<int>& inner, const std::vector<int>& held_out,
                std::span<const double> costs, std::vector<int64_t>& right) {
  const std::vector<int> inner_labels = LabelsOf(inner, labels), truth = LabelsOf(held_out, labels);
  const bool has_one_class = HaveOneClass(inner_labels);
  for (size_t c = 0; c < costs.size(); ++c) {
    common::StopPoint();
    const double share = has_one_class ? ShareOfEqual(std::vector<int>(truth.size(), inner_labels[0]), truth)
                                       : TrainAndTest(gram, labels, inner, held_out, costs[c]).accuracy;
    // Integers, so that equal sums are exactly equal.
    right[c] += std::llround(share * static_cast<double>(held_out.size()));
  }
}

}  // namespace

double ChooseCost(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                  std::span<const int> training, std::span<const double> costs, int folds, uint64_t seed) {
  return CostOfBestAccuracy(
      labels, training, costs, folds, seed,
      [&](const std::vector<int>& inner, const std::vector<int>& held_out, std::vector<int64_t>& right) {
        AddCorrect(gram, labels, inner, held_out, costs, right);
      });
}

double ChooseCostOfFolds(const std::function<Eigen::MatrixXd(const std::vector<int>& training)>& gram_of,
                         std::span<const int> labels, std::span<const int> training,
                         std::span<const double> costs, int folds, uint64_t seed) {
  return CostOfBestAccuracy(
      labels, training, costs, folds, seed,
      [&](const std::vector<int>& inner, const std::vector<int>& held_out, std::vector<int64_t>& right) {
        const bool needs_matrix = !HaveOneClass(LabelsOf(inner, labels));
        AddCorrect(needs_matrix ? gram_of(inner) : Eigen::MatrixXd(), labels, inner, held_out, costs, right);
      });
}

}  // namespace structlab::kernels
