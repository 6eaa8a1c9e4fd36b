// Features of graphs by the name of a kernel, and a map that gives new graphs the same columns as the graphs
// that it was made from.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURES_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/graph_kernels.h"
#include "kernels/graphs/named_features.h"

namespace structlab::kernels {

// Features of graphs, one row per graph, by the named kernel (see graph_kernels.h for the list).
//
//     const GraphFeatures features = ComputeGraphFeatures(graphs, {.kernel = "weisfeiler-lehman"}, pool);
//     const GraphFeatureMap map =
//         MakeGraphFeatureMap(features, training, classes, FeatureChoice::kAll, /*unit_rows=*/true);
//     const Eigen::MatrixXd gram = LinearGram(ApplyGraphFeatureMap(map, features.features));
//
// Throws common::Error(kUsage) as the function of the kernel, for an unknown name, and if labels are used
// with a kernel whose features ignore them (frequencies of graphlets, random walks).
GraphFeatures ComputeGraphFeatures(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                                   common::ThreadPool& pool);

enum class FeatureChoice {
  kAll,      // unchanged
  kScaled,   // divided by the largest value in the training rows, and at most 1: all features count alike
  kSelected  // scaled, and only those that SelectByCorrelation keeps: fewer, but needs classes
};

// The choices that depend on the training rows and are applied to all other rows.
struct GraphFeatureMap {
  GraphFeatureOptions options;
  // Divides each row by its length, so that inner products are a normalised kernel. The length counts all
  // features of the graph, also those that no training graph has. If columns are scaled, it counts only the
  // columns of the map, since only these have a scale.
  bool unit_rows = true;
  std::vector<uint64_t> names;  // of the columns, ascending
  std::vector<double> maxima;   // one per column; empty if columns are not scaled
};

// Leaves out features that are 0 in all training rows. `classes` has one entry per entry of `training`; only
// kSelected uses them. Errors as ScaleByMaximum and SelectByCorrelation (sparse_features.h).
GraphFeatureMap MakeGraphFeatureMap(const GraphFeatures& graphs, std::span<const int> training,
                                    std::span<const int> classes, FeatureChoice choice, bool unit_rows);

// The rows in the columns of the map. Rows of zeros stay zero. Throws common::Error(kUsage) for names that do
// not ascend and, if the map has maxima, unless there is one per column, finite and above 0.
SparseFeatures ApplyGraphFeatureMap(const GraphFeatureMap& map, const NamedFeatures& features);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURES_H_
