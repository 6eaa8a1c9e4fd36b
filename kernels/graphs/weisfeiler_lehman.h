// The Weisfeiler-Lehman subtree kernel of graphs.
#ifndef STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_
#define STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_

#include <span>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/named_features.h"

namespace structlab::kernels {

inline constexpr int kMaxWeisfeilerLehmanIterations = 10'000;

// Features of the Weisfeiler-Lehman subtree kernel (Shervashidze et al., Weisfeiler-Lehman graph kernels,
// 2011): the kernel is the LinearGram of these rows. They count the nodes of each colour in the initial
// colouring and after each refinement. Initially nodes are coloured by their labels, or all alike. Each of
// the `iterations` refinements colours a node by its own colour and the multiset of its neighbours' colours;
// edge labels are included if they exist and labels are used. Take it first: it is the fastest kernel with
// labels. More iterations distinguish larger neighbourhoods, but make different graphs less similar.
//
//     const NamedFeatures features = WeisfeilerLehmanFeatures(graphs, 5, NodeLabels::kUse, pool);
//     const Eigen::MatrixXd gram = NormalizeGram(LinearGram(features.values));
//
// A colour is a digest (XXH3, 64 bits) of its description, and is the name of its column. So a row depends
// only on its graph, and the names make new graphs comparable with old ones (TakeColumns). The source instead
// numbers the colours of the given graphs. Two of m colours have equal digests with probability m^2 2^-65:
// 10^-8 for a million.
//
// Throws common::Error(kUsage) for iterations below 0 or above 10,000, for more than 2^28 colours of nodes in
// all ((iterations + 1) per node), and if labels are used but a graph has none. Time O(iterations (edges +
// nodes log nodes)), in parallel over the graphs; memory at most 36 bytes for each colour of a graph and
// iteration. Deterministic.
NamedFeatures WeisfeilerLehmanFeatures(std::span<const Graph> graphs, int iterations, NodeLabels labels,
                                       common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_
