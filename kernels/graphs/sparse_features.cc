#include "kernels/graphs/sparse_features.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

using Row = SparseFeatures::InnerIterator;

void CheckRows(const SparseFeatures& features, std::span<const int> rows) {
  for (const int row : rows) {
    if (row >= 0 && row < features.rows()) continue;
    common::ThrowUsageError("training", "rows from 0 to " + std::to_string(features.rows() - 1),
                            std::to_string(row));
  }
}

void CheckTargets(std::span<const int> training, std::span<const double> targets) {
  if (targets.size() != training.size()) {
    common::ThrowUsageError("targets", std::to_string(training.size()) + ", one for each row of training",
                            std::to_string(targets.size()));
  }
  for (const double target : targets) {
    if (!std::isfinite(target)) {
      common::ThrowUsageError("targets", "finite numbers", common::FormatDouble(target));
    }
  }
  if (targets.empty() || std::ranges::min(targets) == std::ranges::max(targets)) {
    common::ThrowUsageError("targets", "at least two different values", targets.empty() ? "none" : "one");
  }
}

void CheckValue(const Row& entry) {
  if (std::isfinite(entry.value()) && entry.value() >= 0) return;
  common::ThrowUsageError(
      "features, row " + std::to_string(entry.row()) + ", column " + std::to_string(entry.col()),
      "a finite number, 0 or more", common::FormatDouble(entry.value()));
}

void CheckScaling(const FeatureScaling& scaling, Eigen::Index num_columns) {
  if (scaling.columns.size() != scaling.maxima.size()) {
    common::ThrowUsageError("scaling.maxima", std::to_string(scaling.columns.size()) + ", one a column",
                            std::to_string(scaling.maxima.size()));
  }
  for (size_t i = 0; i < scaling.columns.size(); ++i) {
    const int column = scaling.columns[i];
    if (column < 0 || column >= num_columns) {
      common::ThrowUsageError("scaling.columns", "columns from 0 to " + std::to_string(num_columns - 1),
                              std::to_string(column));
    }
    if (i > 0 && column <= scaling.columns[i - 1]) {
      common::ThrowUsageError("scaling.columns", "columns in ascending order",
                              std::to_string(column) + " after " + std::to_string(scaling.columns[i - 1]));
    }
    if (!(std::isfinite(scaling.maxima[i]) && scaling.maxima[i] > 0)) {
      common::ThrowUsageError("scaling.maxima", "finite numbers above 0",
                              common::FormatDouble(scaling.maxima[i]));
    }
  }
}

// Sums over the training rows of a column, for targets of mean 0.
struct Moments {
  int non_zeros = 0;
  double least = std::numeric_limits<double>::infinity(), largest = 0;
  double sum = 0, squares = 0, products = 0;
};

std::vector<Moments> ColumnMoments(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const double> centred) {
  std::vector<Moments> moments(static_cast<size_t>(features.cols()));
  for (size_t i = 0; i < training.size(); ++i) {
    for (Row entry(features, training[i]); entry; ++entry) {
      CheckValue(entry);
      if (entry.value() == 0) continue;
      Moments& of = moments[static_cast<size_t>(entry.col())];
      ++of.non_zeros;
      of.least = std::min(of.least, entry.value());
      of.largest = std::max(of.largest, entry.value());
      of.sum += entry.value();
      of.squares += entry.value() * entry.value();
      if (!centred.empty()) of.products += entry.value() * centred[i];
    }
  }
  return moments;
}

double MedianOfScores(std::vector<double> scores) {
  std::sort(scores.begin(), scores.end());
  const size_t half = scores.size() / 2;
  return scores.size() % 2 == 1 ? scores[half] : (scores[half - 1] + scores[half]) / 2;
}

}  // namespace

FeatureScaling ScaleByMaximum(const SparseFeatures& features, std::span<const int> training) {
  CheckRows(features, training);
  const std::vector<Moments> moments = ColumnMoments(features, training, {});
  FeatureScaling scaling;
  for (size_t column = 0; column < moments.size(); ++column) {
    if (moments[column].non_zeros == 0) continue;
    scaling.columns.push_back(static_cast<int>(column));
    scaling.maxima.push_back(moments[column].largest);
  }
  return scaling;
}

