#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/error.h"
#include "structured_learning/multilabel/neighbor_tags.h"

namespace structlab::structured_learning {
namespace {

void CheckGroups(const std::vector<FeatureGroup>& groups, Eigen::Index columns) {
  int end = 0;
  for (const FeatureGroup& group : groups) {
    if (group.begin < end || group.end <= group.begin || group.end > columns) {
      common::ThrowUsageError("groups of features",
                              fmt::format("columns that rise from {} to at most {}", end, columns),
                              fmt::format("{} to {}", group.begin, group.end));
    }
    end = group.end;
  }
  if (groups.empty()) common::ThrowUsageError("groups of features", "at least one", "none");
}

void CheckDistances(const Eigen::MatrixXd& by_group) {
  if (by_group.allFinite()) return;
  common::ThrowUsageError("nearest rows", "finite distances", "infinity or NaN",
                          "divide large features by a constant");
}

}  // namespace

NearestTrainingRows::NearestTrainingRows(Features rows, std::vector<FeatureGroup> groups,
                                         common::ThreadPool& pool)
    : rows_(std::move(rows)),
      groups_(std::move(groups)),
      group_of_column_(rows_.cols(), -1),
      scales_(Eigen::VectorXd::Ones(static_cast<Eigen::Index>(groups_.size()))) {
  if (rows_.cols() == 0) {
    common::ThrowUsageError("nearest rows", "rows with at least one feature", "none",
                            "take a file with features, or another learner");
  }
  CheckGroups(groups_, rows_.cols());
  if (rows_.rows() == 0) common::ThrowUsageError("nearest rows", "at least one training row", "none");
  for (size_t g = 0; g < groups_.size(); ++g) {
    for (int c = groups_[g].begin; c < groups_[g].end; ++c) {
      group_of_column_[c] = static_cast<int>(g);
    }
  }
  lengths_.resize(static_cast<Eigen::Index>(groups_.size()), rows_.rows());
  for (Eigen::Index i = 0; i < rows_.rows(); ++i) lengths_.col(i) = Lengths(rows_, i);
  if (groups_.size() == 1) return;
  Eigen::MatrixXd largest(scales_.size(), rows_.rows());
  common::ParallelFor(pool, rows_.rows(), [&](int64_t i) {
    Eigen::MatrixXd distances;
    Distances(rows_, i, distances);
    CheckDistances(distances);
    largest.col(i) = distances.rowwise().maxCoeff();
  });
  scales_ = largest.rowwise().maxCoeff().unaryExpr([](double value) { return value > 0 ? 1 / value : 0.0; });
}

Eigen::MatrixXd NearestTrainingRows::Lengths(const Features& rows, Eigen::Index row) const {
  Eigen::VectorXd lengths = Eigen::VectorXd::Zero(scales_.size());
  for (Features::InnerIterator at(rows, row); at; ++at) {
    const int group = group_of_column_[at.col()];
    if (group < 0 || groups_[group].distance != RowDistance::kL1) continue;
    lengths[group] += std::abs(at.value());
  }
  return lengths;
}

// Squared differences by group. Does not use |x|^2 + |y|^2 - 2 x y, which loses the digits of rows that are
// far from the origin.
void NearestTrainingRows::AddSquares(const Features& rows, Eigen::Index row, Eigen::Index training_row,
                                     Eigen::MatrixXd& by_group) const {
  Features::InnerIterator x(rows, row), y(rows_, training_row);
  while (x || y) {
    const bool takes_x = x && (!y || x.col() <= y.col()), takes_y = y && (!x || y.col() <= x.col());
    const double difference = (takes_x ? x.value() : 0) - (takes_y ? y.value() : 0);
    const int group = group_of_column_[takes_x ? x.col() : y.col()];
    if (takes_x) ++x;
    if (takes_y) ++y;
    if (group < 0 || groups_[group].distance != RowDistance::kL2) continue;
    by_group(group, training_row) += difference * difference;
  }
}

// groups x training rows
void NearestTrainingRows::Distances(const Features& rows, Eigen::Index row, Eigen::MatrixXd& by_group) const {
  const auto has = [this](RowDistance distance) {
    return std::ranges::any_of(groups_,
                               [&](const FeatureGroup& group) { return group.distance == distance; });
  };
  const bool has_l1 = has(RowDistance::kL1), has_l2 = has(RowDistance::kL2);
  std::vector<double> spread(group_of_column_.size(), 0);
  for (Features::InnerIterator at(rows, row); at; ++at) spread[at.col()] = at.value();
  by_group = lengths_.colwise() + Eigen::VectorXd(Lengths(rows, row));
  for (Eigen::Index j = 0; j < rows_.rows(); ++j) {
    if (has_l2) AddSquares(rows, row, j, by_group);
    if (!has_l1) continue;
    // The correction for common columns: |x - y| - |x| - |y|.
    for (Features::InnerIterator at(rows_, j); at; ++at) {
      const double x = spread[at.col()], y = at.value();
      const int group = group_of_column_[at.col()];
      if (x == 0 || group < 0 || groups_[group].distance != RowDistance::kL1) continue;
      by_group(group, j) += std::abs(x - y) - std::abs(x) - std::abs(y);
    }
  }
  for (size_t g = 0; g < groups_.size(); ++g) {
    auto distances = by_group.row(static_cast<Eigen::Index>(g)).array();
    distances = distances.max(0);
    if (groups_[g].distance == RowDistance::kL2) distances = distances.sqrt();
  }
}

std::vector<std::vector<int>> NearestTrainingRows::Find(const Features& rows, int count,
                                                        bool are_training_rows,
                                                        common::ThreadPool& pool) const {
  if (count < 1) common::ThrowUsageError("nearest rows", "at least 1 neighbor", std::to_string(count));
  if (rows.cols() != rows_.cols()) {
    common::ThrowUsageError("nearest rows", fmt::format("{} features as in training", rows_.cols()),
                            std::to_string(rows.cols()));
  }
  std::vector<std::vector<int>> nearest(rows.rows());
  common::ParallelFor(pool, rows.rows(), [&](int64_t row) {
    Eigen::MatrixXd by_group;
    Distances(rows, row, by_group);
    CheckDistances(by_group);
    const Eigen::VectorXd distances = (scales_.asDiagonal() * by_group).colwise().sum();
    std::vector<int> order(distances.size());
    std::iota(order.begin(), order.end(), 0);
    if (are_training_rows) order.erase(order.begin() + row);
    const size_t kept = std::min(order.size(), static_cast<size_t>(count));
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
        [&](int a, int b) { return distances[a] < distances[b] || (distances[a] == distances[b] && a < b); });
    order.resize(kept);
    nearest[row] = order;
  });
  return nearest;
}

}  // namespace structlab::structured_learning
