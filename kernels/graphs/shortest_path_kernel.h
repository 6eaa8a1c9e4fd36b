// The shortest-path kernel of graphs.
#ifndef STRUCTLAB_KERNELS_GRAPHS_SHORTEST_PATH_KERNEL_H_
#define STRUCTLAB_KERNELS_GRAPHS_SHORTEST_PATH_KERNEL_H_

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/named_features.h"

namespace structlab::kernels {

// Entry d - 1: the number of unordered pairs of nodes at distance d >= 1; pairs without a path are in none.
// From 256 nodes at a time (Then et al., The more the merrier, 2014), which share a step along an edge where
// they come to it at the same distance: four operations on 64 bits. O(nodes / 256 * min(diameter, 256) *
// edges); memory: some 100 bytes a node.
std::vector<int64_t> ShortestPathHistogram(const Graph& graph);

// The kernel with equality of lengths (Borgwardt, Kriegel 2005) is the LinearGram of these rows: how many
// unordered pairs of different nodes there are at each distance or, with labels, at each distance between
// nodes of each two labels. A column's name is the distance or, with labels, a digest (XXH3, 64 bits) of the
// distance and the labels, two of which are the same by chance alone: m different ones with a probability of
// m^2 2^-65. A row depends on its graph alone, and new graphs are compared with old ones by the names
// (TakeColumns).
//
// Throws common::Error(kUsage) for labels of a graph without, and if there are more than 2^24 values in all
// rows: with labels there may be one for each two nodes. With labels O(nodes edges) a graph, in parallel over
// the graphs; memory: 36 bytes a value, and up to 60 a value of a graph while it is looked at.
NamedFeatures ShortestPathFeatures(std::span<const Graph> graphs, NodeLabels labels,
                                   common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_SHORTEST_PATH_KERNEL_H_