std::vector<double> CorrelationScores(const SparseFeatures& features, std::span<const int> training,
                                      std::span<const double> targets) {
  CheckRows(features, training);
  CheckTargets(training, targets);
  const double n = static_cast<double>(training.size());
  double mean = 0, variation = 0;
  for (const double target : targets) mean += target / n;
  std::vector<double> centred(targets.begin(), targets.end());
  for (double& target : centred) {
    target -= mean;
    variation += target * target;
  }
  std::vector<double> scores;
  scores.reserve(static_cast<size_t>(features.cols()));
  for (const Moments& of : ColumnMoments(features, training, centred)) {
    const bool everywhere = of.non_zeros == static_cast<int>(training.size());
    const bool constant = of.non_zeros == 0 || (everywhere && of.least == of.largest);
    const double own_variation = of.squares - of.sum * of.sum / n;
    scores.push_back(constant            ? -1
                     : own_variation > 0 ? std::abs(of.products) / std::sqrt(own_variation * variation)
                                         : 0);  // lost in rounding
  }
  return scores;
}

FeatureScaling SelectByCorrelation(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const double> targets) {
  const std::vector<double> scores = CorrelationScores(features, training, targets);
  std::vector<double> varying;
  std::ranges::copy_if(scores, std::back_inserter(varying), [](double score) { return score >= 0; });
  FeatureScaling selected;
  if (varying.empty()) return selected;
  const double median = MedianOfScores(std::move(varying));
  const FeatureScaling all = ScaleByMaximum(features, training);
  for (size_t i = 0; i < all.columns.size(); ++i) {
    if (scores[static_cast<size_t>(all.columns[i])] <= median) continue;
    selected.columns.push_back(all.columns[i]);
    selected.maxima.push_back(all.maxima[i]);
  }
  return selected;
}

SparseFeatures ApplyScaling(const SparseFeatures& features, const FeatureScaling& scaling) {
  CheckScaling(scaling, features.cols());
  std::vector<int> place(static_cast<size_t>(features.cols()), -1);
  for (size_t i = 0; i < scaling.columns.size(); ++i) {
    place[static_cast<size_t>(scaling.columns[i])] = static_cast<int>(i);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (int row = 0; row < features.rows(); ++row) {
    for (Row entry(features, row); entry; ++entry) {
      CheckValue(entry);
      const int to = place[static_cast<size_t>(entry.col())];
      if (to < 0 || entry.value() == 0) continue;
      entries.emplace_back(row, to, std::min(1.0, entry.value() / scaling.maxima[static_cast<size_t>(to)]));
    }
  }
  SparseFeatures scaled(features.rows(), static_cast<Eigen::Index>(scaling.columns.size()));
  scaled.setFromTriplets(entries.begin(), entries.end());
  return scaled;
}

Eigen::MatrixXd LinearGram(const SparseFeatures& features) {
  constexpr Eigen::Index kBlock = 256;  // dense columns at a time
  const Eigen::Index n = features.rows();
  const Eigen::SparseMatrix<double> columns = features;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(n, n);
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(n, kBlock);
  Eigen::Index filled = 0;
  const auto multiply_block = [&] {
    if (filled == 0) return;
    gram.selfadjointView<Eigen::Lower>().rankUpdate(block.leftCols(filled));
    block.leftCols(filled).setZero();
    filled = 0;
  };
  for (Eigen::Index column = 0; column < columns.cols(); ++column) {
    using Entry = Eigen::SparseMatrix<double>::InnerIterator;
    const Eigen::Index count = columns.outerIndexPtr()[column + 1] - columns.outerIndexPtr()[column];
    if (count * 16 > n) {
      for (Entry entry(columns, column); entry; ++entry) block(entry.row(), filled) = entry.value();
      if (++filled == kBlock) multiply_block();
      continue;
    }
    for (Entry first(columns, column); first; ++first) {
      for (Entry second = first; second; ++second) {
        gram(second.row(), first.row()) += first.value() * second.value();
      }
    }
  }
  multiply_block();
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  return gram;
}

Eigen::MatrixXd NormalizeGram(const Eigen::Ref<const Eigen::MatrixXd>& gram) {
  if (gram.rows() != gram.cols()) {
    common::ThrowUsageError("gram", "a square matrix",
                            std::to_string(gram.rows()) + " x " + std::to_string(gram.cols()));
  }
  Eigen::VectorXd factors(gram.rows());
  for (Eigen::Index i = 0; i < gram.rows(); ++i) {
    if (!(std::isfinite(gram(i, i)) && gram(i, i) >= 0)) {
      common::ThrowUsageError("gram", "finite numbers on the diagonal, 0 or more",
                              common::FormatDouble(gram(i, i)));
    }
    factors[i] = gram(i, i) > 0 ? 1 / std::sqrt(gram(i, i)) : 0;
  }
  return factors.asDiagonal() * gram * factors.asDiagonal();
}

}  // namespace structlab::kernels
