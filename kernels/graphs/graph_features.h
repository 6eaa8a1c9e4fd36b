// Features of graphs by the name of a kernel, and the map that lays new graphs out as those it was made from.
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

// A row a graph, by the kernel of this name among those that are linked (graph_kernels.h). Throws
// common::Error(kUsage) as the kernel's own function does, for a name that none has, and for labels with a
// kernel that has no features with them: frequencies of graphlets and random walks.
GraphFeatures ComputeGraphFeatures(std::span<const Graph> graphs, const GraphFeatureOptions& options,
                                   common::ThreadPool& pool);

enum class FeatureChoice {
  kAll,      // as they are
  kScaled,   // divided by their largest value in training rows, and cut at 1
  kSelected  // the same, and only those that SelectByCorrelation keeps
};

// What training rows decide about the features of all others.
struct GraphFeatureMap {
  GraphFeatureOptions options;
  // Each row divided by its length: inner products are a normalised kernel. The length is of all features of
  // the graph, also of those that no training graph has, unless columns are scaled: these alone have a scale.
  bool unit_rows = true;
  std::vector<uint64_t> names;  // of the columns, ascending
  std::vector<double> maxima;   // one a column; none if they are not scaled
};

// Features that are 0 in all rows of `training` are left out. `classes` has one a row of `training`; only
// kSelected looks at them. Errors as ScaleByMaximum and SelectByCorrelation.
GraphFeatureMap MakeGraphFeatureMap(const GraphFeatures& graphs, std::span<const int> training,
                                    std::span<const int> classes, FeatureChoice choice, bool unit_rows);

// The rows in the map's columns. Rows of zeros stay so. Throws common::Error(kUsage) for names that do not
// ascend and, if there are any, maxima that are not one a column, finite and above 0.
SparseFeatures ApplyGraphFeatureMap(const GraphFeatureMap& map, const NamedFeatures& features);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPH_FEATURES_H_
