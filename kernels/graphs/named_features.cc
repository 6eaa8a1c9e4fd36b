#include "kernels/graphs/named_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "common/error.h"

namespace structlab::kernels {
namespace {

std::vector<uint64_t> AllNames(const std::vector<std::vector<NamedValue>>& rows, int64_t num_values) {
  std::vector<uint64_t> names;
  names.reserve(num_values);
  for (const std::vector<NamedValue>& row : rows) {
    for (const NamedValue& of : row) names.push_back(of.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  names.shrink_to_fit();
  return names;
}

}  // namespace

NamedFeatures JoinRows(const std::vector<std::vector<NamedValue>>& rows) {
  int64_t num_values = 0;
  for (const std::vector<NamedValue>& row : rows) num_values += static_cast<int64_t>(row.size());
  if (num_values > std::numeric_limits<int>::max()) {
    common::ThrowUsageError("features", "fewer than 2^31 in all rows", std::to_string(num_values));
  }
  NamedFeatures features;
  features.names = AllNames(rows, num_values);
  features.values.resize(static_cast<Eigen::Index>(rows.size()),
                         static_cast<Eigen::Index>(features.names.size()));
  features.values.reserve(static_cast<Eigen::Index>(num_values));
  for (size_t row = 0; row < rows.size(); ++row) {
    features.values.startVec(static_cast<Eigen::Index>(row));
    auto from = features.names.begin();
    for (const auto& [name, value] : rows[row]) {
      from = std::lower_bound(from, features.names.end(), name);
      features.values.insertBack(static_cast<Eigen::Index>(row), from - features.names.begin()) = value;
    }
  }
  features.values.finalize();
  return features;
}

SparseFeatures TakeColumns(const NamedFeatures& features, std::span<const uint64_t> names) {
  std::vector<int> place(features.names.size(), -1);
  size_t column = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0 && names[i] <= names[i - 1]) {
      common::ThrowUsageError("names", "names in ascending order",
                              fmt::format("{} after {}", names[i], names[i - 1]));
    }
    while (column < features.names.size() && features.names[column] < names[i]) ++column;
    if (column < features.names.size() && features.names[column] == names[i]) {
      place[column] = static_cast<int>(i);
    }
  }
  SparseFeatures taken(features.values.rows(), static_cast<Eigen::Index>(names.size()));
  for (Eigen::Index row = 0; row < features.values.rows(); ++row) {
    taken.startVec(row);
    for (SparseFeatures::InnerIterator entry(features.values, row); entry; ++entry) {
      const int to = place[entry.col()];
      if (to >= 0) taken.insertBack(row, to) = entry.value();
    }
  }
  taken.finalize();
  return taken;
}

}  // namespace structlab::kernels
