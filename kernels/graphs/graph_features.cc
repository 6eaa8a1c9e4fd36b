#include "kernels/graphs/graph_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "common/error.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/random_walk_kernel.h"
#include "kernels/graphs/shortest_path_kernel.h"
#include "kernels/graphs/weisfeiler_lehman.h"

namespace structlab::kernels {
namespace {

constexpr std::array<std::pair<GraphKernel, std::string_view>, 6> kNames = {{
    {GraphKernel::kGraphletHash, "graphlet-hash"},
    {GraphKernel::kGraphlet, "graphlet"},
    {GraphKernel::kSampledGraphlet, "sampled-graphlet"},
    {GraphKernel::kShortestPath, "shortest-path"},
    {GraphKernel::kWeisfeilerLehman, "weisfeiler-lehman"},
    {GraphKernel::kRandomWalk, "random-walk"},
}};

void CheckHasLabels(const GraphFeatureOptions& options) {
  if (options.labels == NodeLabels::kIgnore) return;
  for (const GraphKernel kernel :
       {GraphKernel::kGraphlet, GraphKernel::kSampledGraphlet, GraphKernel::kRandomWalk}) {
    if (options.kernel != kernel) continue;
    common::ThrowUsageError("labels",
                            "a kernel that has features with labels: graphlet-hash, shortest-path or "
                            "weisfeiler-lehman",
                            NameOfGraphKernel(kernel));
  }
}

// The columns that are not empty, named by their numbers.
NamedFeatures NameColumns(const SparseFeatures& features) {
  std::vector<std::vector<NamedValue>> rows(static_cast<size_t>(features.rows()));
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    for (SparseFeatures::InnerIterator entry(features, row); entry; ++entry) {
      if (entry.value() == 0) continue;
      rows[static_cast<size_t>(row)].push_back({static_cast<uint64_t>(entry.col()), entry.value()});
    }
  }
  return JoinRows(rows);
}

NamedFeatures HashedGraphlets(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                              common::ThreadPool& pool) {
  GraphletHashing hashing;
  hashing.least_nodes = options.least_nodes;
  hashing.most_nodes = options.most_nodes;
  hashing.sampling.samples = options.samples;
  hashing.sampling.burn_in = options.burn_in;
  hashing.sampling.labels = options.labels;
  hashing.bits = options.bits;
  hashing.seed = options.seed;
  return NameColumns(GraphletHashFeatures(graphs, hashing, pool));
}

GraphFeatures RandomWalks(std::span<const Graph> graphs, GraphFeatureOptions options,
                          common::ThreadPool& pool) {
  RandomWalk walk;
  if (options.lambda != 0) walk.lambda = options.lambda;
  Eigen::MatrixXd moments;
  if (options.moments == 0) {
    RandomWalkFeatures computed = ComputeRandomWalkFeatures(graphs, walk, pool);
    options.lambda = computed.lambda;
    options.moments = static_cast<int>(computed.moments.cols());
    moments = std::move(computed.moments);
  } else {
    moments = RandomWalkMoments(graphs, walk, options.moments, pool);
  }
  return {options, NameColumns(moments.sparseView())};
}

// Divides each row by the length of the same row of `whole`, which may have columns that are not among these,
// or be the same matrix. Rows of zeros have no direction.
void DivideByLengths(const SparseFeatures& whole, SparseFeatures& features) {
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    double largest = 0, squares = 0;
    for (SparseFeatures::InnerIterator entry(whole, row); entry; ++entry) {
      largest = std::max(largest, entry.value());
    }
    if (largest == 0) continue;
    // Of parts of the largest, so that no square is too large or too small for a double.
    for (SparseFeatures::InnerIterator entry(whole, row); entry; ++entry) {
      squares += entry.value() / largest * (entry.value() / largest);
    }
    for (SparseFeatures::InnerIterator entry(features, row); entry; ++entry) {
      entry.valueRef() = entry.value() / largest / std::sqrt(squares);
    }
  }
}

}  // namespace

std::string NameOfGraphKernel(GraphKernel kernel) {
  for (const auto& [each, name] : kNames) {
    if (each == kernel) return std::string(name);
  }
  return "";
}

GraphKernel GraphKernelOf(std::string_view name) {
  std::string known;
  for (const auto& [kernel, each] : kNames) {
    if (each == name) return kernel;
    known.append(known.empty() ? "one of " : ", ").append(each);
  }
  common::ThrowUsageError("kernel", known, common::Quote(name));
}

GraphFeatures ComputeGraphFeatures(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                                   common::ThreadPool& pool) {
  CheckHasLabels(options);
  switch (options.kernel) {
    case GraphKernel::kGraphletHash:
      return {options, HashedGraphlets(graphs, options, pool)};
    case GraphKernel::kGraphlet:
      return {options, NameColumns(GraphletFrequencies(graphs, options.nodes, pool))};
    case GraphKernel::kSampledGraphlet:
      return {options, NameColumns(SampledGraphletFrequencies(graphs, options.nodes, options.sets,
                                                              options.seed, pool))};
    case GraphKernel::kShortestPath:
      return {options, ShortestPathFeatures(graphs, options.labels, pool)};
    case GraphKernel::kWeisfeilerLehman:
      return {options, WeisfeilerLehmanFeatures(graphs, options.iterations, options.labels, pool)};
    case GraphKernel::kRandomWalk:
      break;
  }
  return RandomWalks(graphs, options, pool);
}

GraphFeatureMap MakeGraphFeatureMap(const GraphFeatures& graphs, std::span<const int> training,
                                    std::span<const int> classes, FeatureChoice choice, bool unit_rows) {
  const SparseFeatures& values = graphs.features.values;
  const FeatureScaling scaling = choice == FeatureChoice::kSelected
                                     ? SelectByCorrelation(values, training, classes)
                                     : ScaleByMaximum(values, training);
  GraphFeatureMap map = {graphs.options, unit_rows, {}, {}};
  for (const int column : scaling.columns) {
    map.names.push_back(graphs.features.names[static_cast<size_t>(column)]);
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
