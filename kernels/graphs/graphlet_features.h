// The graphlet hash kernel: sampled graphlets, hashed by their canonical forms.
#ifndef STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_FEATURES_H_
#define STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_FEATURES_H_

#include <cstdint>
#include <span>

#include "common/parallel.h"
#include "kernels/graphs/graph.h"
#include "kernels/graphs/graphlet_counts.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::kernels {

struct GraphletHashing {
  int min_nodes = 4, max_nodes = 9;
  GraphletSampling sampling = {};  // for each number of nodes; edge_weights must be empty if these differ
  int bits = 20;                   // of the hash: 2^bits columns, at some 50 bytes each while they are scaled
  uint64_t seed = 1;               // of the samples and of the hash
};

// The hash kernel on graphs (Shi 2011, sections 2.5, 2.6.3): row g counts how often a sample of graph g was
// of each form, the form (with its number of nodes) hashed to a column. 273,189 forms of 4 to 9 nodes in 2^20
// columns collide rarely. A row depends on its graph and the options alone, not on its place or the other
// graphs: the samples are of the stream DigestOfGraph. Equal graphs have equal rows; the samples of others
// are independent, so that their errors do not make them alike. Throws common::Error(kUsage) unless 2 <=
// min_nodes <= max_nodes <= 9 and 1 <= bits <= 24, and as SampleConnectedGraphlets does, of labels with
// the number of the graph. About 60,000 samples a graph, and for each number of nodes the burn-in of each
// component with a share of them.
SparseFeatures GraphletHashFeatures(std::span<const Graph> graphs, const GraphletHashing& options,
                                    common::ThreadPool& pool);

// The same for equal graphs, which have their nodes in the same order, and for different ones with
// probability 2^-64; labels are part of it if they are used. O(nodes + edges).
uint64_t DigestOfGraph(const Graph& graph, NodeLabels labels);

// The column of a form, for bits from 1 to 30.
int HashGraphlet(uint64_t form, int nodes, int bits, uint64_t seed);

// Frequencies of all graphlets of 3 or 4 nodes, the disconnected ones among them: the graphlet kernel
// (Shervashidze et al. 2009) is their LinearGram. A graph with fewer nodes has a row of zeros. Errors as
// CountAllGraphlets.
SparseFeatures GraphletFrequencies(std::span<const Graph> graphs, int nodes, common::ThreadPool& pool);

// The same from `samples` sets of nodes of each graph, of the stream DigestOfGraph without labels. Errors as
// SampleAllGraphlets.
SparseFeatures SampledGraphletFrequencies(std::span<const Graph> graphs, int nodes, int samples,
                                          uint64_t seed, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_FEATURES_H_
