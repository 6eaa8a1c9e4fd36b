#include "kernels/graphs/fold_gram.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace structlab::kernels {
namespace {

using Entries = SparseFeatures::InnerIterator;

std::vector<int> ClassesOf(std::span<const int> classes, const std::vector<int>& rows) {
  std::vector<int> of_rows;
  for (const int row : rows) of_rows.push_back(classes[row]);
  return of_rows;
}

}  // namespace

SparseFeatures WithoutEmptyColumns(const SparseFeatures& features) {
  std::vector<int> new_column(features.cols(), -1);
  for (Eigen::Index row = 0; row < features.outerSize(); ++row) {
    for (Entries entry(features, row); entry; ++entry) {
      if (entry.value() != 0) new_column[entry.col()] = 0;
    }
  }
  int columns = 0;
  for (int& column : new_column) {
    if (column == 0) column = columns++;
  }
  std::vector<Eigen::Triplet<double>> kept;
  kept.reserve(features.nonZeros());
  for (Eigen::Index row = 0; row < features.outerSize(); ++row) {
    for (Entries entry(features, row); entry; ++entry) {
      const int column = new_column[entry.col()];
      if (column >= 0) kept.emplace_back(static_cast<int>(row), column, entry.value());
    }
  }
  SparseFeatures result(features.rows(), columns);
  result.setFromTriplets(kept.begin(), kept.end());
  return result;
}

SparseFeatures PresenceOf(const SparseFeatures& features) {
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the iterators below change the copy
  SparseFeatures presence = features;
  for (Eigen::Index row = 0; row < presence.outerSize(); ++row) {
    for (Entries entry(presence, row); entry; ++entry) entry.valueRef() = entry.value() > 0 ? 1 : 0;
  }
  return presence;
}

SparseFeatures ScaleRows(const SparseFeatures& features, std::span<const double> factors) {
  const Eigen::Map<const Eigen::VectorXd> scale(factors.data(), static_cast<Eigen::Index>(factors.size()));
  return scale.asDiagonal() * features;
}

Eigen::MatrixXd ScaledGram(const SparseFeatures& features, std::span<const int> classes, Selection selection,
                           const std::vector<int>& scaling_rows, const std::vector<int>& training) {
  const FeatureScaling scaling =
      selection == Selection::kByCorrelation
          ? SelectByCorrelation(features, scaling_rows, ClassesOf(classes, scaling_rows))
          : ScaleByMaximum(features, scaling_rows);
  return DividedByLargest(LinearGram(ApplyScaling(features, scaling)), training);
}

Eigen::MatrixXd DividedByLargest(Eigen::MatrixXd gram, const std::vector<int>& training) {
  double largest = 0;
  for (const int row : training) largest = std::max(largest, gram(row, row));
  if (largest > 0) gram /= largest;
  return gram;
}

Eigen::MatrixXd GaussianOf(const Eigen::MatrixXd& gram, const std::vector<int>& training) {
  const Eigen::VectorXd squares = gram.diagonal();
  Eigen::MatrixXd distances = -2 * gram;
  distances.colwise() += squares;
  distances.rowwise() += squares.transpose();
  double sum = 0;
  for (const int i : training) {
    for (const int j : training) sum += distances(i, j);
  }
  const double mean = sum / std::pow(static_cast<double>(training.size()), 2);
  if (mean <= 0) return Eigen::MatrixXd::Ones(gram.rows(), gram.cols());
  return (distances.array().max(0) / -mean).exp().matrix();
}

}  // namespace structlab::kernels
