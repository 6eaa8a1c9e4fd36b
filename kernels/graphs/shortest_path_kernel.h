// The shortest-path kernel of graphs.
#ifndef STRUCTLAB_KERNELS_GRAPHS_SHORTEST_PATH_KERNEL_H_
#define STRUCTLAB_KERNELS_GRAPHS_SHORTEST_PATH_KERNEL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::kernels {

// Entry d - 1: the number of unordered pairs of nodes at distance d >= 1; pairs without a path are in none.
// From 256 nodes at a time (Then et al., The more the merrier, 2014), which share a step along an edge where
// they come to it at the same distance: four operations on 64 bits. O(nodes / 256 * min(diameter, 256) *
// edges); memory: some 100 bytes a node.
std::vector<int64_t> ShortestPathHistogram(const Graph& graph);

// The kernel with equality of lengths (Borgwardt, Kriegel 2005) is the LinearGram of these rows: how many
// unordered pairs of different nodes there are at each distance or, with labels, at each distance between
// nodes of each two labels. Columns have an order but no meaning of their own. Throws common::Error(kUsage)
// for labels of a graph without. With labels O(nodes edges) a graph.
SparseFeatures ShortestPathFeatures(std::span<const Graph> graphs, NodeLabels labels,
                                    common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_SHORTEST_PATH_KERNEL_H_
