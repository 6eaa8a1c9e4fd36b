// Features of graphs by their graphlets: the graphlet hash kernel and the graphlet kernel.
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
  int min_nodes = 4, max_nodes = 9;  // larger graphlets distinguish more, but each is met less often
  // For each number of nodes; edge_weights must be empty unless min_nodes = max_nodes.
  GraphletSampling sampling = {};
  int bits = 20;      // 2^bits columns: more collide less, but take some 50 bytes each while they are scaled
  uint64_t seed = 1;  // of the samples and of the hash
};

// Features of the graphlet hash kernel (Shi 2011, sections 2.5, 2.6.3). Row g counts how often each form
// occurs among the samples of graph g; the form and its number of nodes are hashed to a column. Take it if
// larger subgraphs matter; GraphletFrequencies has few features and is exact for 3 and 4 nodes;
// WeisfeilerLehmanFeatures (weisfeiler_lehman.h) is much faster.
//
//     const SparseFeatures features = GraphletHashFeatures(graphs, {.max_nodes = 6}, pool);
//     const Eigen::MatrixXd gram = LinearGram(features);
//
// The 273,189 forms of 4 to 9 nodes rarely collide in 2^20 columns. A row depends only on its graph and the
// options, because its samples use the random stream of DigestOfGraph. Equal graphs have equal rows;
// different graphs have independent samples, so that sampling errors do not make them similar.
//
// Throws common::Error(kUsage) unless 2 <= min_nodes <= max_nodes <= 9 and 1 <= bits <= 24, and as
// SampleConnectedGraphlets; messages about labels name the graph. By default takes about 60,000 samples per
// graph, and for each number of nodes the burn-in of each component that has samples. Deterministic given the
// seed, for any number of threads.
SparseFeatures GraphletHashFeatures(std::span<const Graph> graphs, const GraphletHashing& options,
                                    common::ThreadPool& pool);

// A digest that is equal for equal graphs (with their nodes in the same order), and equal for different
// graphs with probability 2^-64. It includes labels if they are used. O(nodes + edges).
uint64_t DigestOfGraph(const Graph& graph, NodeLabels labels);

// The column of a form, for 1 <= bits <= 30.
int HashGraphlet(uint64_t form, int nodes, int bits, uint64_t seed);

// Frequencies of all graphlets of 3 or 4 nodes, connected or not. The LinearGram of these rows is the
// graphlet kernel (Shervashidze et al. 2009). A graph with fewer nodes has a row of zeros. Errors as
// CountAllGraphlets.
SparseFeatures GraphletFrequencies(std::span<const Graph> graphs, int nodes, common::ThreadPool& pool);

// The same, estimated from `samples` random sets of nodes per graph, with the random stream of DigestOfGraph
// without labels. Take it for more than 4 nodes or large graphs. Errors as SampleAllGraphlets.
SparseFeatures SampledGraphletFrequencies(std::span<const Graph> graphs, int nodes, int samples,
                                          uint64_t seed, common::ThreadPool& pool);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_GRAPHLET_FEATURES_H_
