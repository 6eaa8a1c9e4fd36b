// Molecules and proteins as graphs with classes: the sets of the TUDataset benchmarks (Morris et al. 2020)
// that kernels of graphs are compared on.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_GRAPH_SETS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_GRAPH_SETS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/graphs/tu_dataset.h"

namespace structlab::datasets {

struct GraphSet {
  std::string name;               // as it is called in tables: "MUTAG", "PROTEINS"
  std::string folder;             // below that of all sets
  std::vector<int> class_sizes;   // in ascending order of the classes
  double mean_nodes, mean_edges;  // of a graph
};

// DD, ENZYMES, MUTAG, PROTEINS, PTC_FM, PTC_FR, PTC_MM, PTC_MR.
const std::vector<GraphSet>& GraphSets();
// Throws common::Error (usage) that lists the known names, nearest first.
const GraphSet& FindGraphSet(std::string_view name);

// `folder` is that of all sets. Throws what ReadTuDataset throws.
kernels::GraphDataset ReadGraphSet(const std::string& folder, const GraphSet& set);

// A stand-in: as many graphs of each class, in random order, with half to one and a half times as many nodes
// as the mean and edges in proportion, without labels of nodes. A random tree of short branches, and edges
// that close short cycles of it, whose lengths lean to one class or another. Nothing is taken from the real
// graphs. Classes are 1, 2, ... Deterministic in the seed.
kernels::GraphDataset GenerateGraphSet(const GraphSet& set, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_GRAPH_SETS_H_
