// The Weisfeiler-Lehman subtree kernel of graphs.
#ifndef STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_
#define STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_

#include <span>

#include "kernels/graphs/graph.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::kernels {

// The kernel (Shervashidze et al., Weisfeiler-Lehman graph kernels, 2011) is the LinearGram of these rows:
// how many nodes have each colour, for the first colouring and each of the refined ones. Nodes are coloured
// by their labels at first, or all alike; then `iterations` times by their own colour and the multiset of
// their neighbours', with labels of edges, if there are any and labels are used, beside these. Colours are
// compared exactly, not hashed, and numbered from 0 in the order of their first nodes. Throws
// common::Error(kUsage) for iterations below 0, for so many that (iterations + 1) nodes are more than 2^30,
// and for labels of a graph without. O(iterations edges log degree); one thread.
SparseFeatures WeisfeilerLehmanFeatures(std::span<const Graph> graphs, int iterations, NodeLabels labels);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_WEISFEILER_LEHMAN_H_
