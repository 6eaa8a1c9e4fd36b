#include "kernels/graphs/sparse_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

using Row = SparseFeatures::InnerIterator;

// Relative tolerance. The many features that occur only once have the same correlation, whatever their value,
// except for rounding.
constexpr double kEqualScores = 1e-9;
// If the median is 0, rounding errors of other zeros must not exceed it.
constexpr double kZeroScore = 1e-12;

void CheckRows(const SparseFeatures& features, std::span<const int> rows) {
  for (const int row : rows) {
    if (row >= 0 && row < features.rows()) continue;
    common::ThrowUsageError("training", fmt::format("rows from 0 to {}", features.rows() - 1),
                            std::to_string(row));
  }
}

void CheckTargets(std::span<const int> training, std::span<const double> targets) {
  if (targets.size() != training.size()) {
    common::ThrowUsageError("targets", fmt::format("{}, one for each row of training", training.size()),
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
  common::ThrowUsageError(fmt::format("features, row {}, column {}", entry.row(), entry.col()),
                          "a finite number, 0 or more", common::FormatDouble(entry.value()));
}

void CheckScaling(const FeatureScaling& scaling, Eigen::Index num_columns) {
  if (scaling.columns.size() != scaling.maxima.size()) {
    common::ThrowUsageError("scaling.maxima", fmt::format("{}, one per column", scaling.columns.size()),
                            std::to_string(scaling.maxima.size()));
  }
  for (size_t i = 0; i < scaling.columns.size(); ++i) {
    const int column = scaling.columns[i];
    if (column < 0 || column >= num_columns) {
      common::ThrowUsageError("scaling.columns", fmt::format("columns from 0 to {}", num_columns - 1),
                              std::to_string(column));
    }
    if (i > 0 && column <= scaling.columns[i - 1]) {
      common::ThrowUsageError("scaling.columns", "columns in ascending order",
                              fmt::format("{} after {}", column, scaling.columns[i - 1]));
    }
    if (!(std::isfinite(scaling.maxima[i]) && scaling.maxima[i] > 0)) {
      common::ThrowUsageError("scaling.maxima", "finite numbers above 0",
                              common::FormatDouble(scaling.maxima[i]));
    }
  }
}

// The values of a column in the training rows.
struct Range {
  int non_zeros = 0;
  double least = std::numeric_limits<double>::infinity(), largest = 0;
};

// Calls visit(column, value, index of the row in `training`) for all values that are not 0.
template <class Visit>
void VisitValues(const SparseFeatures& features, std::span<const int> training, const Visit& visit) {
  for (size_t i = 0; i < training.size(); ++i) {
    for (Row entry(features, training[i]); entry; ++entry) {
      CheckValue(entry);
      if (entry.value() != 0) visit(static_cast<size_t>(entry.col()), entry.value(), i);
    }
  }
}

std::vector<Range> ColumnRanges(const SparseFeatures& features, std::span<const int> training) {
  std::vector<Range> ranges(features.cols());
  VisitValues(features, training, [&](size_t column, double value, size_t) {
    Range& of = ranges[column];
    ++of.non_zeros;
    of.least = std::min(of.least, value);
    of.largest = std::max(of.largest, value);
  });
  return ranges;
}

// Sums over the non-zero values of a column, divided by a power of two near the largest one. This does not
// change correlations and rounds nothing, and no sum or square overflows.
struct Products {
  double sum = 0;         // of the values
  double squares = 0;     // of (value - mean of the column)
  double products = 0;    // of (value - mean) and the target
  double of_targets = 0;  // sum of the targets
  double above = 0;       // sum of (value - mean)
};

std::vector<Products> ColumnProducts(const SparseFeatures& features, std::span<const int> training,
                                     std::span<const double> targets, std::span<const Range> ranges) {
  std::vector<Products> products(ranges.size());
  const double n = static_cast<double>(training.size());
  const auto in_unit = [&](size_t column, double value) {
    return std::ldexp(value, -std::ilogb(ranges[column].largest));
  };
  VisitValues(features, training,
              [&](size_t column, double value, size_t) { products[column].sum += in_unit(column, value); });
  VisitValues(features, training, [&](size_t column, double value, size_t i) {
    const double above = in_unit(column, value) - products[column].sum / n;
    products[column].squares += above * above;
    products[column].products += above * targets[i];
    products[column].of_targets += targets[i];
    products[column].above += above;
  });
  return products;
}

// The targets have mean 0; `variation` is the sum of their squares.
double CorrelationOf(const Range& range, const Products& of, double n, double variation) {
  const bool everywhere = range.non_zeros == static_cast<int>(n);
  if (range.non_zeros == 0 || (everywhere && range.least == range.largest)) return -1;
  const double mean = of.sum / n;
  const double zeros = n - range.non_zeros;
  const double rest = of.above - zeros * mean;  // 0, except for rounding of the mean
  const double own_variation = of.squares + zeros * mean * mean - rest * rest / n;
  const double products = of.products + (everywhere ? 0 : mean * of.of_targets);
  return std::abs(products) / std::sqrt(own_variation) / std::sqrt(variation);
}

double MedianOfScores(std::vector<double> scores) {
  std::sort(scores.begin(), scores.end());
  const size_t half = scores.size() / 2;
  return scores.size() % 2 == 1 ? scores[half] : (scores[half - 1] + scores[half]) / 2;
}

FeatureScaling SelectAboveMedian(const SparseFeatures& features, std::span<const int> training,
                                 const std::vector<double>& scores) {
  std::vector<double> varying;
  std::ranges::copy_if(scores, std::back_inserter(varying), [](double score) { return score >= 0; });
  FeatureScaling selected;
  if (varying.empty()) return selected;
  const double least = MedianOfScores(std::move(varying)) * (1 + kEqualScores) + kZeroScore;
  const FeatureScaling all = ScaleByMaximum(features, training);
  for (size_t i = 0; i < all.columns.size(); ++i) {
    if (!(scores[all.columns[i]] > least)) continue;
    selected.columns.push_back(all.columns[i]);
    selected.maxima.push_back(all.maxima[i]);
  }
  return selected;
}

}  // namespace

FeatureScaling ScaleByMaximum(const SparseFeatures& features, std::span<const int> training) {
  CheckRows(features, training);
  const std::vector<Range> ranges = ColumnRanges(features, training);
  FeatureScaling scaling;
  for (size_t column = 0; column < ranges.size(); ++column) {
    if (ranges[column].non_zeros == 0) continue;
    scaling.columns.push_back(static_cast<int>(column));
    scaling.maxima.push_back(ranges[column].largest);
  }
  return scaling;
}

std::vector<double> CorrelationScores(const SparseFeatures& features, std::span<const int> training,
                                      std::span<const double> targets) {
  CheckRows(features, training);
  CheckTargets(training, targets);
  const double n = static_cast<double>(training.size());
  // Divides by a power of two, so that squares and differences stay in the range of a double.
  const auto [least, largest] = std::ranges::minmax(targets);
  const int exponent = std::ilogb(std::max(std::abs(least), std::abs(largest)));
  double mean = 0, variation = 0;
  std::vector<double> centred;
  for (const double target : targets) centred.push_back(std::ldexp(target, -exponent));
  for (const double target : centred) mean += target / n;
  for (double& target : centred) {
    target -= mean;
    variation += target * target;
  }
  const std::vector<Range> ranges = ColumnRanges(features, training);
  const std::vector<Products> products = ColumnProducts(features, training, centred, ranges);
  std::vector<double> scores;
  scores.reserve(ranges.size());
  for (size_t column = 0; column < ranges.size(); ++column) {
    scores.push_back(CorrelationOf(ranges[column], products[column], n, variation));
  }
  return scores;
}

std::vector<double> CorrelationScores(const SparseFeatures& features, std::span<const int> training,
                                      std::span<const int> classes) {
  const std::set<int> different(classes.begin(), classes.end());
  if (different.size() < 2) {  // throws
    return CorrelationScores(features, training, std::vector<double>(classes.size(), 1.0));
  }
  std::vector<double> largest(features.cols(), -1);
  for (const int each : different) {
    std::vector<double> is_of_class;
    for (const int of_row : classes) is_of_class.push_back(of_row == each ? 1 : 0);
    const std::vector<double> scores = CorrelationScores(features, training, is_of_class);
    for (size_t column = 0; column < scores.size(); ++column) {
      largest[column] = std::max(largest[column], scores[column]);
    }
    if (different.size() == 2) break;  // the other class has the same correlations
  }
  return largest;
}

FeatureScaling SelectByCorrelation(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const double> targets) {
  return SelectAboveMedian(features, training, CorrelationScores(features, training, targets));
}

FeatureScaling SelectByCorrelation(const SparseFeatures& features, std::span<const int> training,
                                   std::span<const int> classes) {
  return SelectAboveMedian(features, training, CorrelationScores(features, training, classes));
}

SparseFeatures ApplyScaling(const SparseFeatures& features, const FeatureScaling& scaling) {
  CheckScaling(scaling, features.cols());
  std::vector<int> place(features.cols(), -1);
  for (size_t i = 0; i < scaling.columns.size(); ++i) {
    place[scaling.columns[i]] = static_cast<int>(i);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (int row = 0; row < features.rows(); ++row) {
    for (Row entry(features, row); entry; ++entry) {
      CheckValue(entry);
      const int to = place[entry.col()];
      if (to < 0 || entry.value() == 0) continue;
      entries.emplace_back(row, to, std::min(1.0, entry.value() / scaling.maxima[to]));
    }
  }
  SparseFeatures scaled(features.rows(), static_cast<Eigen::Index>(scaling.columns.size()));
  scaled.setFromTriplets(entries.begin(), entries.end());
  return scaled;
}

Eigen::MatrixXd LinearGram(const SparseFeatures& features) {
  constexpr Eigen::Index kBlock = 256;  // number of dense columns at a time
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
    common::ThrowUsageError("gram", "a square matrix", fmt::format("{} x {}", gram.rows(), gram.cols()));
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
