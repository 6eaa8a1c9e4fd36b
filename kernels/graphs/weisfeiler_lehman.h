// The Weisfeiler-Lehman subtree kernel of graphs.
#ifndef STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_
#define STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_

#include <span>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/named_features.h"

namespace structlab::kernels {

inline constexpr int kMaxWeisfeilerLehmanIterations = 10'000;

// The kernel (Shervashidze et al., Weisfeiler-Lehman graph kernels, 2011) is the LinearGram of these rows:
// how many nodes have each colour, for the first colouring and each of the refined ones. Nodes are coloured
// by their labels at first, or all alike; then `iterations` times by their own colour and the multiset of
// their neighbours', with labels of edges, if there are any and labels are used, beside these.
//
// A colour is a digest (XXH3, 64 bits) of what it stands for, and the name of its column: a row depends on
// its graph alone, and new graphs are compared with old ones by the names (TakeColumns). A departure from the
// source, which numbers the colours of the graphs at hand: two of m colours have one digest with a
// probability of m^2 2^-65, 10^-8 for a million.
//
// Throws common::Error(kUsage) for iterations below 0 or above 10,000, for more than 2^28 colours of nodes in
// all, (iterations + 1) nodes, and for labels of a graph without. O(iterations (edges + nodes log nodes)) in
// parallel over the graphs; memory: 36 bytes for each colour of a graph and iteration, at most.
NamedFeatures WeisfeilerLehmanFeatures(std::span<const Graph> graphs, int iterations, NodeLabels labels,
                                       common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_
