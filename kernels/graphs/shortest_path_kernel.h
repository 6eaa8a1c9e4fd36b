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

// Entry d - 1 is the number of unordered pairs of nodes at distance d >= 1. Pairs without a path are not
// counted.
//
// Searches from 256 nodes at a time (Then et al., The more the merrier, 2014): searches that reach an edge at
// the same distance share the step, which takes four operations on 64 bits. O(nodes / 256 * min(diameter,
// 256) * edges). Memory: some 100 bytes per node.
std::vector<int64_t> ShortestPathHistogram(const Graph& graph);

// Features of the shortest-path kernel with equality of lengths (Borgwardt, Kriegel 2005): the kernel is the
// LinearGram of these rows. They count the unordered pairs of different nodes at each distance or, with
// labels, at each distance and pair of labels. Take it if long distances matter; WeisfeilerLehmanFeatures
// (weisfeiler_lehman.h) is faster and sees neighbourhoods.
//
//     const NamedFeatures features = ShortestPathFeatures(graphs, NodeLabels::kIgnore, pool);
//     const Eigen::MatrixXd gram = NormalizeGram(LinearGram(features.values));
//
// The name of a column is the distance or, with labels, a digest (XXH3, 64 bits) of the distance and the
// labels. Among m different ones two have equal digests with probability m^2 2^-65. A row depends only on its
// graph, and the names make the columns of new graphs comparable (TakeColumns).
//
// Throws common::Error(kUsage) if labels are used but a graph has none, and for more than 2^24 values in all
// rows: with labels, each pair of nodes may give one. With labels, time O(nodes edges) per graph, in parallel
// over the graphs; memory 36 bytes per value, and up to 60 per value of a graph while it is processed.
// Deterministic.
NamedFeatures ShortestPathFeatures(std::span<const Graph> graphs, NodeLabels labels,
                                   common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_SHORTEST_PATH_KERNEL_H_
