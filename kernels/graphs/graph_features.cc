#include "kernels/graphs/graph_features.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>

#include "common/error.h"
#include "common/nearest_names.h"

namespace structlab::kernels {
namespace {

void CheckTakesLabels(const GraphKernelMethod& kernel) {
  if (kernel.takes_labels) return;
  std::vector<std::string> names;
  for (const GraphKernelMethod& each : GraphKernels()) {
    if (each.takes_labels) names.push_back(each.name);
  }
  common::ThrowUsageError("labels", "a kernel that has features with labels: " + common::ListNames(names),
                          kernel.name);
}

// Divides each row by the length of the same row of `whole`, which may have more columns, or be the same
// matrix. Rows of zeros stay zero.
void DivideByLengths(const SparseFeatures& whole, SparseFeatures& features) {
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    double largest = 0, squares = 0;
    for (SparseFeatures::InnerIterator entry(whole, row); entry; ++entry) {
      largest = std::max(largest, entry.value());
    }
    if (largest == 0) continue;
    // Divides by the largest value first, so that no square overflows or underflows.
    for (SparseFeatures::InnerIterator entry(whole, row); entry; ++entry) {
      squares += entry.value() / largest * (entry.value() / largest);
    }
    for (SparseFeatures::InnerIterator entry(features, row); entry; ++entry) {
      entry.valueRef() = entry.value() / largest / std::sqrt(squares);
    }
  }
}

}  // namespace

GraphFeatures ComputeGraphFeatures(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                                   common::ThreadPool& pool) {
  const GraphKernelMethod& kernel = FindGraphKernel(options.kernel);
  if (options.labels == NodeLabels::kUse) CheckTakesLabels(kernel);
  GraphFeatureOptions completed = options;
  completed.values = options.values.For(kernel.name, kernel.options);
  return kernel.features(graphs, completed, pool);
}

GraphFeatureMap MakeGraphFeatureMap(const GraphFeatures& graphs, std::span<const int> training,
                                    std::span<const int> classes, FeatureChoice choice, bool unit_rows) {
  const SparseFeatures& values = graphs.features.values;
  const FeatureScaling scaling = choice == FeatureChoice::kSelected
                                     ? SelectByCorrelation(values, training, classes)
                                     : ScaleByMaximum(values, training);
  GraphFeatureMap map = {graphs.options, unit_rows, {}, {}};
  for (const int column : scaling.columns) {
    map.names.push_back(graphs.features.names[column]);
  }
  if (choice != FeatureChoice::kAll) map.maxima = scaling.maxima;
  return map;
}

SparseFeatures ApplyGraphFeatureMap(const GraphFeatureMap& map, const NamedFeatures& features) {
  SparseFeatures rows = TakeColumns(features, map.names);
  if (!map.maxima.empty()) {
    FeatureScaling scaling;
    scaling.columns.resize(map.names.size());
    std::iota(scaling.columns.begin(), scaling.columns.end(), 0);
    scaling.maxima = map.maxima;
    rows = ApplyScaling(rows, scaling);
  }
  if (map.unit_rows) DivideByLengths(map.maxima.empty() ? features.values : rows, rows);
  return rows;
}

}  // namespace structlab::kernels
